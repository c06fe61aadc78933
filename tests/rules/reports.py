"""Reports of benchmarks as texts, complete but for what a test takes away."""

from __future__ import annotations

import json

NAME = "throughput.json"
COMPLETE: dict[str, object] = {
    "simulation_steps_per_second": 1_200_000,
    "samples": [1_190_000, 1_200_000, 1_210_000],
    "num_envs": 64,
    "num_workers": 8,
    "batch_size": 32,
    "backend": "Multiprocessing",
    "start_method": "spawn",
    "pufferlib": "3.0.0",
    "python": "3.11.7",
    "dependencies": {"numpy": "1.26.4"},
    "cpu": "AMD Ryzen 9 5950X",
    "cores": 16,
    "os": "Linux 6.8",
    "precision": "float32",
    "agent_steps": 6_400_000,
    "includes": ["actions", "steps"],
    "warmup_steps": 64_000,
}


def written(*without: str, **more: object) -> str:
    """The complete report without some keys, with others, a key a line."""
    told = {key: value for key, value in COMPLETE.items() if key not in without} | more
    lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in told.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def page(body: str = "", *without: str, **more: object) -> str:
    """The same as the front matter of a page."""
    return f"---\n{written(*without, **more)}---\n{body}"
