"""What the judge does with the hits of all rules: drops, places, and offers what it has tried."""

from __future__ import annotations

import pytest

from profilecheck.blocks import blocks
from profilecheck.engine import experiment_of
from profilecheck.experiment import Mode
from profilecheck.findings import FileReport, Severity
from profilecheck.hosts import declared
from profilecheck.judge import verdicts
from profilecheck.options import Options
from profilecheck.profiles.base import Name
from profilecheck.sources.read import read
from profilecheck.surroundings import NOWHERE
from profilecheck.target import decide
from profilecheck.verdict import Verdict
from tests.rules.helpers import report


def weighed(text: str) -> list[Verdict]:
    """The verdicts on an INI for 3.0, on a machine of 64 cores."""
    document = read(text.encode(), "case.ini")
    assert document is not None
    options = Options(target="3.0", host=declared(64, None, "tests"))
    (block,) = blocks(document)
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


OLD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n"


def codes(text: str, target: str = "3.0", mode: Mode = "train") -> list[str]:
    return [finding.code for finding in report(text, target=target, mode=mode).findings]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("bogus = 1", "PC105"),
        ("use_rnn = True", "PC105"),
        ("gamma = 0.9", "PC107"),
        ("num_workers = 4", "PC107"),
        ("seed = 4", "PC226"),
        ("tag = x", "PC015"),
        ("overwork = True", "PC670"),
    ],
)
def test_a_key_of_default_is_told_once_whatever_sections_it_enters(line: str, code: str) -> None:
    assert codes(f"[DEFAULT]\n{line}\n" + OLD) == [code]


def test_an_error_is_told_of_a_key_of_default_of_which_a_warning_was() -> None:
    text = "[DEFAULT]\nnum_workers = 4\n" + OLD
    assert codes(text, mode="sweep") == ["PC107", "PC670"]


def test_a_key_that_is_set_twice_has_no_value_yet() -> None:
    assert codes(OLD + "num_envs = 9\nnum_workers = 5\n") == ["PC006"]
    assert codes(OLD + "num_workers = '5'\nnum_workers = '6'\n") == ["PC006"]
    assert codes(OLD + "[vec]\nnum_envs = 9\nnum_workers = 5\n") == ["PC007"]
    assert codes(OLD + "[vec]\nnum_workers = 5\n") == ["PC007", "PC203"]


def test_a_name_that_is_set_twice_is_the_same_name() -> None:
    assert codes(OLD + "horizon = 1\nhorizon = 2\n") == ["PC006", "PC105"]


def test_where_the_last_of_two_counts_it_is_judged() -> None:
    text = '{"vec": {"backend": "Serial", "num_envs": 8, "num_workers": 4, "num_workers": 3}}'
    verdict = report(text, name="a.json")
    assert [finding.code for finding in verdict.findings] == ["PC006", "PC203"]


@pytest.mark.parametrize("backend", ["Ray", "Serial"])
def test_an_offer_that_brings_a_warning_gives_way_to_one_that_brings_none(backend: str) -> None:
    text = f"[vec]\nbackend = {backend}\nnum_envs = 8\nnum_workers = 4\nbatch_size = 3\n"
    changes = offered(text, "PC205")
    assert [c for c in changes if ("vec", "batch_size") in c] == [{("vec", "batch_size"): 8}]


def test_how_a_value_is_written_is_idle_where_nothing_reads_it() -> None:
    text = "[base]\nenv_name = x\n[vec]\nbackend = PufferEnv\nnum_envs = 1\nzero_copy = false\nnum_workers = 4  ; all\n"
    assert [finding.code for finding in report(text).findings] == ["PC220", "PC220"]
    used = report(text.replace("PufferEnv", "Multiprocessing"))
    assert {finding.code for finding in used.findings} == {"PC010", "PC013"}


def test_an_offer_breaks_no_other_relation_of_what_it_changes() -> None:
    """32 steps divide the minibatch as 64 do, and then the rows cannot be shared out."""
    train = "[train]\nbatch_size = 100000\nbptt_horizon = 60\n"
    text = "[base]\npackage = ocean\nenv_name = puffer_breakout\n[vec]\nnum_envs = 24\n" + train
    assert not [c for c in offered(text, "PC606") if ("train", "bptt_horizon") in c]


def test_how_a_value_is_written_is_idle_where_nothing_reads_it_by_the_way() -> None:
    text = "[base]\nenv_name = x\n[vec]\nbackend = Ray\nnum_envs = 4\nbatch_size = 4\nzero_copy = false\n"
    told = [finding.code for finding in report(text).findings]
    assert "PC234" in told and "PC013" not in told
    alone = [finding.code for finding in report(text, ignore=["PC234"]).findings]
    assert "PC013" in alone
