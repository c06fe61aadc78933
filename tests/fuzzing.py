"""Random configs for the fuzzer: real-looking ones, mutated by bytes and by tokens, and options.

Everything is drawn from one ``random.Random``, so that a seed gives the same cases again.
"""

from __future__ import annotations

import random
import re
from typing import Any

from profilecheck.hosts import declared
from profilecheck.layers import Override
from profilecheck.options import Options

INI_3_0 = """\
# sweep of the second orchard
[base]
package = orchard
env_name = orchard_small orchard_large
policy_name = Orchard
rnn_name = Recurrent

[vec]
backend = Multiprocessing
num_envs = 64
num_workers = 16
batch_size = 32
zero_copy = True

[env]
num_envs = 128
rows = 12

[policy]
hidden_size = 256

[rnn]
input_size = 256
hidden_size = 256

[train]
total_timesteps = 200_000_000
learning_rate = 0.012
batch_size = auto
minibatch_size = 16384
bptt_horizon = 64
optimizer = adam
precision = bfloat16
gamma = 0.99

[sweep]
metric = yield
goal = maximize

[sweep.train.learning_rate]
distribution = log_normal
min = 0.0001
mean = 0.01
max = 0.1
scale = 0.5
"""

INI_4_0 = """\
[base]
env_name = orchard
checkpoint_interval = 100
cudagraphs = 10

[vec]
total_agents = 8192
num_buffers = 4
num_threads = 16

[env]
rows = 12
reward = 0.5

[policy]
hidden_size = 128
num_layers = 2

[train]
gpus = 1
total_timesteps = 500_000_000
learning_rate = 0.012
anneal_lr = 1
replay_ratio = 1.5
minibatch_size = 32768
horizon = 64
beta1 = 0.95

[selfplay]
enabled = 0

[sweep.train.horizon]
distribution = uniform_pow2
min = 16
max = 128
scale = auto
"""

YAML = """\
name: nightly
vec:
  backend: Multiprocessing
  num_envs: 64
  num_workers: 16   # half of a node
  batch_size: 32
  zero_copy: true
train: {minibatch_size: 8192, bptt_horizon: 64}
runs:
  - vec: {total_agents: 4096, num_buffers: 2}
    train: {horizon: 64}
"""

TOML = """\
name = "nightly"
vec.num_envs = 64
[[runs]]
seed = 1
[runs.vec]
backend = "Serial"
num_envs = 8
batch_size = 8
[overlay]
vec = { total_agents = 4096, num_buffers = 4, num_threads = 16 }
"""

JSON = """\
{
  "name": "nightly",
  "vec": {"backend": "Ray", "num_envs": 64, "num_workers": 16, "batch_size": 64},
  "runs": [{"vec.total_agents": 4096, "vec.num_buffers": 2}, {"vec": {"num_envs": [8, 16]}}]
}
"""

YAML_3_0 = """\
seed: 3
vec:
  backend: Multiprocessing
  num_envs: 48
  num_workers: 12
  batch_size: 24
  zero_copy: true
"""

JSON_4_0 = """\
{
  "vec": {"total_agents": 8192, "num_buffers": 4, "num_threads": 16},
  "train": {"horizon": 64, "minibatch_size": 16384, "gpus": 1}
}
"""

SINGLE = (
    ("a.ini", INI_3_0),
    ("a.ini", INI_4_0),
    ("a.yaml", YAML_3_0),
    ("a.json", JSON_4_0),
)
"""Texts of one experiment each."""

TEXTS = (*SINGLE[:2], ("a.yaml", YAML), ("a.toml", TOML), ("a.json", JSON))

NAMES = (
    *("backend", "num_envs", "num_workers", "batch_size", "zero_copy", "overwork", "seed"),
    *("env_kwargs", "env_args", "total_agents", "num_buffers", "num_threads", "num_frozen_banks"),
    *("frozen_bank_pct", "bptt_horizon", "horizon", "minibatch_size", "max_minibatch_size"),
    *("update_epochs", "replay_ratio", "optimizer", "precision", "device", "compile", "gpus"),
    *("total_timesteps", "learning_rate", "adam_beta1", "adam_beta2", "adam_eps", "beta1", "eps"),
    *("anneal_lr", "torch_deterministic", "checkpoint_interval", "hidden_size", "num_layers"),
    *("env_name", "package", "policy_name", "rnn_name", "cudagraphs", "nccl_id", "world_size"),
    *("reset_state", "enabled", "method", "goal", "metric", "max_cost", "distribution", "min"),
    *("max", "mean", "scale", "env_batch_size", "norm_adv", "vec", "tag", "env", "Num_Envs", "x"),
)
SECTIONS = (
    *("base", "vec", "Vec", "env", "policy", "rnn", "train", "sweep", "torch", "selfplay"),
    *("legacy", "DEFAULT", "default", "sweep.vec.num_envs", "sweep.train.num_buffers"),
    *("sweep.train.horizon", "sweep.env.x", "vec.num_envs", "base.env_name", "sweep.metric", ""),
)
PLAIN = (
    *("0", "1", "2", "3", "5", "7", "8", "12", "16", "64", "100", "1000", "4096", "8192", "65536"),
    *("1_000", "1e3", "4.0", "4.78896", "0.5", "1e-12", "True", "False", "None", "auto"),
    *("Serial", "Multiprocessing", "Ray", "PufferEnv", "'Serial'", "adam", "muon", "float32"),
)
ODD = (
    *("-1", "-8", "-0.0", "1e308", "1e999", "-1e999", "1e-999", "3j", "1+2j", "b'8'", "{1}"),
    *("...", "[]", "()", "{}", "[1, 2]", "{'seed': 1}", "''", '""', "\"8\"", "0x10", "0o7"),
    *("true", "false", "yes", "null", "nan", "inf", ".inf", ".nan", "~", "007", "1__0", "2**9"),
    *("2147483647", "2147483648", "-2147483649", "4294967296", "9223372036854775808", "1e20"),
    *("9" * 4400, "0x" + "f" * 4400, "9" * 330, "1" + "0" * 400 + ".5", "[" * 300, "-" * 3000 + "1"),
    *("[" * 150 + "]" * 150, "(" * 60 + "1," + ")" * 60, "1" + "+1" * 2000, "'" + "a" * 5000 + "'"),
    *("%", "%%", "%(num_envs)s", "%(x)s", "%(", "%()s", "%(num_envs)s%(num_envs)s", "${HOME}"),
    *("4 # note", "4 ; note", "Serial # note", "# note", "a = b", "[vec]", "x: y", "\\", "\t8\t"),
    *("\u0664", "\uff18", "num\u200b", "\u202e8", "\x1b[31mred", "\x00", "\x85", "\u2028", "\ufeff"),
    *("*a", "&a [*a]", "!!python/object:os.system x", "<<", "!!int '8'", "1979-05-27", "'''", '"'),
)  # fmt: skip
BYTES = (
    *(b"\x00", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\xc3", b"\xed\xa0\x80", b"\r", b"\r\n"),
    *(b"\n", b"\n\n", b"\t", b" ", b"\x0b", b"\x0c", b"\x1c", b"\x85", b"\xe2\x80\xa8", b"\x1b["),
    *(b"[", b"]", b"{", b"}", b"=", b":", b"#", b";", b"%", b"'", b'"', b"\\", b",", b"-", b"."),
    *(b"\xd0\xb0", b"\xf0\x9f\x8e\xb2", b"e\xcc\x81" * 40, b"\xe2\x80\xae", b"\xc2\xa0"),
)

_WORD = re.compile(r"[A-Za-z0-9_.'\"-]+")


def mutated_text(rng: random.Random, text: str) -> str:
    """A text with some of its tokens and lines changed."""
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        text = rng.choice((_token, _token, _token, _value, _value, _line, _added))(rng, text)
    return text


def _token(rng: random.Random, text: str) -> str:
    words = list(_WORD.finditer(text))
    if not words:
        return text
    word = rng.choice(words)
    new = rng.choice(rng.choice((NAMES, SECTIONS, PLAIN, PLAIN, ODD)))
    return text[: word.start()] + new + text[word.end() :]


def _value(rng: random.Random, text: str) -> str:
    """The rest of a line behind a sign that begins a value."""
    signs = [match.end() for match in re.finditer(r"[=:] *", text)]
    if not signs:
        return text
    start = rng.choice(signs)
    end = min((at for at in map(text.find, "\n,}", [start] * 3) if at >= 0), default=len(text))
    return text[:start] + rng.choice(rng.choice((PLAIN, PLAIN, ODD))) + text[end:]


def _line(rng: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    at = rng.randrange(len(lines))
    kind = rng.randrange(5)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(rng.randrange(len(lines)), lines[at])
    elif kind == 2:
        lines[at] = "  " + lines[at]
    elif kind == 3:
        lines[at] = lines[at].lstrip()
    else:
        rng.shuffle(lines)
    return "".join(lines)


def _added(rng: random.Random, text: str) -> str:
    at = rng.choice([0, len(text), *(match.end() for match in re.finditer(r"\n", text))])
    section = f"[{rng.choice(SECTIONS)}]\n" if rng.random() < 0.3 else ""
    sign = rng.choice((" = ", ": ", "=", " "))
    value = rng.choice(rng.choice((PLAIN, ODD)))
    return f"{text[:at]}{section}{rng.choice(NAMES)}{sign}{value}\n{text[at:]}"


def mutated_bytes(rng: random.Random, data: bytes) -> bytes:
    """Bytes with some of them changed, lost or added."""
    for _ in range(rng.choice((1, 1, 2, 5))):
        at, to = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
        kind = rng.randrange(6)
        if kind == 0:
            data = data[:at] + rng.choice(BYTES) + data[at:]
        elif kind == 1:
            data = data[:at] + rng.choice(BYTES) * rng.choice((1, 2, 200)) + data[at + 1 :]
        elif kind == 2:
            data = data[:at] + data[min(to, at + 9) :]
        elif kind == 3:
            data = data[:at] + data[at:to] + data[at:]
        elif kind == 4:
            data = data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\n", b"")), rng.randrange(9))
        else:
            data = data[:at] if rng.random() < 0.3 else bytes([rng.randrange(256)]) + data
    return data


def random_options(rng: random.Random, texts: tuple[str, ...] = (*PLAIN, *ODD)) -> Options:
    """Options as any caller may choose them; values of overrides are drawn from ``texts``."""
    given: dict[str, Any] = {}
    if rng.random() < 0.3:
        given["overrides"] = tuple(
            Override(rng.choice(SECTIONS) or "vec", rng.choice(NAMES).lower(), rng.choice(texts))
            for _ in range(rng.choice((1, 2)))
        )
    threads = rng.choice((None, None, 1024, 4096))
    return Options(
        target=rng.choice((None, "3.0", "4.0")),
        mode=rng.choice(("train", "train", "eval", "sweep")),
        host=declared(rng.choice((None, "none", 1, 2, 8, 64, 1024)), threads, "tests"),
        agents_per_env=rng.choice((None, None, 1, 2, 3, 64, 10**9)),
        defaults=rng.choice((None, None, "ini", "signature", "none")),
        **given,
    )


def random_case(rng: random.Random) -> tuple[str, bytes]:
    """A file's name and its bytes."""
    name, text = rng.choice(TEXTS)
    if rng.random() < 0.05:
        name = rng.choice(("default.ini", "a.ini", "a.yml", "a.json", "a.toml", "a.txt"))
    if rng.random() < 0.9:
        text = mutated_text(rng, text)
    data = text.encode("utf-8", "surrogatepass")
    return name, mutated_bytes(rng, data) if rng.random() < 0.3 else data
