"""What a sweep may draw, and what comes of it, against the real 3.0.0, asked now."""

from __future__ import annotations

from pathlib import Path

import pytest
import record
import sweep_oracle
from make_cases import Case

from profilecheck.profiles.sweep_draws import draws
from tests.rules.helpers import report

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.heavy,
    pytest.mark.usefixtures("without_offers"),
]

COUNT = 4000
SPACES = [
    ("int_uniform", 1, 16, 8, "auto"),
    ("int_uniform", 2, 9, 3, 0.25),
    ("int_uniform", 1.5, 6.5, 4, 2),
    ("uniform_pow2", 1, 16, 8, "auto"),
    ("uniform_pow2", 3, 100, 16, 0.3),
    ("uniform", 0.0, 5.0, 1.0, "auto"),
    ("log_normal", 1e-5, 0.1, 0.01, 0.5),
    ("log_normal", 5e7, 1e10, 1e8, "time"),
    ("logit_normal", 0.8, 0.9999, 0.98, "auto"),
]


def test_what_is_drawn_is_what_the_real_sweep_draws(oracle: Path) -> None:
    keys = ("distribution", "min", "max", "mean", "scale")
    cases = [
        {"sweep": {}, "table": dict(zip(keys, map(str, space), strict=True)), "draws": COUNT}
        for space in SPACES
    ]
    answers = sweep_oracle.ask(oracle, cases)
    assert len(answers) == len(SPACES)
    for space, answer in zip(SPACES, answers, strict=True):
        for method, real in (("Random", "near"), ("Protein", "wide")):
            found, drawn = draws(method, *space), answer["drawn"][real]
            if space[0] in ("int_uniform", "uniform_pow2"):
                assert [*found] == drawn, (method, space)
            else:
                near = pytest.approx((drawn[0], drawn[-1]), rel=0.05, abs=0.02)
                assert (found[0], found[-1]) == near, (method, space)


VECS: list[dict[str, object]] = [
    {"num_workers": 2, "batch_size": "auto"},
    {"num_workers": "auto", "batch_size": "auto"},
    {"num_workers": 1, "batch_size": 4},
    {"num_workers": 4, "batch_size": 4},
    {"backend": "Serial", "num_workers": 1, "batch_size": 4},
    {"backend": "Serial", "batch_size": "auto"},
    {"backend": "PufferEnv"},
]
RANGES = [
    (distribution, low, high)
    for distribution in ("int_uniform", "uniform_pow2")
    for low, high in ((1, 16), (2, 16), (4, 8), (8, 12))
]


def test_a_sweep_is_told_exactly_where_the_real_make_refuses_a_draw(oracle: Path) -> None:
    """Each draw of each range with each call, on two machines."""
    trials = []
    for vec in VECS:
        for space in RANGES:
            for cores in (4, 64):
                values = draws("Protein", *space, space[1], "auto")
                whole = {"backend": "Multiprocessing", "num_workers": "auto"} | vec
                whole.setdefault("batch_size", "auto")
                cases = [Case(whole | {"num_envs": one}, None, cores) for one in values]
                trials.append((whole, space, cores, cases))
    verdicts = iter(record.ask(oracle, [case for *_, cases in trials for case in cases]))
    for vec, (distribution, low, high), cores, cases in trials:
        answers = [next(verdicts)["verdict"] for _ in cases]
        refused = answers != ["accept"] * len(cases)
        table = (
            f"distribution = {distribution}\nmin = {low}\nmax = {high}\nmean = {low}\nscale = auto"
        )
        given = "\n".join(f"{key} = {value}" for key, value in vec.items())
        text = f"[base]\nenv_name = x\n[vec]\nnum_envs = {low}\n{given}\n[sweep.vec.num_envs]\n{table}\n"
        verdict = report(text, mode="sweep", cores=cores)
        found = {one.code for one in verdict.findings if one.severity.value == "error"}
        assert bool(found) == refused, f"{text}{cores} {found}"
