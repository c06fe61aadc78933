"""Pictures of reports: what is in them, and reports that belong in none."""

from __future__ import annotations

import warnings
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from typing import Any

import pytest
from matplotlib import rc_context

from profilecheck.bench.compare import NotComparable
from profilecheck.bench.labels import footnote, wrapped
from profilecheck.bench.plot import Kind, draw
from profilecheck.bench.report import Report
from profilecheck.bench.workload import Mode
from tests.bench.helpers import SMALL, workers
from tests.bench.reports import another, changed

REPORT = another()
SVG = "{http://www.w3.org/2000/svg}"


def with_workers(count: int, mode: Mode = "sync", **workload: int) -> Report:
    layout = replace(workers(count=count, batch=4), mode=mode, overwork=count > 2)
    return another(layout, replace(SMALL, **workload))


def texts(picture: bytes) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_one_report_has_its_samples_drawn() -> None:
    picture = draw([("a.json", REPORT)], "svg")
    assert "agent steps per second: samples and medians" in texts(picture)
    assert "workers" not in texts(picture)


def test_several_have_their_scaling_drawn_too() -> None:
    reports = [(f"{n}.json", with_workers(n)) for n in (1, 2, 4)]
    found = texts(draw(reports, "svg"))
    assert {"workers 1", "workers 2", "workers 4 (oversubscribed)"} <= set(found)
    assert {"in proportion to workers", "oversubscribed", "measured"} <= set(found)


def test_what_is_varied_makes_a_line_of_its_own() -> None:
    modes: tuple[Mode, ...] = ("sync", "async")
    reports = [(f"{mode}{n}", with_workers(n, mode)) for mode in modes for n in (1, 2)]
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


def drawn_beyond(reports: list[tuple[str, Report]], vary: set[str]) -> list[str]:
    """The texts of a picture that do not lie within it."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    beyond: list[str] = []

    def look(figure: Figure, *arguments: Any, **more: Any) -> None:
        canvas: Any = FigureCanvasAgg(figure)
        canvas.draw()
        box = figure.bbox.padded(1)
        ticks = {
            one for axes in figure.axes for one in axes.get_xticklabels()
        }  # some are not drawn
        for text in figure.findobj(Text):
            assert isinstance(text, Text)
            extent = text.get_window_extent()
            within = box.contains(extent.x0, extent.y0) and box.contains(extent.x1, extent.y1)
            if text.get_text() and text not in ticks and not within:
                beyond.append(text.get_text())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "savefig", look)
        draw(reports, "png", vary)
    return beyond


VARIED = {"backend", "start-method", "envs", "agents", "steps-per-env", "mode", "work", "seed"}


@pytest.mark.heavy
@pytest.mark.parametrize("count", [1, 2, 8, 40])
def test_all_words_lie_within_the_picture(count: int) -> None:
    def various(n: int) -> Report:
        mode: Mode = "async" if n % 2 else "sync"
        return with_workers(
            (1, 2, 4)[n // 2 % 3], mode, seed=n // 8, steps_per_env=10 ** (n % 4 + 2)
        )

    name = "a very long folder name for experiments of the spring/and one more, long as well/" * 2
    assert not drawn_beyond([(f"{name}{n}", with_workers(2)) for n in range(count)], set())
    assert not drawn_beyond([(f"{name}{n}", various(n)) for n in range(count)], VARIED)


def test_what_a_serial_run_has_not_is_not_told_of_it() -> None:
    found = " ".join(texts(draw([("a", REPORT), ("b", with_workers(2))], "svg", {"backend"})))
    assert "backend serial backend multiprocessing, start-method spawn, workers 2" in (
        " ".join(found.split())
    )
    assert "None" not in found


def test_what_is_below_the_picture_is_true_of_all_reports() -> None:
    one = another(workload=replace(SMALL, agents=1))
    alone = footnote([("a", one)])
    assert "4 environments, 1 agent in each, work 2, serial, sync, " in alone
    both = footnote([("a", one), ("b", with_workers(2, "async", envs=8))])
    assert not any(word in both for word in ("environments,", "in each", "serial", "sync"))
    assert "work 2" in both and "nothing is trained" in both


def test_the_name_of_a_setting_is_not_broken() -> None:
    assert wrapped("agents 1, steps-per-env 500", 20) == "agents 1,\nsteps-per-env 500"
    assert wrapped("a" * 100, 20, 2).count("\n") <= 1


def test_no_number_stands_without_its_unit() -> None:
    told = wrapped("spawn, AMD EPYC, 2 cores, environments alone: nothing is trained", 21)
    assert told.split("\n")[:2] == ["spawn, AMD EPYC,", "2 cores, environments"]


def test_reports_that_scale_by_nothing_have_no_lines() -> None:
    reports = [("a", with_workers(1, "sync")), ("b", with_workers(2, "async"))]
    assert "in proportion to workers" not in texts(draw(reports, "svg", {"mode"}))


def test_the_same_reports_give_the_same_bytes() -> None:
    reports = [("a", with_workers(1)), ("b", with_workers(2))]
    assert draw(reports, "svg") == draw(reports, "svg")
    picture = draw(reports, "png")
    assert picture == draw(reports, "png") and picture.startswith(b"\x89PNG\r\n")


def test_a_report_of_a_failure_is_refused_even_alone() -> None:
    failed = changed(lambda data: data.update(failures=[{"stage": "start", "message": "x"}]))
    with pytest.raises(
        NotComparable, match=r"a\.json: incomplete, 3 of 3 repeats: failed in start: x"
    ):
        draw([("a.json", failed)], "svg")
