"""What stands in the place of a word that puts something in: a multiple of it, or a part of it, as its reader writes that."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

VARIABLE: Final = re.compile(
    r"\$(?:(?P<name>[A-Za-z_]\w*|\d)|\{(?P<braced>[A-Za-z_]\w*|\d)(?P<default>:?-\w*)?\})"
)
_SUBSTITUTION: Final = re.compile(r"\$\([^()$`]+\)")
_SUM: Final = re.compile(r"\$\(\((?P<sum>[^()$`]+)\)\)")
"""What a shell works out."""
_ELEMENT: Final = re.compile(r"\$\{[A-Za-z_]\w*\[[^\]\s{}]+\]\}")
"""An element of an array."""
_EXPRESSION: Final = re.compile(r"[A-Za-z_][\w.]*(?:\[[\w\"']+\])*")
"""What Python calls a value by."""
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
        if self.make:
            own = VARIABLE.fullmatch(inner[1:]) if inner.startswith("$$") else None
            name = own["name"] or own["braced"] if own and not own["default"] else None
            name = inner if OF_MAKE.fullmatch(inner) else name
            if worked_out := _SUM.fullmatch(inner[1:]) if inner.startswith("$$") else None:
                name = f" ({worked_out['sum'].strip()})"
            return f"{quote}$$(({name} * {factor})){quote}" if name else None
        if not self.shell:
            return None
        if _SUBSTITUTION.fullmatch(inner):
            return f"{quote}$(({inner} * {factor})){quote}"
        if worked_out := _SUM.fullmatch(inner):
            return f"{quote}$(( ({worked_out['sum'].strip()}) * {factor})){quote}"
        found = VARIABLE.fullmatch(inner)
        if found is None:
            return None
        name = found["name"] or (found["braced"] if not found["default"] else None)
        return f"{quote}$(({name if name and not name.isdigit() else inner} * {factor})){quote}"

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
