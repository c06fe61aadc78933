"""Reports as a picture: the samples of each, and how rates scale over workers. Needs matplotlib, an extra."""

from __future__ import annotations

import io
import textwrap
import warnings
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from typing import Any, Final, Literal

from matplotlib import rc_context, rcdefaults, rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, MaxNLocator
from matplotlib.transforms import blended_transform_factory

from profilecheck.bench.compare import Difference, NotComparable, differences, facts
from profilecheck.bench.report import Report
from profilecheck.telling import cut

Kind = Literal["svg", "png"]
SCALING: Final = frozenset({"workers", "batch-size", "oversubscribed"})
"""What may differ without a word: it follows from the number of workers."""

_COLORS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Okabe and Ito's, which can be told apart whatever colours an eye sees."""
_LINES: Final = ("-", "--", "-.")
_LABEL: Final = 85
"""Characters for which there is room above a row."""
_LINE: Final = 130
"""Characters of a line below the picture."""
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


def draw(reports: Sequence[tuple[str, Report]], kind: Kind, vary: Collection[str] = ()) -> bytes:
    """The picture of reports, each with its name; the same reports give the same bytes.

    Raises NotComparable where they differ in more than their workers and what ``vary`` names.
    """
    refused = list(_refused(reports, vary))
    if refused:
        raise NotComparable(refused)
    scales = len({report.run.workers for _, report in reports}) > 1
    rows = 0.6 + 0.45 * len(reports)
    series = len(set(_telling(reports, SCALING)))
    lines = 3.4 + (0.18 * series if series > len(_COLORS) else 0)
    with _style():
        figure = Figure(figsize=(7, 0.6 + rows + (lines if scales else 0)), layout="constrained")
        ratios = [rows, *([lines] if scales else [])]
        axes = figure.subplots(len(ratios), height_ratios=ratios, squeeze=False)[:, 0]
        _samples(axes[0], reports)
        if scales:
            _scaling(axes[1], reports)
        footnote = textwrap.fill(_shown(_footnote(reports[0][1]), 3 * _LINE), _LINE)
        figure.supxlabel(footnote, fontsize=7, color="0.35")
        data = io.BytesIO()
        figure.savefig(data, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else {})
    return data.getvalue()


def _refused(reports: Sequence[tuple[str, Report]], vary: Collection[str]) -> Iterator[Difference]:
    for one in differences(reports):
        if one.name is None or (one.name not in SCALING and one.name not in vary):
            yield one


def _telling(reports: Sequence[tuple[str, Report]], besides: Collection[str]) -> list[str]:
    """Of each report that in which it differs from others."""
    found = [facts(report) for _, report in reports]
    telling = [
        name
        for name in found[0]
        if name not in {*besides, "oversubscribed"} and len({str(one[name]) for one in found}) > 1
    ]
    return [", ".join(f"{name} {one[name]}" for name in telling) for one in found]


def _labels(reports: Sequence[tuple[str, Report]]) -> list[str]:
    """The same, with the name where that is needed to tell one from another."""
    labels = _telling(reports, ())
    counts = Counter(labels)
    return [
        ": ".join(filter(None, (label, name))) if counts[label] > 1 or not label else label
        for label, (name, _) in zip(labels, reports, strict=True)
    ]


def _shown(text: str, most: int) -> str:
    """A text as it can be drawn: no longer than there is room, and without what a picture in SVG must not hold."""
    if not text.isprintable():
        text = text.encode("unicode_escape").decode("ascii")
    return cut(text, most)


def _rates(report: Report) -> list[float]:
    return [one.simulation_steps_per_second for one in report.samples]


def _samples(axes: Axes, reports: Sequence[tuple[str, Report]]) -> None:
    """One row a report: every sample, and the median."""
    labels = _labels(reports)
    for row, (_, report) in enumerate(reports):
        rates = _rates(report)
        fill = "none" if report.run.oversubscribed else _COLORS[0]
        axes.scatter(rates, [row] * len(rates), s=22, facecolors=fill, edgecolors=_COLORS[0])
        axes.plot([median(rates)] * 2, [row - 0.2, row + 0.2], color=_COLORS[1], linewidth=2)
        note = " (oversubscribed)" if report.run.oversubscribed else ""
        place = blended_transform_factory(axes.transAxes, axes.transData)
        label = _shown(labels[row], _LABEL) + note
        axes.text(0.01, row - 0.3, label, transform=place, fontsize=8, in_layout=False)
    axes.set_yticks([])
    axes.set_ylim(len(reports) - 0.5, -0.8)
    axes.set_xlim(left=0)
    axes.xaxis.set_major_formatter(EngFormatter())
    axes.set_title("agent steps per second: samples and medians", loc="left", fontsize=10)


def _scaling(axes: Axes, reports: Sequence[tuple[str, Report]]) -> None:
    """One line for reports that differ in their workers alone, with what proportion would give."""
    series: dict[str, list[Report]] = {}
    for label, (_, report) in zip(_telling(reports, SCALING), reports, strict=True):
        series.setdefault(label, []).append(report)
    for number, (label, own) in enumerate(series.items()):
        color = _COLORS[number % len(_COLORS)]
        own = sorted(own, key=lambda report: report.run.workers)
        workers = [report.run.workers for report in own]
        rates = [_rates(report) for report in own]
        middles = [median(one) for one in rates]
        below = [middle - min(one) for middle, one in zip(middles, rates, strict=True)]
        above = [max(one) - middle for middle, one in zip(middles, rates, strict=True)]
        axes.errorbar(
            workers,
            middles,
            [below, above],
            color=color,
            linestyle=_LINES[number // len(_COLORS) % len(_LINES)],
            capsize=3,
            label=_shown(label or "measured", _LABEL),
        )
        for count, middle, report in zip(workers, middles, own, strict=True):
            fill = "white" if report.run.oversubscribed else color
            axes.plot([count], [middle], "o", color=color, markerfacecolor=fill, zorder=3)
        if workers[-1] > workers[0]:
            ends = [workers[0], workers[-1]]
            ideal = [middles[0] * count / workers[0] for count in ends]
            axes.plot(ends, ideal, ":", color=color, linewidth=1)
    axes.plot([], [], ":", color="0.4", linewidth=1, label="in proportion to workers")
    if any(report.run.oversubscribed for _, report in reports):
        axes.plot([], [], "o", color="0.4", markerfacecolor="white", label="oversubscribed")
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(EngFormatter())
    axes.set_xlabel("workers")
    axes.set_title("median by workers, from slowest to fastest sample", loc="left", fontsize=10)
    if len(series) <= len(_COLORS):
        axes.legend(frameon=False, fontsize=8)
    else:  # it would lie over all that is drawn
        axes.legend(frameon=False, fontsize=7, loc="upper center", bbox_to_anchor=(0.5, -0.15))


def _footnote(report: Report) -> str:
    run, hardware = report.run, report.hardware
    return (
        f"{report.environment.name} {report.environment.revision}, {run.envs} environments, agents in "
        f"each: {report.environment.agents}, work {report.environment.work}; "
        f"{hardware.cpu_model or 'a CPU not known'}, {hardware.cores or '?'} cores; "
        "environments alone, nothing is trained"
    )
