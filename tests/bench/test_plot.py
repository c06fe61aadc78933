"""Pictures of reports: what is in them, and reports that belong in none."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from profilecheck.bench.compare import NotComparable
from profilecheck.bench.plot import draw
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
    with pytest.raises(NotComparable, match="mode: sync in sync1, async in async1"):
        draw(reports, "svg")
    assert {"mode sync", "mode async"} <= set(texts(draw(reports, "svg", {"mode"})))


def test_the_same_reports_give_the_same_bytes() -> None:
    reports = [("a", REPORT), ("b", with_workers(2))]
    assert draw(reports, "svg") == draw(reports, "svg")
    picture = draw(reports, "png")
    assert picture == draw(reports, "png") and picture.startswith(b"\x89PNG\r\n")


def test_a_report_of_a_failure_is_refused_even_alone() -> None:
    failed = changed(lambda data: data.update(failures=[{"stage": "start", "message": "x"}]))
    with pytest.raises(NotComparable, match=r"a\.json: failed in start: x"):
        draw([("a.json", failed)], "svg")
