"""What a script reads and sets in the config that load_config returns, and 4.0's does not hold."""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import Document, Item
from profilecheck.migrate.ledger import Port, again
from profilecheck.profiles.v3_to_v4_python import LOAD_CONFIG, became


def ports(document: Document, *, before: bool) -> Iterator[Port]:
    """Each such value, where it is first named. 4.0 reads none of them: what is set there has no effect.

    ``before`` says that the file is certainly the source generation's: else an environment of one's own may read what
    stands in [env].
    """
    named: dict[tuple[str, str], list[Item]] = {}
    for item in document.items:
        if item.name == LOAD_CONFIG and item.guard is None and item.how != "filled":
            told = became(item.keys)
            if told is not None and (before or item.keys[0] != "env"):
                named.setdefault(told, []).append(item)
    for (what, how), items in named.items():
        yield Port(items[0].span, what + again(item.span for item in items), how)
