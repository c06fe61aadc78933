"""Three independent faults are three findings: every three of a dozen, in one file of each generation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import pytest

from profilecheck.findings import FileReport
from tests.rules.helpers import report, told


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that is wrong: in the place of the clean file's line ``instead_of``, or below a header."""

    code: str
    line: str
    instead_of: str


CLEAN = {
    "3.0": """\
[base]
package = ferries
env_name = ferry
policy_name = Policy
rnn_name = Recurrent

[vec]
backend = Multiprocessing
num_envs = 8
num_workers = 4
batch_size = 4

[env]
size = 11

[rnn]
hidden_size = 64

[train]
optimizer = adam
precision = float32
device = cpu
anneal_lr = False
total_timesteps = 100_000_000
""",
    "4.0": """\
[base]
env_name = ferry

[vec]
total_agents = 4096
num_buffers = 4
num_threads = 12

[env]
size = 11

[policy]
hidden_size = 128

[train]
total_timesteps = 100_000_000
horizon = 96
minibatch_size = 24576
anneal_lr = 0
gamma = 0.99
""",
}

FAULTS = {
    "3.0": (
        Fault("PC015", "tag = night", "package = ferries"),
        Fault("PC203", "num_workers = 3", "num_workers = 4"),
        Fault("PC225", "seed = 7", "[vec]"),
        Fault("PC008", "path = 50%", "size = 11"),
        Fault("PC607", "optimizer = sgd", "optimizer = adam"),
        Fault("PC608", "precision = fp32", "precision = float32"),
        Fault("PC010", "device = cpu # slow", "device = cpu"),
        Fault("PC013", "anneal_lr = false", "anneal_lr = False"),
        Fault("PC106", "env_batch_size = 4", "[train]"),
        Fault("PC103", "horizon = 64", "[train]"),
        Fault("PC105", "learing_rate = 0.01", "[train]"),
    ),
    "4.0": (
        Fault("PC015", "tag = night", "[base]"),
        Fault("PC305", "num_buffers = 3", "num_buffers = 4"),
        Fault("PC303", "num_threads = 12.5", "num_threads = 12"),
        Fault("PC103", "backend = Serial", "[vec]"),
        Fault("PC309", "size = big", "size = 11"),
        Fault("PC651", "minibatch_size = 32000", "minibatch_size = 24576"),
        Fault("PC302", "gamma = high", "gamma = 0.99"),
        Fault("PC013", "anneal_lr = false", "anneal_lr = 0"),
        Fault("PC105", "learing_rate = 0.01", "[train]"),
    ),
}


def judged(generation: str, faults: tuple[Fault, ...] = ()) -> FileReport:
    lines = CLEAN[generation].splitlines()
    for fault in faults:
        at = lines.index(fault.instead_of)
        kept = [fault.instead_of] if fault.instead_of.startswith("[") else []
        lines[at : at + 1] = [*kept, fault.line]
    return report("\n".join(lines) + "\n", target=generation, threads=2048)


def threes(generation: str) -> Iterator[tuple[Fault, ...]]:
    return combinations(FAULTS[generation], 3)


@pytest.mark.parametrize("generation", CLEAN)
def test_the_clean_file_is_clean(generation: str) -> None:
    assert not judged(generation).findings, told(judged(generation))


@pytest.mark.parametrize("generation", CLEAN)
def test_each_fault_alone_is_one_finding(generation: str) -> None:
    for fault in FAULTS[generation]:
        verdict = judged(generation, (fault,))
        assert [f.code for f in verdict.findings] == [fault.code], told(verdict)


@pytest.mark.heavy
@pytest.mark.parametrize("generation", CLEAN)
def test_any_three_are_exactly_three_each_at_its_line(generation: str) -> None:
    for faults in threes(generation):
        verdict = judged(generation, faults)
        text = verdict.text.splitlines()
        found = {(f.code, text[f.span.line - 1]) for f in verdict.findings}
        assert found == {(fault.code, fault.line) for fault in faults}, told(verdict)
        assert len(verdict.findings) == 3, told(verdict)
    assert len(list(threes(generation))) > 80
