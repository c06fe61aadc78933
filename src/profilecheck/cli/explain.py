"""Explain a config: each value in force, its layer, and what follows.

As 3.0, workers, batches and the shapes of what they hand over follow; as 4.0, buffers, threads
and rollouts. Nothing is imported or run.

Exit codes: 0 explained, 1 explained and it does not run as it is, 2 wrong usage, or nothing to
explain: unreadable, no config of PufferLib, or no target.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from profilecheck.cli import judging
from profilecheck.cli.output import CLEAN, FAILED, FOUND, Output, UsageError

if TYPE_CHECKING:
    from profilecheck.document import Document
    from profilecheck.explain import Explanation


NO_EXPERIMENT: Final = "there is no call of vector.make and no launch in it"
PINS: Final = "it tells what a project asks for, which `profilecheck check` judges, and nothing follows from it"


def declare(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments to its parser."""
    parser.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    judging.declare(parser)
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="(default: text)"
    )
    parser.add_argument(
        "-v", "--verbose", action="count", default=0, help="also tables that only defaults fill"
    )
    parser.add_argument(
        "--stdin-filename",
        metavar="NAME",
        help="the name of standard input, which decides its format (default: an INI)",
    )


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Print the explanation. 1 where the config does not run, 2 where there is nothing to explain."""
    from profilecheck.checking import whole
    from profilecheck.cli import explained
    from profilecheck.engine import check_document
    from profilecheck.explain import explain
    from profilecheck.surroundings import NOWHERE, look

    judging.refuse_paths([arguments.file], arguments.stdin_filename)
    name = arguments.stdin_filename if arguments.file == judging.STDIN else arguments.file
    settings = judging.settings_for([name] if name else [])
    options = judging.options_from(
        arguments, settings, select=settings.select, ignore=settings.ignore
    )
    document = judging.document_of(arguments.file, name, PINS)
    if document.broken:
        return _refuse(document, output)
    file = whole(Path(name)) if name else None
    found = explain(document, options, look(Path(name)) if name else NOWHERE, file=file)
    if not found:
        reason = check_document(document, options, file=file).reason
        raise UsageError(f"{document.path}: {reason or NO_EXPERIMENT}")
    if arguments.format == "json":
        output.write(explained.as_json(document.path, found))
    else:
        output.write(explained.as_text(document.path, found, verbose=bool(arguments.verbose)))
    return _code(document, found, output)


def _refuse(document: Document, output: Output) -> int:
    for problem in document.problems:
        if problem.fatal:
            place = f"{document.path}:{problem.span.start}"
            output.fail(f"{place}: {problem.message}")
    output.fail(f"{document.path}: its loader refuses this file, so there is nothing to explain")
    return FOUND


def _code(document: Document, found: list[Explanation], output: Output) -> int:
    undecided = [one for one in found if one.profile is None]
    for one in undecided:
        why = "names of two generations" if one.state == "mixed" else "nothing tells its generation"
        output.fail(f"{document.path}: {why}: give --target")
    if undecided:
        return FAILED
    return FOUND if any(one.errors for one in found) else CLEAN
