"""What the judge does with the hits of all rules: drops, places, and offers what it has tried."""

from __future__ import annotations

from profilecheck.blocks import blocks
from profilecheck.engine import experiment_of, vec_names
from profilecheck.findings import FileReport, Severity
from profilecheck.hosts import declared
from profilecheck.judge import Verdict, verdicts
from profilecheck.options import Options
from profilecheck.profiles.base import Name
from profilecheck.sources.read import read
from profilecheck.surroundings import NOWHERE
from profilecheck.target import decide
from tests.rules.helpers import report


def weighed(text: str) -> list[Verdict]:
    """The verdicts on an INI for 3.0, on a machine of 64 cores."""
    document = read(text.encode(), "case.ini")
    assert document is not None
    options = Options(target="3.0", host=declared(64, None, "tests"))
    (block,) = blocks(document, vec_names())
    target = decide(block, options, NOWHERE)
    assert target.profile is not None
    return verdicts(experiment_of(block, target, target.profile, options, NOWHERE))


def offered(text: str, code: str) -> list[dict[Name, object]]:
    (offers,) = (verdict.offers for verdict in weighed(text) if verdict.judged.rule.code == code)
    return [dict(change) for change in offers]


def errors(verdict: FileReport) -> list[str]:
    return [f.code for f in verdict.findings if f.severity is Severity.ERROR]


def test_a_fault_is_not_told_twice_where_its_values_are_wrong_themselves() -> None:
    assert errors(report("[vec]\nnum_envs = 8\nnum_workers = '3'\n")) == ["PC012"]


def test_two_faults_that_one_table_keeps_apart_are_both_told() -> None:
    """num_workers = 2 would still leave a batch that is no multiple of 2."""
    text = "[vec]\nnum_envs = 4\nnum_workers = 2.0\nbatch_size = 3\nzero_copy = False\n"
    assert errors(report(text)) == ["PC204", "PC205"]


def test_an_advice_is_dropped_where_its_values_are_wrong() -> None:
    text = "[vec]\nnum_envs = 8\nnum_workers = {}\nbatch_size = 8\n"
    verdict = report(text.format(3), cores=None)
    assert errors(verdict) == ["PC203"]
    assert "PC230" not in {finding.code for finding in verdict.findings}


def test_what_comes_from_defaults_alone_is_not_told() -> None:
    assert not errors(report("[vec]\nseed = 1\n"))


def test_offers_are_values_that_mend_the_fault() -> None:
    """5 workers would divide 100 environments as well, but a batch of 50 is no multiple of 20."""
    changes = offered("[vec]\nnum_envs = 100\nnum_workers = 6\nbatch_size = 50\n", "PC203")
    assert [c["vec", "num_workers"] for c in changes if ("vec", "num_workers") in c] == [4, 2, 10]


def test_nothing_is_offered_where_another_fault_of_the_same_value_would_stay() -> None:
    text = "[vec]\nnum_envs = 7\nnum_workers = 3\nbatch_size = 7\nbackend = Ray\n"
    changes = offered(text, "PC203")
    assert {("vec", "num_workers"): 1} in changes
    workers = [c["vec", "num_workers"] for c in changes if ("vec", "num_workers") in c]
    assert set(workers) <= {1, 7}


def test_an_offer_leaves_faults_that_have_nothing_to_do_with_it() -> None:
    text = "[vec]\nnum_envs = 100\nnum_workers = 6\nbatch_size = 50\n[train]\noptimizer = sgd\n"
    assert offered(text, "PC203") == offered(text.partition("[train]")[0], "PC203") != []
