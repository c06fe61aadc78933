"""The INI reader on broken bytes: it never raises, and refuses what configparser refuses."""

from __future__ import annotations

import configparser
import io
from random import Random

import pytest

from profilecheck.sources import ini
from profilecheck.sources.interpolation import InterpolationFault, interpolate
from tests.sources.merged import merge

SEEDS = (
    b"""[base]
package = ocean
env_name = puffer_breakout puffer_pong
policy_name = Policy
rnn_name = None

[vec]
backend = Multiprocessing
num_envs = 8
num_workers = auto  # one for each core
batch_size : 4
zero_copy = True

[train]
total_timesteps = 10_000_000
learning_rate = 0.015
data_dir = %(root)s/experiments
; device = cpu

[sweep.train.learning_rate]
distribution = log_normal
min = 0.00001
""",
    b"""[DEFAULT]
root = /data/%%x\r
note = several\r
    lines \xc3\xbc\r
\r
    # with a comment\r
    of text\r
[vec]\r
total_agents = 4096\r
num_buffers = 2\r
num_threads = 16 ; profilecheck: ignore[PC3]\r
""",
)
BITS = (
    *(
        b"\n",
        b"\r",
        b"\r\n",
        b"\0",
        b"[",
        b"]",
        b"=",
        b":",
        b"#",
        b"%",
        b"%(",
        b" ",
        b"\t",
        b"\x0c",
    ),
    *(b"\xef\xbb\xbf", b"\xff", b"\xc2\x85", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"\x1c"),
)


def mutated(source: Random) -> bytes:
    """A seed with up to eight stretches deleted, doubled, overwritten or filled with odd bytes."""
    data = bytearray(source.choice(SEEDS))
    for _ in range(source.randint(1, 8)):
        start = source.randrange(len(data) + 1)
        end = min(len(data), start + source.choice((0, 1, 1, 2, 8, 60)))
        data[start:end] = source.choice(
            (b"", bytes(data[start:end] * 2), source.randbytes(end - start), source.choice(BITS))
        )
    return bytes(data)


@pytest.mark.parametrize("seed", range(10))
def test_no_mutation_raises_and_each_gets_the_verdict_of_configparser(seed: int) -> None:
    source = Random(seed)
    for _ in range(150):
        text = mutated(source).decode(source.choice(("utf-8", "latin-1")), "replace")
        document = ini.read(text, "a.ini")
        try:
            configparser.ConfigParser().read_file(io.StringIO(text, newline=None))
            refused = False
        except configparser.Error:
            refused = True
        assert document.broken == refused, text


def test_no_mutation_raises_when_it_is_merged_and_interpolated() -> None:
    source = Random(0)
    for _ in range(300):
        text = mutated(source).decode("utf-8", "surrogateescape")
        merged = merge([ini.read(text, "a.ini")])
        for section in merged:
            items = {k: str(s.value) for k, s in ini.in_force(merged, section).items()}
            for key, value in items.items():
                try:
                    interpolate(value, key, items, section)
                except InterpolationFault as fault:
                    assert fault.message
