"""Sweeps of 3.0 and 4.0: what [sweep] may hold, what a swept parameter needs, which ranges work.

Sources: pufferlib 3.0.0 sweep.py _params_from_puffer_sweep, Space and its subclasses; PufferLib
8e3e754 and 052f0f5 pufferlib/sweep.py, pufferlib/pufferl.py sweep, _train.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from profilecheck.document import UNKNOWN

DISTRIBUTIONS: Final = ("uniform", "int_uniform", "uniform_pow2", "log_normal", "logit_normal")
POSITIVE: Final = ("uniform_pow2", "log_normal")
"""Distributions that take the logarithm of their bounds."""
GOALS: Final = ("maximize", "minimize")
OLD_TABLES: Final = ("sweep.parameters", "sweep.metric")
"""Tables of 2.x, which the rules on names report."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one generation reads a sweep.

    ``scalars`` are the keys that may stand in [sweep] beside tables; ``methods`` the classes that
    search; ``needs`` the keys of a parameter's table. ``creates`` says whether a swept key that
    the config lacks comes into being; where it does not, the sweep ends at its first result.
    ``unknown`` is what any other scalar raises, ``renamed`` what some were called before.
    """

    scalars: frozenset[str]
    methods: tuple[str, ...]
    needs: tuple[str, ...]
    creates: bool
    unknown: str
    renamed: Mapping[str, str]


_SCALARS_3: Final = ("method", "metric", "goal", "downsample")

DIALECTS: Final[Mapping[str, Dialect]] = {
    "3.0": Dialect(
        scalars=frozenset(_SCALARS_3),
        methods=("Random", "ParetoGenetic", "Protein", "Carbs"),
        needs=("distribution", "min", "max", "mean", "scale"),
        creates=True,
        unknown="AssertionError",
        renamed={},
    ),
    "4.0": Dialect(
        scalars=frozenset(
            [
                *(*_SCALARS_3, "metric_distribution", "use_gpu", "prune_pareto", "sweep_only"),
                *("max_suggestion_cost", "early_stop_quantile", "gpus", "max_runs"),
                *("match_enemy_model_path", "match_num_games"),
                *("match_enemy_hidden_size", "match_enemy_num_layers"),
            ]
        ),
        methods=("Random", "ParetoGenetic", "Protein"),
        needs=("distribution", "min", "max", "scale"),
        creates=False,
        unknown="AssertionError: Param {key} is not a dict",
        renamed={"max_cost": "max_suggestion_cost"},
    ),
}

RangeFault = Literal["no-number", "domain", "empty", "swapped"]


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What stops 3.0 on the way to a swept key: a table that the config lacks (``value`` is UNKNOWN), or
    a plain value where a table should be."""

    path: str
    value: object


@dataclass(frozen=True, slots=True)
class Paths:
    """An effective config by dotted names: its plain values, and the tables that hold them."""

    values: Mapping[str, object]
    tables: frozenset[str]


def paths_of(config: Mapping[str, object]) -> Paths:
    """The paths of a config. ``config`` holds every value of it by its dotted name."""
    values = {path.replace("-", "_"): value for path, value in config.items()}
    tables: set[str] = set()
    for path in values:
        table = path.rpartition(".")[0]
        while table and table not in tables:
            tables.add(table)
            table = table.rpartition(".")[0]
    return Paths(values, frozenset(tables))


def obstacle(swept: str, paths: Paths) -> Obstacle | None:
    """What 3.0 meets on the way to the key ``swept``, a dotted name; None where it gets there.

    The sweep puts a value where a key is missing, and args makes a table at its top level; none is made below.
    Source: pufferlib 3.0.0 sweep.py Hyperparameters._fill; pufferl.py load_config, a defaultdict.
    """
    steps = swept.replace("-", "_").split(".")[:-1]
    for depth in range(1, len(steps) + 1):
        path = ".".join(steps[:depth])
        if path in paths.tables:
            continue
        if path in paths.values:
            known = paths.values[path]
            return None if known is UNKNOWN or isinstance(known, dict) else Obstacle(path, known)
        if depth > 1:
            return Obstacle(path, UNKNOWN)
    return None


@dataclass(frozen=True, slots=True)
class Ends:
    """How a setting of [sweep] ends a sweep: what it raises, when, and what would be right."""

    raised: str
    when: Literal["at its start", "after its first run"]
    right: str


_LOGS: Final = 100
"""A run logs at least so often that its logs are downsampled to fewer points than this."""


def setting_ends(generation: str, key: str, value: object) -> Ends | None:
    """How a setting of [sweep] ends every sweep; None where it does not.

    Source: pufferlib 3.0.0 pufferl.py sweep, downsample; PufferLib 8e3e754 pufferlib/pufferl.py sweep,
    pufferlib/sweep.py _params_from_puffer_sweep.
    """
    if generation == "3.0" and key == "downsample":
        return _downsample(value)
    if generation != "4.0":
        return None
    number = isinstance(value, (int, float))
    if key == "sweep_only" and not isinstance(value, str):
        return Ends(
            "AttributeError", "at its start", "names of keys as one text, separated by commas"
        )
    if key == "max_runs" and not number:
        return Ends("TypeError", "at its start", "a whole number")
    if key == "gpus" and value and not isinstance(value, int):
        return Ends("TypeError", "at its start", "a whole number, or 0 for all of the machine")
    return None


def _downsample(value: object) -> Ends | None:
    """Only whole numbers from 0 work; a float does where a run logs less often than that."""
    right = "a whole number of points, or 0 for the last one"
    if isinstance(value, int) and not isinstance(value, bool):
        return Ends("ValueError", "after its first run", right) if value < 0 else None
    if value is False or value == 0 or (isinstance(value, float) and value >= _LOGS):
        return None
    return Ends("TypeError", "after its first run", right)


def range_fault(
    distribution: object, bounds: Mapping[str, object]
) -> tuple[RangeFault, str] | None:
    """What is wrong with the bounds of a parameter, and the key to blame; None where nothing is.

    ``bounds`` holds min and max, and mean where the generation reads it, of those that are known.
    Source: the constructors of Linear, Pow2, Log and Logit, which normalise each bound.
    """
    numbers: dict[str, int | float] = {}
    for key, value in bounds.items():
        if not isinstance(value, (int, float)):
            return "no-number", key
        numbers[key] = value
    for key, number in numbers.items():
        if not in_domain(distribution, number):
            return "domain", key
    low, high = numbers.get("min"), numbers.get("max")
    if low is None or high is None or low < high:
        return None
    return ("empty" if low == high else "swapped"), "max"


def in_domain(distribution: object, number: float) -> bool:
    """Whether a distribution can place a number: logarithms need it above 0, log-odds below 1."""
    if distribution in POSITIVE:
        return number > 0
    return number < 1 if distribution == "logit_normal" else True


def scale_words(distribution: object) -> tuple[str, ...]:
    """The words that may stand for a parameter's scale."""
    return ("auto", "time") if distribution == "log_normal" else ("auto",)
