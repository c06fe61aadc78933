"""A recorded call given to the whole checker, in every way in which a user gives it."""

from __future__ import annotations

import json
import keyword
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import yaml
from make_cases import Case

from profilecheck import ConfigError, validate
from profilecheck.engine import check_bytes, check_document, experiment_of
from profilecheck.findings import FileReport, Finding, Severity, Stage, State
from profilecheck.hosts import Host, declared
from profilecheck.judge import verdicts
from profilecheck.mappings import read_keywords
from profilecheck.options import Options
from profilecheck.profiles.base import read_literal, text_of
from profilecheck.profiles.v3_make import decide
from profilecheck.sources.values import read_values
from profilecheck.surroundings import NOWHERE
from profilecheck.target import decide as decide_target

NAMES = frozenset({"PC103", "PC105", "PC106", "PC107"})
"""Rules that speak of a name that is not the target's."""
READING = frozenset({"PC010", "PC012", "PC013"})
"""Rules that speak of a text which was meant to be something else: they know better what is wrong."""

CODES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        (
            *("num-envs-type", "num-envs-below-one", "num-envs-not-integer", "num-envs-float"),
            *("num-envs-too-large", "num-envs-not-int"),
        ),
        frozenset({"PC201"}),
    ),
    **dict.fromkeys(("backend-unknown", "backend-not-a-vectorizer"), frozenset({"PC202"})),
    "envs-by-workers": frozenset({"PC203"}),
    **dict.fromkeys(
        (
            *("num-workers-type", "num-workers-zero", "num-workers-not-finite"),
            *("num-workers-not-int", "num-workers-negative", "envs-per-worker-zero"),
        ),
        frozenset({"PC204"}),
    ),
    "batch-by-envs-per-worker": frozenset({"PC205"}),
    **dict.fromkeys(
        (
            *("batch-size-type", "batch-size-too-large", "batch-auto-without-workers"),
            *("batch-zero", "batch-negative"),
        ),
        frozenset({"PC206"}),
    ),
    **dict.fromkeys(
        ("env-args-shape", "env-kwargs-shape", "env-kwargs-keys"), frozenset({"PC207"})
    ),
    "serial-batch-exceeds-envs": frozenset({"PC208"}),
    **dict.fromkeys(("workers-over-cores", "cores-unknown-to-psutil"), frozenset({"PC210"})),
    "zero-copy-batches": frozenset({"PC211"}),
    "pufferenv-num-envs": frozenset({"PC212"}),
    "env-kwargs-seed-or-buf": frozenset({"PC226"}),
    "unknown-argument": NAMES,
}
"""The codes that stand for each cause of a refusal. answers.py has what the real make says for it."""


def codes_for(case: Case) -> frozenset[str]:
    """The codes of which one must be found, where the real make refuses a call.

    That the first fault of the table is what the real make complains of is proved by itself.
    """
    first = next(f for f in decide(case.kwargs, cores=case.cores) if f.refuses)
    is_text = isinstance(case.kwargs.get(first.keys[0]), str)
    return CODES[first.cause] | (READING if is_text else frozenset())


def differs(case: Case, accepted: bool, codes: frozenset[str]) -> str | None:
    """How the checker and the real make differ on a call; None where they agree."""
    if accepted:
        return f"accepted, but found {sorted(codes)}: {case}" if codes else None
    wanted = codes_for(case)
    return None if codes & wanted else f"found {sorted(codes)}, not {sorted(wanted)}: {case}"


def refusals(findings: Iterable[Finding]) -> frozenset[str]:
    """The codes of the findings that say: make refuses this."""
    return frozenset(
        f.code for f in findings if f.stage is Stage.MAKE and f.severity is Severity.ERROR
    )


def host(case: Case) -> Host:
    """The machine of a case: psutil counts that many cores there, or answers None."""
    return declared("none" if case.cores is None else case.cores, None, "the oracle's")


def given_as_values(case: Case) -> FileReport:
    """The verdict on ``{"vec": {...}}`` as Python values."""
    return judged(check_document(read_values({"vec": case.kwargs}), _options(case)))


def given_as_keywords(case: Case) -> tuple[Finding, ...]:
    """The findings of ``validate(kwargs)``."""
    try:
        return validate(case.kwargs, target="3.0", host=host(case)).findings
    except ConfigError as error:
        return error.findings


def offered(case: Case) -> Iterator[tuple[Finding, frozenset[str], Case]]:
    """Every change that a finding of ``validate(kwargs)`` suggests, with the codes for which make would still
    refuse, and the call as it then is."""
    options = _options(case)
    block = read_keywords(case.kwargs).block
    target = decide_target(block, options, NOWHERE)
    assert target.profile is not None
    experiment = experiment_of(block, target, target.profile, options, NOWHERE)
    found = [(verdict.finding(block.document), verdict.offers) for verdict in verdicts(experiment)]
    for finding, offers in found:
        left = refusals(other for other, _ in found if other is not finding)
        for change in offers:
            changed = {key: value for (_, key), value in change.items()}
            yield finding, left, Case({**case.kwargs, **changed}, None, case.cores)


def given_as_ini(case: Case) -> FileReport | None:
    """The verdict on an INI of these values alone; None where no INI can say the same."""
    text = ini(case.kwargs)
    if text is None:
        return None
    return judged(check_bytes(text.encode(), "case.ini", _options(case, defaults="signature")))


def given_as_text(case: Case, name: str) -> FileReport | None:
    """The verdict on a text in the format that the name ends in; None where it cannot be written so."""
    text = TEXTS[name](case.kwargs)
    if text is None:
        return None
    return judged(check_bytes(text.encode(), f"case.{name}", _options(case, defaults="signature")))


def given_as_python(case: Case) -> FileReport | None:
    """The verdict on a module that makes the call; None where the values cannot be written in it."""
    text = python(case)
    return None if text is None else judged(check_bytes(text.encode(), "case.py", _options(case)))


def judged(report: FileReport) -> FileReport:
    """The report, of which it is certain that the rules have run."""
    assert report.state in (State.OK, State.FINDINGS), (report.reason, report.findings)
    return report


def _options(case: Case, **options: Any) -> Options:
    return Options(target="3.0", host=host(case), **options)


# the texts


def ini(kwargs: Mapping[str, Any]) -> str | None:
    """[vec] and [env]; None where a key or a value does not come back as it is."""
    lines = ["[vec]"]
    for key, value in kwargs.items():
        if key != "env_kwargs":
            lines += _setting(key, value)
    lines.append("[env]")
    keywords = kwargs.get("env_kwargs")
    if not isinstance(keywords, (dict, type(None))):
        return None
    for key, value in (keywords or {}).items():
        lines += _setting(str(key), value) if isinstance(key, str) else ["?"]
    return None if "?" in lines else "\n".join(lines) + "\n"


def python(case: Case) -> str | None:
    """A module with the call, its keywords written out where they are names, else unpacked."""
    creator = "creator" if case.creators is None else f"[creator] * {case.creators}"
    written, unpacked = [], []
    for key, value in case.kwargs.items():
        if repr(read_literal(repr(value))) != repr(value):
            return None
        if isinstance(key, str) and key.isidentifier() and not keyword.iskeyword(key):
            written.append(f"{key}={value!r}")
        else:
            unpacked.append(f"{key!r}: {value!r}")
    arguments = ", ".join(
        [creator, *written, *(["**{" + ", ".join(unpacked) + "}"] if unpacked else [])]
    )
    return f"from pufferlib.vector import make\n\ncreator = object\nmake({arguments})\n"


def _setting(key: str, value: object) -> list[str]:
    text = text_of(value)
    comes_back = repr(read_literal(text)) == repr(value) and text == text.strip()
    plain = key == key.lower() and "\n" not in text
    return [f"{key} = {text.replace('%', '%%')}"] if comes_back and plain else ["?"]


def has_mapping(value: object) -> bool:
    """Whether a value is or holds a mapping, which in a document is a table of its own."""
    if isinstance(value, Mapping):
        return True
    return isinstance(value, (list, tuple)) and any(has_mapping(element) for element in value)


def _is_plain(value: object, *, null: bool = True) -> bool:
    """Whether every format has the value, None where ``null``."""
    if isinstance(value, list):
        return all(_is_plain(element, null=null) for element in value)
    return isinstance(value, (bool, int, float, str)) or (value is None and null)


def _json(kwargs: Mapping[str, Any]) -> str | None:
    finite = all(value == value and value not in _INFINITE for value in _scalars(kwargs))
    plain = all(_is_plain(value) for value in kwargs.values())
    return json.dumps({"vec": kwargs}, indent=1) if plain and finite else None


def _yaml(kwargs: Mapping[str, Any]) -> str | None:
    plain = all(_is_plain(value) for value in kwargs.values())
    return yaml.safe_dump({"vec": kwargs}, sort_keys=False) if plain else None


def _toml(kwargs: Mapping[str, Any]) -> str | None:
    if not all(_is_plain(value, null=False) for value in kwargs.values()):
        return None
    return "[vec]\n" + "".join(f"{key} = {_toml_value(value)}\n" for key, value in kwargs.items())


def _toml_value(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml_value, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False)


_INFINITE = (float("inf"), float("-inf"))
TEXTS = {"json": _json, "yaml": _yaml, "toml": _toml}


def _scalars(value: object) -> Iterator[object]:
    if isinstance(value, Mapping):
        for element in value.values():
            yield from _scalars(element)
    elif isinstance(value, list):
        for element in value:
            yield from _scalars(element)
    else:
        yield value
