"""What is left of the source generation in a launch line that is of the target by all that stands in it: a person has to mend it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from profilecheck.launches import read_flags
from profilecheck.migrate.ledger import Port
from profilecheck.migrate.line_matrix import put_in
from profilecheck.migrate.request import FROM, TO, Source
from profilecheck.profiles import v3_to_v4_launch as launcher
from profilecheck.profiles.launch_environments import misnamed
from profilecheck.profiles.launch_flags import Given
from profilecheck.profiles.launch_lines import Launch
from profilecheck.profiles.launch_programs import TORCH
from profilecheck.profiles.marks import telling
from profilecheck.sources.tables import Places

OF_TORCH: Final = (".pt", ".pth")
"""How the files end that 3.0 saves; under --slowly 4.0's torch trainer may have saved one too."""


def ports(launch: Launch, source: Source, *, is_target: bool) -> Iterator[Port]:
    """One for each name of 3.0 that a workflow puts in for the environment, and where the line is of the target
    (``is_target``) for each checkpoint of 3.0."""
    word = launch.environment
    if word is not None and not word.whole:
        text, places, at = source.document.text, Places(source.document.text), word.span
        raw = text[places.offset(at.line, at.column) : places.offset(at.end_line, at.end_column)]
        names = put_in(text, at.line, raw, lambda name: _is_old(name, source))
        if names:
            yield Port(word.span, f"the environment {raw}", launcher.PUT_IN.format(names=names))
    if is_target and launch.how != "file":
        yield from _checkpoints(launch)


def _is_old(name: str, source: Source) -> bool:
    """Whether a name is one of 3.0's, and no INI of 4.0 in the tree has it."""
    if misnamed(name, TO) is None:
        return False
    configs = source.surroundings.configs
    found = configs.candidates(name) if configs is not None else ()
    own = [one.environment for one in found if one.environment is not None]
    return all(FROM in telling(one.sections, one.settings) for one in own)


def _checkpoints(launch: Launch) -> Iterator[Port]:
    flags = read_flags(launch, TO, {}, complete=False)
    if _may_be_torch(launch, flags):
        return
    for one in flags:
        name = one.option.flag.lstrip("-") if one.option is not None else ""
        if name not in launcher.CHECKPOINTS or not isinstance(one.text, str):
            continue
        if one.text.endswith(OF_TORCH):
            yield Port(one.word.span, f"--{name} {one.text}", launcher.CHECKPOINTS[name])


def _may_be_torch(launch: Launch, flags: tuple[Given, ...]) -> bool:
    """Whether a line is for 4.0's trainer in torch, or a word of it that is not known may say so."""
    values = {one.value_span for one in flags}
    return any(one.option is not None and one.option.flag == f"--{TORCH}" for one in flags) or any(
        word.several or not (word.whole or word.text or word.span in values)
        for word in launch.arguments
    )
