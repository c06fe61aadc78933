"""Pictures of reports: what is in them, and reports that belong in none."""

from __future__ import annotations

import warnings
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from matplotlib import rc_context

from profilecheck.bench.compare import NotComparable
from profilecheck.bench.plot import Kind, draw
from profilecheck.bench.report import Report
from tests.bench.test_compare import REPORT, changed

SVG = "{http://www.w3.org/2000/svg}"


def with_workers(count: int, **run: Any) -> Report:
    return changed(lambda data: data["run"].update(workers=count, **run))


def texts(picture: bytes) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_one_report_has_its_samples_drawn() -> None:
    picture = draw([("a.json", REPORT)], "svg")
    assert "agent steps per second: samples and medians" in texts(picture)
    assert "workers" not in texts(picture)


def test_several_have_their_scaling_drawn_too() -> None:
    reports = [(f"{n}.json", with_workers(n, oversubscribed=n == 4)) for n in (1, 2, 4)]
    found = texts(draw(reports, "svg"))
    assert {"workers 1", "workers 2", "workers 4 (oversubscribed)"} <= set(found)
    assert {"in proportion to workers", "oversubscribed", "measured"} <= set(found)


def test_what_is_varied_makes_a_line_of_its_own() -> None:
    reports = [
        (f"{mode}{n}", with_workers(n, mode=mode)) for mode in ("sync", "async") for n in (1, 2)
    ]
    with pytest.raises(
        NotComparable, match="mode: sync in sync1 and sync2, async in async1 and async2"
    ):
        draw(reports, "svg")
    assert {"mode sync", "mode async"} <= set(texts(draw(reports, "svg", {"mode"})))


def test_one_report_has_its_name() -> None:
    assert "a.json" in texts(draw([("a.json", REPORT)], "svg"))


def test_reports_with_the_same_facts_have_their_names_beside() -> None:
    reports = [("a", with_workers(1)), ("b", with_workers(1)), ("c", with_workers(2))]
    assert {"workers 1: a", "workers 1: b", "workers 2"} <= set(texts(draw(reports, "svg")))


@pytest.mark.parametrize("kind", ["svg", "png"])
@pytest.mark.parametrize(
    "name", ["$\\foo{$", "\x1b[31m\n\0", "\udcff", "日本語", "very-long-" * 40, "<a&b>", "$x$"]
)
def test_any_name_is_drawn(name: str, kind: Kind) -> None:
    def change(data: dict[str, Any]) -> None:
        data["hardware"]["cpu_model"] = name

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        picture = draw([(name, changed(change)), ("b", changed(change))], kind)
    if kind == "svg":
        assert "b" in texts(picture)
        assert all(len(text) < 150 for text in texts(picture))


def test_no_style_of_the_user_changes_a_picture() -> None:
    reports = [("a", REPORT)]
    usual = draw(reports, "svg")
    with rc_context({"text.usetex": True, "axes.facecolor": "black", "svg.fonttype": "path"}):
        assert draw(reports, "svg") == usual


def test_many_series_have_their_legend_below() -> None:
    reports = [
        (f"{seed}-{count}", with_workers(count, seed=seed)) for seed in range(9) for count in (1, 2)
    ]
    found = texts(draw(reports, "svg", {"seed"}))
    assert {f"seed {seed}" for seed in range(9)} <= set(found)


def test_the_same_reports_give_the_same_bytes() -> None:
    reports = [("a", REPORT), ("b", with_workers(2))]
    assert draw(reports, "svg") == draw(reports, "svg")
    picture = draw(reports, "png")
    assert picture == draw(reports, "png") and picture.startswith(b"\x89PNG\r\n")


def test_a_report_of_a_failure_is_refused_even_alone() -> None:
    failed = changed(lambda data: data.update(failures=[{"stage": "start", "message": "x"}]))
    with pytest.raises(NotComparable, match=r"a\.json: failed in start: x"):
        draw([("a.json", failed)], "svg")
