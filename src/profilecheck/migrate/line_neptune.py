"""The flags of a launch line for Neptune, which 4.0 lacks: they go, or become those of Weights & Biases."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from profilecheck.migrate.line_draft import LineDraft
from profilecheck.profiles import v3_to_v4_neptune as neptune
from profilecheck.profiles.launch_flags import Given
from profilecheck.profiles.migration import Put

_WORKSPACE: Final = re.compile(r"(?P<quote>[\"']?)(?:[\w.-]+/)+")
"""A workspace that is written out before the name of a project."""


def log_elsewhere(
    line: LineDraft, flags: Sequence[tuple[str, Given]], named: Collection[str]
) -> None:
    """Ask where a run is to be logged, and write the flags for it. ``flags`` are those for Neptune with their names,
    ``named`` all of the launcher's own."""
    if not flags:
        return
    answer = line.decide(neptune.KEY, neptune.ASKS, neptune.CHOICES, meanwhile=neptune.MEANWHILE)
    for name, flag in flags:
        to = neptune.INSTEAD.get(name) if answer == neptune.WANDB else None
        if answer == neptune.WANDB and name == neptune.WORKSPACE:
            line.remarks.append(neptune.ENTITY.format(told=line.words.raw_of(flag)))
            line.drop_flag(("", f"--{name}"), flag, neptune.NO_WORKSPACE)
        elif to is None or to in named:
            line.drop_flag(("", f"--{name}"), flag, neptune.NOWHERE)
        elif name == neptune.PROJECT:
            _project(line, name, flag, to)
        else:
            line.rename_flag(
                ("", f"--{name}"), flag, to, neptune.LOGGED, [Put("", f"--{to}", True)]
            )


def _project(line: LineDraft, name: str, flag: Given, to: str) -> None:
    """Neptune's project, WORKSPACE/NAME, as the one of Weights & Biases, which has a name alone."""
    raw, span = line.words.raw_of(flag), flag.value_span
    if span is None:
        line.drop_flag(("", f"--{name}"), flag, neptune.NO_NAME)
        return
    workspace, project = neptune.project_of(flag.text if isinstance(flag.text, str) else raw)
    if isinstance(flag.text, str) and not project:
        line.drop_flag(("", f"--{name}"), flag, neptune.NO_NAME)
        return
    text = _WORKSPACE.sub(r"\g<quote>", raw, count=1) if _WORKSPACE.match(raw) else None
    if text is None and (workspace or not isinstance(flag.text, str)):
        text = line.words.expansions.behind_slash(raw)
        if text is None:
            line.remarks.append(neptune.PERHAPS.format(raw=raw))
    if workspace:
        line.remarks.append(neptune.ENTITY.format(told=workspace))
    reason = neptune.NAMED if text else neptune.LOGGED
    put = Put("", f"--{to}", project if isinstance(flag.text, str) else text or raw)
    line.rename_flag(("", f"--{name}"), flag, to, reason, [put])
    if text is not None:
        line.words.set_raw(flag.word, flag.flag, span, text)
