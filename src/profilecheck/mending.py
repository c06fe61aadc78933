"""The fix of a finding that brings no edits of its own: those that carry out a mend, or an offered change."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from profilecheck.blocks import ANCHORS, Block
from profilecheck.document import Document, Setting
from profilecheck.edits import EditError, apply
from profilecheck.experiment import Experiment
from profilecheck.findings import Edit, Fix
from profilecheck.layers import OVERRIDE
from profilecheck.mends import Mend, Step
from profilecheck.migrate.editors import EDITORS
from profilecheck.migrate.ledger import Entry, Part, Title
from profilecheck.migrate.plan import Plan, Unplannable
from profilecheck.profiles.base import Name
from profilecheck.profiles.migration import Action, Put
from profilecheck.sources.ini import DEFAULT


def of_text(fix: Fix, document: Document) -> Fix | None:
    """A fix that a rule brings for YAML; None where it would change what is read elsewhere in the file too."""
    from profilecheck.migrate import yaml  # it needs the extra that read the document

    return None if yaml.is_shared(document, fix.edits) else fix


def of_mend(mend: Mend, document: Document, block: Block | None = None) -> Fix | None:
    """A mend, of an experiment or of an INI's text, as edits; None where the format has no editor, or the editor
    no way: but for INI, none reads a text that its loader refuses."""
    editor = EDITORS.get(document.format)
    if editor is None or (document.broken and document.format != "ini"):
        return None
    try:
        edits = tuple(editor(document, [_plan(block, mend)]))
        apply(document.text, edits)
    except (Unplannable, EditError):
        return None
    return Fix(mend.description, edits, safe=mend.safe) if edits else None


def of_offer(change: Mapping[Name, object], experiment: Experiment) -> Fix | None:
    """A change of values as edits; unsafe always, for another change would mend the fault too. None where
    the file does not decide the values, or holds no literal."""
    steps: list[Step] = []
    for name, new in change.items():
        value = experiment.config.get(*name)
        setting = value.setting if value is not None and value.layer.kind == "file" else None
        if value is not None and (value.layer is OVERRIDE or (value.layer.own and not setting)):
            return None  # the file's value is not the one in force
        if setting is not None and (setting.section == DEFAULT or setting.possible):
            return None
        steps.append(Step(setting, (Put(*name, new),)))
    told = " and ".join(f"{key} = {new}" for (_, key), new in change.items())
    mend = Mend(f"set {told}", tuple(steps), safe=False)
    document = experiment.document
    if document.format == "python":
        return _in_python(mend)
    return of_mend(mend, document, experiment.block)


def _in_python(mend: Mend) -> Fix | None:
    """Literals replaced where they stand; None where the value is anything else."""
    edits = []
    for step in mend.steps:
        setting = step.setting
        if setting is None or not _is_its_literal(setting):
            return None
        edits.append(Edit(setting.value_span, repr(step.puts[0].value)))
    return Fix(mend.description, tuple(edits), safe=mend.safe)


def _is_its_literal(setting: Setting) -> bool:
    try:
        return repr(ast.literal_eval(setting.raw)) == repr(setting.value)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False


def _plan(block: Block | None, mend: Mend) -> Plan:
    steps = [*mend.steps, *_kept(block, mend)]
    entries = tuple(map(_entry, steps))
    titles = tuple(Title(one.section.name, one.section.span, one.to, "") for one in mend.titles)
    return Plan(
        part=Part(block.prefix if block is not None else "", entries, titles),
        settings=tuple(step.setting for step in steps),
        promised={put.name: put.value for step in steps for put in step.puts},
        keeps_struck=False,
    )


def _kept(block: Block | None, mend: Mend) -> Iterator[Step]:
    """The settings of the table that anchors the experiment: beside them an editor puts what is new."""
    touched = {step.setting.key_span for step in mend.steps if step.setting is not None}
    for setting in block.settings if block is not None else ():
        if setting.section == ANCHORS[0] and setting.key_span not in touched:
            yield Step(setting, (_as_it_is(setting),))


def _as_it_is(setting: Setting) -> Put:
    return Put(setting.section, setting.key, setting.value, as_written=True)


def _entry(step: Step) -> Entry:
    setting, puts = step.setting, step.puts
    if setting is None:
        return Entry("", "", "", None, "added", puts, "")
    action: Action = "moved" if puts else "dropped"
    if puts == (_as_it_is(setting),):
        action = "kept"
    return Entry(setting.section, setting.key, setting.raw, setting.key_span, action, puts, "")
