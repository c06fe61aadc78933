"""The arguments of 3.0's own environments that have a number by default, as ``tools/env_defaults.py`` reads them.

Source: pufferlib 3.0.0 ocean/NAME/NAME.py, the constructors' signatures.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources

Number = int | float | bool


@cache
def _table() -> Mapping[str, Mapping[str, Number]]:
    text = resources.files(__package__).joinpath("v3_env_defaults.json").read_text(encoding="utf-8")
    table: Mapping[str, Mapping[str, Number]] = json.loads(text)
    return table


def env_defaults(name: str) -> Mapping[str, Number]:
    """The defaults of one environment, by argument; empty where it is none of 3.0's own."""
    return _table().get(name, {})
