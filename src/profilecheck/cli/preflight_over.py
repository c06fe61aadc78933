"""A preflight's config over the INIs that are installed, as `run` lays it over them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from profilecheck.cli import judging
from profilecheck.cli.output import UsageError

if TYPE_CHECKING:
    from profilecheck.options import Options
    from profilecheck.preflight.judged import Verdict

ALONE = (
    "what {path} leaves out was judged as default.ini has it; --python PATH takes it from the INI that the PufferLib "
    "of that interpreter has for the environment, as `run` does"
)
"""What is told of a config that was laid over default.ini alone."""


def over_installed(
    path: str, python: str, environment: str | None, below: dict[str, None]
) -> Callable[[Options], Verdict] | None:
    """How a config is judged over what the PufferLib of an interpreter here has installed; None where it cannot be read, which
    is a verdict of its own. ``below`` gets the INIs. Raises UsageError."""
    from profilecheck.checking import whole
    from profilecheck.launch.installed import NoRuntime, find
    from profilecheck.launch.plan import NothingToRun, Request, plan
    from profilecheck.launch.verdicts import beneath
    from profilecheck.surroundings import look

    document = judging.document_of(path, path)
    if document.broken:
        return None
    try:
        runtime = find(python, Path.cwd())
    except NoRuntime as error:
        raise UsageError(str(error)) from error
    file, around = whole(Path(path)), look(Path(path))

    def verdict(options: Options) -> Verdict:
        try:
            made = plan(Request(document, file, options, around, environment), runtime)
        except NothingToRun as error:
            raise UsageError(f"{path}: {error}") from error
        if made.inis is None:
            raise UsageError(f"{path}: {'; '.join((*made.mismatch, *made.refusals))}")
        below.update(dict.fromkeys(made.below))
        return made.reports[0], tuple(beneath(made.experiment, options))

    return verdict


def lies_over_default(path: str) -> bool:
    """Whether what a config leaves out is judged as default.ini has it."""
    return judging.document_of(path, path).format == "ini"
