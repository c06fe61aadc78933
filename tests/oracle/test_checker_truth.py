"""The whole checker against what the real 3.0.0 answered: its errors of stage make are make's own.

test_truth_table.py proves the decision table; here a call goes in as a user gives it, and findings
come out.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest
from make_cases import Case

from profilecheck.findings import FileReport
from profilecheck.profiles.anchors import is_vec
from tests.oracle.answers import ANSWERS
from tests.oracle.checker import (
    CODES,
    TEXTS,
    differs,
    given_as_ini,
    given_as_keywords,
    given_as_python,
    given_as_text,
    given_as_values,
    has_mapping,
    refusals,
)
from tests.oracle.test_truth_table import truth

pytestmark = pytest.mark.usefixtures("without_offers")

NO_CONFIG_SAYS = {"reserved-argument", "creators-native", "creators-length"}
NO_CONFIG_SAYS |= {"creators-env-args-length", "creators-env-kwargs-length"}
"""Causes that need a list of creators, or a name that make has twice."""

INI, TYPED = 3, 8
"""One in so many calls is written as an INI, and as TOML, JSON and YAML."""


@cache
def calls() -> list[tuple[Case, bool]]:
    """Every recorded call with one creator that names something of [vec], and whether make took it."""
    return [
        (case, raised is None)
        for case, raised, _ in truth()
        if case.creators is None and set(case.kwargs) - {"Seed", "env", "buf", "start_method"}
    ]


def test_every_cause_has_codes() -> None:
    assert set(CODES) == set(ANSWERS) - NO_CONFIG_SAYS


@pytest.mark.heavy
def test_python_values_are_judged_as_make_judges_them() -> None:
    found = [
        differs(case, accepted, refusals(given_as_values(case).findings))
        for case, accepted in calls()
        if accepted or not has_table(case)
    ]
    assert [told for told in found if told] == []
    assert len(found) > 2300


def has_table(case: Case) -> bool:
    """Whether a value is a mapping: in a document it is a table, say a search space, and not known."""
    return any(has_mapping(value) for value in case.kwargs.values())


@pytest.mark.heavy
def test_keyword_arguments_are_judged_as_make_judges_them() -> None:
    found = [
        differs(case, accepted, refusals(given_as_keywords(case))) for case, accepted in calls()
    ]
    assert [told for told in found if told] == []
    assert len(found) > 2500


@pytest.mark.heavy
def test_an_ini_is_judged_as_make_judges_its_values() -> None:
    found = [
        differs(case, accepted, refusals(report.findings))
        for case, accepted in calls()[::INI]
        if (report := given_as_ini(case)) is not None
    ]
    assert [told for told in found if told] == []
    assert len(found) > 700


@pytest.mark.heavy
def test_a_call_in_python_is_judged_as_make_judges_it() -> None:
    found = [
        differs(case, raised is None, refusals(report.findings))
        for case, raised, _ in truth()
        if case.creators is None and (report := given_as_python(case)) is not None
    ]
    assert [told for told in found if told] == []
    assert len(found) > 2400


@pytest.mark.heavy
def test_a_call_in_python_with_a_list_of_creators_is_refused_where_make_refuses_it() -> None:
    found = [
        (raised is not None) == bool(refusals(report.findings))
        for case, raised, _ in truth()
        if case.creators is not None and (report := given_as_python(case)) is not None
    ]
    assert all(found)
    assert len(found) > 200


@pytest.mark.heavy
@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_judged_as_its_values_are(name: str) -> None:
    told = [case for case, _ in calls()[::TYPED] if told_by_names(case.kwargs)]
    reports = [(given_as_text(case, name), given_as_values(case)) for case in told]
    both = [(text, values) for text, values in reports if text is not None]
    for text, values in both:
        assert codes(text) == codes(values), text.text
    assert len(both) > 200


def told_by_names(kwargs: Mapping[str, object]) -> bool:
    """Whether a file with these values is taken for a config, and they for final ones: not where it
    holds only words of any program, and where a list stands for the values of a sweep."""
    lists = [key for key, value in kwargs.items() if isinstance(value, (list, tuple, dict))]
    return is_vec(kwargs, asked=True) and set(lists) <= {"env_args", "env_kwargs"}


def codes(report: FileReport) -> list[tuple[str, str]]:
    return sorted((finding.code, finding.severity.value) for finding in report.findings)
