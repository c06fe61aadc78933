"""What a check before a call may rule out is not known at the call; what it lets through is."""

from __future__ import annotations

import pytest

from profilecheck.document import UNKNOWN
from profilecheck.sources.python import read

HEAD = """\
import sys, os, argparse, pufferlib.vector
from tools import check_args, fits, show
parser = argparse.ArgumentParser()
parser.add_argument("--n", type=int, default=100)
parser.add_argument("--w", type=int, default=6)
parser.add_argument("--device", default="cpu")
parser.add_argument("--sweep", action="store_true")
args = parser.parse_args()
N = 100
W = 6
"""
CALL = "pufferlib.vector.make(f, num_envs=N, num_workers=W, batch_size=10)"
OF_ARGS = "pufferlib.vector.make(f, num_envs=args.n, num_workers=args.w, batch_size=10)"


def unknown(text: str) -> set[object]:
    """The keywords of the one call in a text whose value is not known."""
    (call,) = read(HEAD + text, "a.py", frozenset({"pufferlib"})).calls
    return {one.key for one in call.arguments if one.value is UNKNOWN and one.key != 0}


BOTH = {"num_envs", "num_workers"}
DOUBTED = {
    f"if not fits(N, W): sys.exit()\n{CALL}": BOTH,
    f"if N % W > slack: raise E\n{CALL}": BOTH,
    f"assert fits(N, W)\n{CALL}": BOTH,
    f"assert N < os.cpu_count()\n{CALL}": {"num_envs"},
    f"check_args(N, W)\n{CALL}": BOTH,
    f"tools.validate(N)\n{CALL}": {"num_envs"},
    f"ok = fits(N, W)\nif not ok: sys.exit()\n{CALL}": BOTH,
    f"rest = N % W\nif rest > slack: sys.exit()\n{CALL}": BOTH,
    f"if fits(N, W): {CALL}": BOTH,
    f"fits(N, W) and {CALL}": BOTH,
    f"e = {CALL} if fits(N) else None": {"num_envs"},
    f"if x: pass\nelif not fits(N): sys.exit()\n{CALL}": {"num_envs"},
    f"if fits(N): pass\nelse: sys.exit()\n{CALL}": {"num_envs"},
    f"for a in b:\n    if not fits(a, N): continue\n    {CALL}": {"num_envs"},
    f"for a in b:\n    if not fits(a, N): sys.exit()\n{CALL}": {"num_envs"},
    f"try: check_args(N)\nexcept E: sys.exit()\n{CALL}": {"num_envs"},
    f"def require(n, w):\n    if not fits(n, w): raise E\nrequire(N, 3)\n{CALL}": {"num_envs"},
    f"def require():\n    if not fits(N): raise E\nrequire()\n{CALL}": {"num_envs"},
    f"def outer(n): inner(n)\ndef inner(n): assert fits(n)\nouter(W)\n{CALL}": {"num_workers"},
    f"def build():\n    return {CALL}\ncheck_args(N)\nbuild()": {"num_envs"},
    f"def main():\n    check_args(N)\n    build()\ndef build():\n    return {CALL}\nmain()": {
        "num_envs"
    },
    f"if args.n % args.w: parser.error('no')\n{OF_ARGS}": BOTH,
    f"if args.n % args.w: sys.exit()\n{OF_ARGS}": BOTH,
    f"assert args.n % args.w == 0\n{OF_ARGS}": BOTH,
    f"if args.n % args.w == 0: {OF_ARGS}": BOTH,
    f"check_args(args)\n{OF_ARGS}": BOTH,
    f"def check(a):\n    if a.n % a.w: raise E\ncheck(args)\n{OF_ARGS}": BOTH,
    "cfg = dict(num_envs=N, num_workers=W)\ncheck_args(**cfg)\n"
    "pufferlib.vector.make(f, **cfg)": BOTH,
}


@pytest.mark.parametrize("text", DOUBTED)
def test_what_a_check_may_rule_out_is_unknown(text: str) -> None:
    assert unknown(text) == DOUBTED[text]


LET_THROUGH = [
    f"if N < W: sys.exit()\n{CALL}",
    f"assert N > 0\n{CALL}",
    f"assert 0 < W <= N, 'no'\n{CALL}",
    f"if N > 4096 and not fits(N): sys.exit()\n{CALL}",
    f"if not ready(): sys.exit()\n{CALL}",
    f"if not fits(N): print('odd')\n{CALL}",
    f"if x: sys.exit()\n{CALL}",
    f"show(N, W)\n{CALL}",
    f"print(f'{{N}} by {{W}}')\n{CALL}",
    f"checkpoint(N)\n{CALL}",
    f"{CALL}\ncheck_args(N, W)",
    f"{CALL}\nassert fits(N)",
    f"def other():\n    check_args(N)\n{CALL}",
    f"if x: show(N)\nelif y: sys.exit()\n{CALL}",
    f"for a in b:\n    if not fits(a, N): break\n{CALL}",
    f"for a in b:\n    if not fits(a, N): continue\n    show(a)\n{CALL}",
    f"try: fits(N)\nexcept E: sys.exit()\n{CALL}",
    f"try: check_args(N)\nexcept E: pass\n{CALL}",
    f"def require(n, w):\n    if n < w: raise E\nrequire(N, W)\n{CALL}",
    f"def seed(n):\n    if n > 10: return\n    show(n)\nseed(N)\n{CALL}",
    f"def seed(n):\n    if not ready(): raise E\n    show(n)\nseed(N)\n{CALL}",
    f"def build():\n    return {CALL}\nbuild()\ncheck_args(N)\nbuild()",
    f"if args.n < 1: parser.error('no')\n{OF_ARGS}",
    f"if args.device == 'cuda' and not ready(): sys.exit()\n{OF_ARGS}",
    f"if args.sweep: sys.exit(sweep())\n{OF_ARGS}",
    f"if args.n > 1: {OF_ARGS}",
    f"show(args)\n{OF_ARGS}",
    f"with suppress(E): check_args(N)\n{CALL}",
    f"def gen(n):\n    yield n\n    raise E\ngen(N)\n{CALL}",
]


@pytest.mark.parametrize("text", LET_THROUGH)
def test_what_a_check_lets_through_is_known(text: str) -> None:
    assert not unknown(text)


@pytest.mark.parametrize(
    "text",
    [
        "N0 = N\n"
        + "".join(f"N{n + 1} = N{n} + N{n}\n" for n in range(200))
        + f"assert fits(N200)\n{CALL}",
        "".join(f"def f{n}(x):\n    f{n + 1}(x)\n    f{n + 1}(x)\n" for n in range(300))
        + f"def f300(x):\n    assert x\nf0(N)\n{CALL}",
        "if x == 0: pass\n"
        + "".join(f"elif x == {n}: sys.exit(N)\n" for n in range(900))
        + f"{CALL}\n" * 50,
    ],
    ids=["names", "functions", "branches"],
)
def test_long_checks_are_read_in_time(text: str) -> None:
    assert read(HEAD + text, "a.py", frozenset({"pufferlib"})).calls
