"""The call of ``vector.make`` that an experiment is, as this family sees it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from profilecheck.document import UNKNOWN, Argument, Call, Definition, Document, Site
from profilecheck.experiment import Experiment
from profilecheck.layers import Value
from profilecheck.profiles.v3_call import CREATORS
from profilecheck.profiles.v3_processes import STARTS_PROCESSES, argument

NOT_FORKED = "on macOS, Windows and Python 3.14"
"""Where processes are not forked unless the program says so."""
SETTER = ".set_start_method"
_CELL = re.compile(r"#\s*(%%|In\s?\[)")


def backend_of(experiment: Experiment) -> Value | None:
    """The backend of a call of ``make``, where it is known; None for a module as a whole."""
    backend = experiment.get("vec", "backend")
    known = backend is not None and isinstance(backend.value, str)
    return backend if known and experiment.block.call is not None else None


def starting(experiment: Experiment) -> tuple[Call, Site, Value] | None:
    """The call, its site and its backend, if it is sure to start worker processes from this file."""
    call, backend = experiment.block.call, backend_of(experiment)
    if call is None or call.site is None or backend is None or backend.value != STARTS_PROCESSES:
        return None
    return call, call.site, backend


def arguments(experiment: Experiment) -> tuple[Value, ...]:
    """All that the call is given: with a wrong one of them it starts nothing."""
    return tuple(value for value in experiment.config.own() if value.section == "vec")


def creators(experiment: Experiment) -> Iterator[Definition]:
    """The functions and classes of the file that are the creators of a call."""
    given = creators_argument(experiment)
    yield from given.definitions if given is not None else ()


def creators_argument(experiment: Experiment) -> Argument | None:
    """The argument that holds the creators."""
    call = experiment.block.call
    return None if call is None else argument(call, CREATORS)


def setters(document: Document) -> Iterator[Call]:
    """The calls that set how processes are started, but for those that are expected to fail."""
    return (call for call in document.calls if call.name.endswith(SETTER) and not call.expected)


def is_forced(setter: Call) -> object:
    """Whether such a call is sure to set it, whatever is in force: a bool, or UNKNOWN."""
    given = (a.value for a in setter.arguments if a.key in ("force", 1))
    return next(given, UNKNOWN if setter.rest else False)


def told(definition: Definition) -> str:
    """A function or class of the file in words."""
    if definition.kind == "lambda":
        return f"the lambda of line {definition.span.line}"
    if definition.kind == "instance":
        return f"an instance of the class {definition.name} of line {definition.span.line}"
    return f"the {definition.kind} {definition.name} of line {definition.span.line}"


def is_interactive(document: Document) -> bool:
    """Whether a file is run in cells: its program ends when the user says so."""
    is_notebook = PurePosixPath(document.path).suffix == ".ipynb"
    return is_notebook or any(_CELL.match(comment.text) for comment in document.comments)


def is_run_once(document: Document) -> bool:
    """Whether a file is no program that a worker would import: run in cells, by pytest, or by ``python -m``
    as a package, whose ``__main__`` is left alone."""
    path = PurePosixPath(document.path)
    is_test = path.stem.startswith("test_") or path.stem.endswith("_test")
    named = path.name in ("__main__.py", "conftest.py")
    return is_test or named or is_interactive(document)
