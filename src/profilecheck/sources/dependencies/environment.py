"""environment.yml: what conda installs, and pip below it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from profilecheck.document import Requirement
from profilecheck.sources.dependencies.entries import Entries

_KEY: Final = re.compile(r"(?m)^dependencies[ \t]*:[ \t]*(?:#.*)?\r?$")
_LINE: Final = re.compile(r"(?P<indent>[ ]*)(?P<dash>-[ ]+)?(?P<value>[^\r\n]*)")
_COMMENT: Final = re.compile(r"(?:^|\s)#.*")


def read(entries: Entries) -> Iterator[Requirement]:
    """The requirements, in the order of the file. A line an entry, as everyone and every tool writes it;
    no YAML library is needed."""
    head = _KEY.search(entries.text)
    if head is None:
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
        if value == "pip:":
            pip = indent
        elif match["dash"]:
            start = match.start("value")
            quote = (
                value[0] if value[0] in "'\"" and value[-1] == value[0] and len(value) > 1 else ""
            )
            written = value[len(quote) : len(value) - len(quote)]
            place = entries.span(start + len(quote), start + len(quote) + len(written))
            found = (entries.conda if pip < 0 else entries.pip)(written, place)
            if found is not None:
                yield found
