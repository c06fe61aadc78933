"""What stands in the place of a word that puts something in: a multiple of it, or a part of it, as its reader writes that."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

VARIABLE: Final = re.compile(
    r"\$(?:(?P<name>[A-Za-z_]\w*|\d)|\{(?P<braced>[A-Za-z_]\w*|\d)(?P<default>:?-\w*)?\})"
)
_SUM: Final = re.compile(r"\$\(\((?P<sum>[^()$`]+)\)\)")
"""What a shell works out."""
_ELEMENT: Final = re.compile(r"\$\{[A-Za-z_]\w*\[[^\]\s{}]+\]\}")
"""An element of an array."""
_EXPRESSION: Final = re.compile(r"[A-Za-z_][\w.]*(?:\[[\w\"']+\])*")
"""What Python calls a value by."""
_CLOSING: Final = {"(": ")", "{": "}", "[": "]"}
_PLAIN: Final = re.compile(r"\$(?:[A-Za-z_]\w*|\d)")
OF_MAKE: Final = re.compile(r"\$(?:\((?P<name>[\w.-]+)\)|\{(?P<braced>[\w.-]+)\})")


@dataclass(frozen=True, slots=True)
class Expansions:
    """Texts for what words put in. ``make``: a Makefile reads them first; ``python``: they are Python's; ``shell`` is
    false where no shell reads them."""

    make: bool = False
    python: bool = False
    shell: bool = True

    def times(self, raw: str, factor: int) -> str | None:
        """Shell text for a number of times what a word that is one variable holds; None where no shell can
        work it out."""
        if factor == 1:
            return raw
        quote, inner = unquoted(raw)
        if not self.shell:
            return None
        own = inner.removeprefix("$") if self.make and inner.startswith("$$") else inner
        shells = own != inner or not self.make  # what the shell reads, not make
        found = VARIABLE.fullmatch(own) if shells else None
        worked_out = _SUM.fullmatch(own) if shells else None
        if worked_out is not None:
            operand = f" ({worked_out['sum'].strip()})"
        elif (
            found is not None
            and not found["default"]
            and not (found["name"] or found["braced"]).isdigit()
        ):
            operand = found["name"] or found["braced"]
        elif is_expansion(inner):
            operand = inner
        else:
            return None
        dollar = "$" if self.make else ""
        return f"{quote}{dollar}$(({operand} * {factor})){quote}"

    def without_prefix(self, raw: str, prefix: str) -> str | None:
        """Text for what a word that is one variable holds without a prefix; None where nothing can take it away."""
        return self._part(
            raw, f"$({{name}}:{prefix}%=%)", f'{{name}}.removeprefix("{prefix}")', f"#{prefix}"
        )

    def behind_slash(self, raw: str) -> str | None:
        """Text for what stands behind the last slash of what a word that is one variable holds; None as above."""
        return self._part(raw, "$(notdir $({name}))", '{name}.rpartition("/")[2]', "##*/")

    def _part(self, raw: str, of_make: str, of_python: str, of_shell: str) -> str | None:
        quote, inner = unquoted(raw)
        if self.make and (found := OF_MAKE.fullmatch(inner)):
            return f"{quote}{of_make.format(name=found['name'] or found['braced'])}{quote}"
        if self.python and _EXPRESSION.fullmatch(raw):
            return of_python.format(name=raw)
        if _ELEMENT.fullmatch(inner) and self.shell and not self.make:
            return f"{quote}{inner[:-1]}{of_shell}}}{quote}"
        dollar = "$" if self.make else ""
        found = VARIABLE.fullmatch(inner.removeprefix(dollar) if self.make else inner)
        if found is None or found["default"] or not self.shell:
            return None
        if self.make and not inner.startswith("$$"):
            return None
        return f"{quote}{dollar}${{{found['name'] or found['braced']}{of_shell}}}{quote}"


def unquoted(raw: str) -> tuple[str, str]:
    """The quotes around a word, where there are any, and what is in them."""
    quoted = len(raw) > 1 and raw[0] == raw[-1] == '"'
    return ('"', raw[1:-1]) if quoted else ("", raw)


def puts_in(text: str) -> bool:
    """Whether a word, perhaps in quotes, is what a shell, make or a workflow puts in, and no more than names and
    numbers beside it."""
    _, inner = unquoted(text)
    at = 0 if inner[:1] in ("$", "`") else -1
    while 0 <= at < len(inner):
        if inner[at] in "$`":
            at = _end(inner, at)
        else:
            at = at + 1 if inner[at].isalnum() or inner[at] == "_" else -1
    return at > 0


def is_expansion(text: str) -> bool:
    """Whether a text is one thing that a shell, make or a workflow puts in, and nothing beside it."""
    return text[:1] in ("$", "`") and _end(text, 0) == len(text)


def _end(text: str, at: int) -> int:
    """Where the expansion ends that begins with a dollar or a backquote; -1 where none does."""
    if "\n" in text:
        return -1
    if text[at] == "`":
        return text.find("`", at + 1) + 1 or -1
    at += 1 if text.startswith("$$", at) else 0
    if text[at + 1 : at + 2] not in _CLOSING:
        plain = _PLAIN.match(text, at)
        return plain.end() if plain else -1
    closing = [_CLOSING[text[at + 1]]]
    at += 2
    while closing and at < len(text):
        one = text[at]
        if one in "'\"":
            at = text.find(one, at + 1)
            if at < 0:
                return -1
        elif one == closing[-1]:
            closing.pop()
        elif one in _CLOSING:
            closing.append(_CLOSING[one])
        at += 1
    return -1 if closing else at
