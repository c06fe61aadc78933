"""environment.yml: what conda installs, and pip below it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from profilecheck.document import Requirement
from profilecheck.sources.dependencies.entries import Entries

_KEY: Final = re.compile(r"(?m)^dependencies[ \t]*:[ \t]*(?:(?P<flow>(?=\[))|(?:#.*)?\r?$)")
_LINE: Final = re.compile(r"(?P<indent>[ ]*)(?P<dash>-[ ]+)?(?P<value>[^\r\n]*)")
_COMMENT: Final = re.compile(r"(?:^|\s)#.*")
_PIP: Final = "pip:"
_IN_BRACKETS: Final = re.compile(rf"(?:{_PIP}[ \t]*)?(?=[\[{{])")
_TOKEN: Final = re.compile(
    r"""(?<=\s)\#[^\r\n]*|(?P<mark>[\[\]{},])|(?P<quote>["'])(?P<text>(?:(?!(?P=quote))[^\\\r\n])*)(?P=quote)(?P<key>[ \t]*:)?"""
    r"""|(?P<plain>[^\s,\[\]{}"'#](?:[^,\[\]{}\s]|[ \t](?=[^,\[\]{}\s#]))*)"""
)


def read(entries: Entries) -> Iterator[Requirement]:
    """The requirements, in the order of the file. A line an entry, as nearly everyone and every tool writes it, or
    entries in brackets; no YAML library is needed."""
    head = _KEY.search(entries.text)
    if head is None:
        return
    if head["flow"] is not None:
        yield from _in_brackets(entries, head.end(), is_pip=False)
        return
    pip = -1
    for match in _LINE.finditer(entries.text, min(head.end() + 1, len(entries.text))):
        indent, value = len(match["indent"]), _COMMENT.sub("", match["value"]).rstrip()
        if not value:
            continue
        if not match["dash"] and not indent:
            return
        if pip >= 0 and indent <= pip:
            pip = -1
        start = match.start("value")
        if value == _PIP:
            pip = indent
        elif match["dash"] and (flow := _IN_BRACKETS.match(entries.text, start)):
            is_pip = pip >= 0 or flow.group().startswith(_PIP)
            yield from _in_brackets(entries, flow.end(), is_pip=is_pip)
        elif match["dash"]:
            quote = (
                value[0] if value[0] in "'\"" and value[-1] == value[0] and len(value) > 1 else ""
            )
            written = value[len(quote) : len(value) - len(quote)]
            place = entries.span(start + len(quote), start + len(quote) + len(written))
            found = (entries.conda if pip < 0 else entries.pip)(written, place)
            if found is not None:
                yield found


def _in_brackets(entries: Entries, start: int, *, is_pip: bool) -> Iterator[Requirement]:
    """The requirements in the brackets that open at an offset: pip's where ``pip:`` stands before their own."""
    depths: list[bool] = []
    follows = is_pip
    for token in _TOKEN.finditer(entries.text, start):
        mark, name = token["mark"], "text" if token["quote"] else "plain"
        written = token[name] or ""
        if mark in ("[", "{"):
            depths.append(follows)
        elif mark in ("]", "}"):
            depths.pop()
            if not depths:
                return
        elif written and (token["key"] or written.endswith(":")):
            follows = f"{written.rstrip(':')}:" == _PIP
            continue
        elif written:
            place = entries.span(*token.span(name))
            found = (entries.pip if depths[-1] else entries.conda)(written, place)
            if found is not None:
                yield found
        follows = bool(depths) and depths[-1]
