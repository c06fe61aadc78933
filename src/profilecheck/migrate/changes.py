"""What a plan comes to in a typed file: which pairs go, are renamed, get values, and where new ones belong.

How that is written is for the editor of each format. A setting that has to go to another table leaves
its own and is added there; a title changes in place where its last name alone does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from profilecheck.document import Setting
from profilecheck.migrate.ledger import Entry
from profilecheck.migrate.pairs import Held, Pair, Pairs
from profilecheck.migrate.plan import Plan, Unplannable
from profilecheck.migrate.struck import told
from profilecheck.profiles.migration import Put
from profilecheck.sources.tables import join

_EMPTY = "nothing is left in it"
_SPACE = "parameters"
"""The key below which W&B writes a sweep."""


@dataclass(frozen=True, slots=True)
class Item:
    """A new value: its source text where that stays as it is written elsewhere, None otherwise."""

    value: object
    raw: str | None = None


Nested = dict[str, "Item | Nested"]


@dataclass(slots=True, eq=False)
class Addition:
    """New pairs for one table: by their names, and below which pair of it (None: it has none)."""

    within: Held
    after: Pair | None
    pairs: dict[tuple[str, ...], Item | Nested] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Changes:
    """``gone`` are the pairs that go, with what became of them; ``names`` the new names of others, ``values``
    their new values with the old texts. ``keeps_struck``: what goes stays as a comment, where there are any."""

    keeps_struck: bool = True
    gone: dict[Pair, str] = field(default_factory=dict)
    names: dict[Pair, tuple[str, ...]] = field(default_factory=dict)
    values: dict[Pair, object] = field(default_factory=dict)
    additions: list[Addition] = field(default_factory=list)

    def emptied(self, held: Held) -> bool:
        """Whether all that a table held is gone."""
        return bool(held.pairs) and all(pair in self.gone for pair in held.pairs)

    def covered(self, pair: Pair) -> bool:
        """Whether a pair lies in one that goes as a whole."""
        owner = pair.within.owner
        while owner is not None:
            if owner in self.gone and not self.by_parts(owner):
                return True
            owner = owner.within.owner
        return False

    def by_parts(self, pair: Pair) -> bool:
        """Whether a pair that goes is a table in lines whose pairs go each by itself."""
        return pair.table is not None and not pair.table.bracketed and self.emptied(pair.table)


def changes(plans: Iterable[Plan], pairs: Pairs) -> Changes:
    """What is to be done for all experiments of a file. Raises Unplannable."""
    done = Changes()
    for plan in plans:
        done.keeps_struck &= plan.keeps_struck
        _Work(plan, pairs, done).run()
    for pair in (*done.gone, *done.values):
        pairs.guard(pair.start, pair.end)
    for pair in done.names:
        pairs.guard(pair.start, pair.tokens[-1][1])
    for addition in done.additions:
        pairs.guard(addition.within.start, addition.within.start)
    return done


class _Work:
    """One plan, worked into the changes of its file."""

    def __init__(self, plan: Plan, pairs: Pairs, done: Changes) -> None:
        self.plan = plan
        self.pairs = pairs
        self.done = done
        if plan.part.name.rpartition(".")[2] == _SPACE:
            raise Unplannable("it is a sweep of W&B, whose tables stand for many values each")
        self.of = {id(s): self._pair(s) for s in plan.settings if s is not None}
        self.vec = self._vec()
        self.vec_path = self.vec.holder
        self.prefix, _, self.anchor = self.vec_path.rpartition(".")
        self.titles: dict[str, str] = {}

    def run(self) -> None:
        for title in self.plan.part.titles:
            if title.to is not None and self._rename(self._full(title.title), self._full(title.to)):
                self.titles[title.title] = title.to
        for entry, setting in sorted(self.plan.steps, key=self._turn):
            if setting is None:
                for put in entry.puts:
                    self._add(put, None)
            else:
                self._change(entry, setting)
        self._repeated()
        self._empty()
        self._repeated()

    def _turn(self, step: tuple[Entry, Setting | None]) -> int:
        """When a setting is dealt with: those whose keys are paths first, for what is new goes beside them."""
        pair = self.of[id(step[1])] if step[1] is not None else None
        return 2 if pair is None else int(len(pair.names) == 1 or pair.header)

    def _pair(self, setting: Setting) -> Pair:
        span = setting.key_span
        pair = self.pairs.at.get(self.pairs.places.offset(span.line, span.column))
        if pair is None:
            raise Unplannable(
                f"[{setting.section}] {setting.key} on line {span.line} stands in several places"
            )
        return pair

    def _vec(self) -> Pair:
        """The last pair in [vec]: new tables are written as that is, and beside it."""
        own = (s for s in self.plan.settings if s is not None and s.section == "vec")
        found = max((self.of[id(s)] for s in own), key=lambda pair: pair.start, default=None)
        if found is None:
            raise Unplannable("its [vec] sets nothing that 3.0 reads")
        return found

    def _full(self, section: str) -> str:
        """The path of a section in the file."""
        root, dot, rest = section.partition(".")
        if root == "vec":
            return f"{self.vec_path}{dot}{rest}"
        if not self.anchor:
            raise Unplannable(f"the file is [vec] itself, so that [{section}] has no place in it")
        return join(self.prefix, section)

    # One setting

    def _change(self, entry: Entry, setting: Setting) -> None:
        pair = self.of[id(setting)]
        section = self.titles.get(setting.section, setting.section)
        here = next((put for put in entry.puts if put.section == section), None)
        names = None
        if here is None:
            here, names = next(self._within_reach(pair, entry.puts), (None, None))
        elif here.key != setting.key:
            names = (*self.done.names.get(pair, pair.names)[:-1], here.key)
        for put in entry.puts:
            if put is not here:
                self._add(put, setting.raw if put.as_written else None)
        if here is None:
            self._remove(pair, told(entry))
            return
        if names is not None:
            self._name(pair, names)
        if not here.as_written:
            if pair.header:
                raise Unplannable(f"[{setting.section}] {setting.key} is a table of its own")
            self.done.values[pair] = here.value

    def _name(self, pair: Pair, names: tuple[str, ...]) -> None:
        if pair.header:
            *_, last = names
            self._rename(pair.path, join(pair.holder, last))
        else:
            self.done.names[pair] = names

    def _remove(self, pair: Pair, why: str) -> None:
        self.done.gone[pair] = why
        if pair.header:
            root = pair.path.rpartition("[")[0] if pair.table and pair.table.listed else pair.path
            for other in self.pairs:
                if other.path.startswith((f"{root}.", f"{root}[")):
                    self.done.gone.setdefault(other, why)

    def _within_reach(
        self, pair: Pair, puts: tuple[Put, ...]
    ) -> Iterator[tuple[Put, tuple[str, ...]]]:
        """Where a setting goes that needs no more than another key: its key is a path, and so is the other
        section's, which no other table is."""
        root = pair.within.path
        for put in puts:
            full = self._full(put.section)
            if len(pair.names) > 1 and not pair.header and _below(full, root):
                beside = self._beside(full)
                if self.pairs.table(full) is None and (
                    beside is None or beside.within is pair.within
                ):
                    yield put, (*_relative(full, root), put.key)

    def _rename(self, old: str, new: str) -> bool:
        """Give a path other names wherever it stands; False where a name of it that changes does not."""
        before, after = old.split("."), new.split(".")
        if len(before) != len(after):
            return False
        differs = [
            i for i, (one, other) in enumerate(zip(before, after, strict=True)) if one != other
        ]
        found: dict[Pair, tuple[str, ...]] = {}
        for pair in self.pairs:
            if pair.path != old and not pair.path.startswith((f"{old}.", f"{old}[")):
                continue
            first = len(pair.path.split(".")) - len(pair.names)
            if first > differs[-1]:
                continue
            if first > differs[0]:
                return False
            names = list(self.done.names.get(pair, pair.names))
            for i in differs:
                names[i - first] = after[i]
            found[pair] = tuple(names)
        self.done.names |= found
        return bool(found)

    # New settings

    def _add(self, put: Put, raw: str | None) -> None:
        item = Item(put.value, raw)
        title = next((old for old, new in self.titles.items() if new == put.section), put.section)
        full = self._full(title)
        beside = self._beside(full)
        if beside is not None:
            depth = len(_relative(full, beside.within.path))
            prefix = self._full(put.section).split(".")[-depth:] if depth else []
            names = (*prefix, put.key)
            self._addition(beside.within, beside).pairs[names] = item
            return
        held = self.pairs.table(full)
        moved = self._moved_to(full) if held is None else None
        if held is not None:
            self._addition(held, held.pairs[-1] if held.pairs else None).pairs[(put.key,)] = item
        elif moved is not None:
            names = (*self.done.names[moved][:-1], put.key)
            self._addition(moved.within, moved).pairs[names] = item
        else:
            self._create(full, put.key, item)

    def _beside(self, full: str) -> Pair | None:
        """The last pair that stands in a table."""
        found = self.pairs.inside(full)
        plain = [p for p in found if p.table is None]
        return max(plain or found, key=lambda pair: pair.start, default=None)

    def _moved_to(self, full: str) -> Pair | None:
        """The last pair that is in a table which nothing of the file was in, by another key that is a path."""
        found = [
            pair
            for pair, names in self.done.names.items()
            if len(names) > 1
            and not pair.header
            and join(pair.within.path, ".".join(names[:-1])) == full
        ]
        return max(found, key=lambda pair: pair.start, default=None)

    def _create(self, full: str, key: str, item: Item) -> None:
        for pair in self.pairs.of(full):
            if pair.table is None and pair not in self.done.gone:
                line = self.pairs.places.span(pair.start, pair.start).line
                raise Unplannable(f"{full} on line {line} is no table, and {key} is to go into it")
        flat = len(self.vec.names) > 1 and not self.vec.header
        if flat and _below(full, self.vec.within.path):
            names = (*_relative(full, self.vec.within.path), key)
            self._addition(self.vec.within, self.vec).pairs[names] = item
            return
        held, path = None, full
        while held is None:
            path = path.rpartition(".")[0]
            held = self.pairs.table(path)
            if held is None and not path:
                raise Unplannable(f"there is no place for [{full}] in it")
        first, *rest = _relative(full, path)
        owner = self.vec.within.owner
        after = owner if owner is not None and owner.within is held else None
        if after is None and held.pairs:
            after = held.pairs[-1]
        made = self._addition(held, after).pairs
        nested: Nested = made.setdefault((first,), {})  # type: ignore[assignment]
        for name in rest:
            nested = nested.setdefault(name, {})  # type: ignore[assignment]
        nested[key] = item

    def _addition(self, within: Held, after: Pair | None) -> Addition:
        for made in self.done.additions:
            if made.within is within and made.after is after:
                return made
        self.done.additions.append(Addition(within, after))
        return self.done.additions[-1]

    # What follows

    def _repeated(self) -> None:
        """Of equal keys the last is in force; where that changes, an earlier one would come into force."""
        for pair in [*self.done.gone, *self.done.names]:
            for other in pair.within.pairs:
                if other is pair:
                    break
                if other.path == pair.path and not other.header and not pair.header:
                    self.done.names.pop(other, None)
                    line = self.pairs.places.span(*pair.tokens[-1]).line
                    self.done.gone.setdefault(other, f"dropped: set again on line {line}")

    def _empty(self) -> None:
        """Let tables go in which nothing is left, from the innermost on."""
        why = {
            self._full(title.title): f"dropped: {title.reason}"
            if title.to is None
            else f"now [{title.to}]"
            for title in self.plan.part.titles
            if title.title not in self.titles
        }
        filled = {id(addition.within) for addition in self.done.additions}
        for held in reversed(self.pairs.tables):
            owner = held.owner
            if owner is None or held.listed or id(held) in filled or owner in self.done.gone:
                continue
            if self.done.emptied(held) or (not held.pairs and held.path in why):
                own = why.get(held.path, "")
                each = [self.done.gone[pair] for pair in held.pairs] if held.bracketed else []
                parts = [own] if own.startswith("now") else [*each, own]
                self.done.gone[owner] = "; ".join(dict.fromkeys(filter(None, parts))) or _EMPTY


def _below(path: str, root: str) -> bool:
    return not root or path == root or path.startswith(f"{root}.")


def _relative(path: str, root: str) -> list[str]:
    rest = path[len(root) + 1 :] if root else path
    return rest.split(".") if rest else []
