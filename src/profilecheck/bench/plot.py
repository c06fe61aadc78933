"""Reports as a picture: the samples of each, and how rates scale over workers. Needs matplotlib, an extra."""

from __future__ import annotations

import io
import warnings
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from statistics import median
from typing import Any, Final, Literal

from matplotlib import rc_context, rcdefaults, rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import EngFormatter, MaxNLocator
from matplotlib.transforms import blended_transform_factory

from profilecheck.bench.compare import Difference, NotComparable, differences
from profilecheck.bench.labels import SCALING, Named, footnote, labels, telling, wrapped
from profilecheck.bench.report import Report

Kind = Literal["svg", "png"]

_COLORS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Okabe and Ito's, which can be told apart whatever colours an eye sees."""
_LINES: Final = ("-", "--", "-.")
_GREY: Final = "0.4"
_WIDTH: Final = 7.0
_HIGHEST: Final = 430.0
"""Inches; at 150 dots in each, matplotlib draws no higher picture."""
_ROW: Final = 0.3
_LINE: Final = 0.15
"""Inches that the samples of a report take, and a line of its label."""
_LEGEND: Final = 0.18
"""Inches that a line of the legend takes."""
_SCALING: Final = 3.2
_LABEL: Final = 85
"""Characters for which there is room above a row, and beside a line of the legend."""
_SHORT: Final = 24
"""Characters of a label for which there is room three times in a line of the legend."""
_NOTE: Final = 120
"""Characters of a line below the picture."""
_APART: Final = 0.16
"""How far apart lines are drawn that have points at the same number of workers, all of them together."""
_STYLE: Final[Any] = {
    "text.parse_math": False,  # a name may hold dollars
    "svg.hashsalt": "profilecheck",  # ids are drawn by chance without it
    "svg.fonttype": "none",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


@contextmanager
def _style() -> Iterator[None]:
    """Our style over matplotlib's own, whatever the user's matplotlibrc says. Of characters that its font lacks it draws boxes,
    and need not say so."""
    with rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rcdefaults()
        rcParams.update(_STYLE)
        yield


def draw(reports: Named, kind: Kind, vary: Collection[str] = ()) -> bytes:
    """The picture of reports, each with its name; the same reports give the same bytes.

    Raises NotComparable where they differ in more than their workers and what ``vary`` names.
    """
    refused = list(_refused(reports, vary))
    if refused:
        raise NotComparable(refused)
    told = [wrapped(label, _LABEL) for label in labels(reports)]
    rows = sum(_ROW + _LINE * (label.count("\n") + 1) for label in told)
    series = _series(reports)
    scales = any(len({report.run.workers for report in own}) > 1 for own in series.values())
    note = wrapped(footnote(reports), _NOTE)
    heights = [rows]
    if scales:
        legend = [wrapped(label or "measured", _LABEL) for label in series]
        columns = 3 if all(len(label) <= _SHORT for label in legend) else 1
        lines = sum(label.count("\n") + 1 for label in legend) + 2
        heights += [_SCALING, _LEGEND * ceil(lines / columns)]
    height = sum(heights) + 0.7 + _LINE * (note.count("\n") + 1) + (0.5 if scales else 0)
    with _style():
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        axes = figure.subplots(len(heights), height_ratios=heights, squeeze=False)[:, 0]
        _samples(axes[0], reports, told, series if scales else {})
        if scales:
            _scaling(axes[1], series)
            _legend(axes[2], legend, columns, reports)
        figure.supxlabel(note, fontsize=7, color="0.35")
        data = io.BytesIO()
        dots = 150 * min(1.0, _HIGHEST / height)
        metadata = {"Date": None} if kind == "svg" else {}
        figure.savefig(data, format=kind, dpi=dots, metadata=metadata)
    return data.getvalue()


def _refused(reports: Named, vary: Collection[str]) -> Iterator[Difference]:
    for one in differences(reports):
        if one.name is None or (one.name not in SCALING and one.name not in vary):
            yield one


def _series(reports: Named) -> dict[str, list[Report]]:
    """The reports that differ in their workers alone, by what else they differ in from others."""
    series: dict[str, list[Report]] = {}
    for label, (_, report) in zip(telling(reports, SCALING), reports, strict=True):
        series.setdefault(label, []).append(report)
    return {
        label: sorted(own, key=lambda report: report.run.workers) for label, own in series.items()
    }


def _color(number: int) -> str:
    return _COLORS[number % len(_COLORS)]


def _line(number: int) -> Any:
    return _LINES[number // len(_COLORS) % len(_LINES)]


def _rates(report: Report) -> list[float]:
    return [one.simulation_steps_per_second for one in report.samples]


def _samples(
    axes: Axes, reports: Named, told: Sequence[str], series: dict[str, list[Report]]
) -> None:
    """One row a report, in the colour of its line below: every sample, and the median."""
    colors = {id(one): _color(at) for at, own in enumerate(series.values()) for one in own}
    place = blended_transform_factory(axes.transAxes, axes.transData)
    at = 0.0
    for label, (_, report) in zip(told, reports, strict=True):
        rates, color = _rates(report), colors.get(id(report), _COLORS[0])
        at += _LINE * (label.count("\n") + 1)
        note = " (oversubscribed)" if report.run.oversubscribed else ""
        axes.text(0.01, at, label + note, transform=place, fontsize=8, in_layout=False, va="bottom")
        fill = "none" if note else color
        axes.scatter(rates, [at + _ROW / 2] * len(rates), s=22, facecolors=fill, edgecolors=color)
        axes.plot([median(rates)] * 2, [at + 0.04, at + _ROW - 0.04], color="black", linewidth=2)
        at += _ROW
    axes.set_yticks([])
    axes.set_ylim(at + 0.05, -0.02)
    axes.set_xlim(0, 1.05 * max(max(_rates(report)) for _, report in reports))
    axes.xaxis.set_major_formatter(EngFormatter())
    axes.set_title("agent steps per second: samples and medians", loc="left", fontsize=10)


def _scaling(axes: Axes, series: dict[str, list[Report]]) -> None:
    """One line for reports that differ in their workers alone, with what proportion would give on cores that are there."""
    apart = _APART / len(series)
    for number, own in enumerate(series.values()):
        color = _color(number)
        aside = apart * (number - (len(series) - 1) / 2)
        workers = [report.run.workers for report in own]
        middles = [median(_rates(report)) for report in own]
        axes.errorbar(
            [count + aside for count in workers],
            middles,
            [
                [middle - min(_rates(one)) for middle, one in zip(middles, own, strict=True)],
                [max(_rates(one)) - middle for middle, one in zip(middles, own, strict=True)],
            ],
            color=color,
            linestyle=_line(number),
            capsize=3,
        )
        for count, middle, report in zip(workers, middles, own, strict=True):
            fill = "white" if report.run.oversubscribed else color
            axes.plot([count + aside], [middle], "o", color=color, markerfacecolor=fill, zorder=3)
        last = max((one.run.workers for one in own if not one.run.oversubscribed), default=0)
        if last > workers[0]:
            ideal = [middles[0] * count / workers[0] for count in (workers[0], last)]
            axes.plot([workers[0] + aside, last + aside], ideal, ":", color=color, linewidth=1)
    highest = max(max(_rates(report)) for own in series.values() for report in own)
    axes.set_ylim(0, 1.15 * highest)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(EngFormatter())
    axes.set_xlabel("workers")
    axes.set_ylabel("agent steps per second")
    axes.set_title("median by workers, from slowest to fastest sample", loc="left", fontsize=10)


def _legend(axes: Axes, told: Sequence[str], columns: int, reports: Named) -> None:
    """What each line is: in a room of its own, so that it lies over nothing and nothing over it."""
    lines = [
        Line2D([], [], color=_color(at), linestyle=_line(at), marker="o", markersize=5, label=label)
        for at, label in enumerate(told)
    ]
    lines.append(Line2D([], [], color=_GREY, linestyle=":", label="in proportion to workers"))
    if any(report.run.oversubscribed for _, report in reports):
        hollow = Line2D([], [], color=_GREY, linestyle="", marker="o", label="oversubscribed")
        hollow.set_markerfacecolor("white")
        lines.append(hollow)
    axes.set_axis_off()
    legend = axes.legend(
        handles=lines, frameon=False, fontsize=8, ncols=columns, loc="upper left", borderpad=0
    )
    legend.set_in_layout(False)
