"""The text of a new INI that holds what a migration makes of settings that stand in no INI."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from profilecheck.migrate.ini import escaped
from profilecheck.migrate.ledger import Entry
from profilecheck.migrate.struck import on_one_line

_ORDER = ("base", "vec", "env", "policy", "train")


def text(header: Sequence[str], entries: Sequence[Entry]) -> str:
    """An INI of these entries, the reasons above their settings; what is dropped is a comment in its section."""
    sections = dict.fromkeys(_ORDER)
    sections |= dict.fromkeys(put.section for entry in entries for put in entry.puts)
    lines = [f"# {on_one_line(line)}" for line in header]
    for section in sections:
        held = list(_settings(section, entries))
        if held:
            lines += ["", f"[{section}]", *held]
        lines += _dropped(section, entries)
    return "\n".join(lines) + "\n"


def _settings(section: str, entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        for put in entry.puts:
            if put.section == section:
                if entry.reason:
                    yield f"# {on_one_line(entry.reason)}"
                yield f"{put.key} = {on_one_line(escaped(put.value))}"


def _dropped(section: str, entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        if not entry.puts and entry.section == section:
            told = f"{entry.key} = {entry.raw}  -> dropped: {entry.reason}"
            yield f"# 3.0: {on_one_line(told)}"
