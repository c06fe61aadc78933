"""Files that are larger than anybody's: each shows one thing that must not take more than its share."""

from __future__ import annotations

from collections.abc import Mapping

HEAD = "[base]\npackage = ferry\nenv_name = ferry\n[vec]\nnum_envs = 8\nnum_workers = {workers}\n"


def texts() -> Mapping[str, str]:
    """Texts by what there is much of in them."""
    clean, faulty = HEAD.format(workers=4), HEAD.format(workers=3)
    defaults = "[DEFAULT]\n" + _keys(300)
    return {
        "300 keys of DEFAULT, 300 sections": defaults + clean + _sections(300),
        "3,000 sections": clean + _sections(3_000),
        "10,000 keys of [env], a finding": f"{faulty}[env]\n{_keys(10_000)}",
        "4,000 unknown keys of [vec]": clean + _keys(4_000),
        "10,000 comments that suppress": f"{clean}[env]\n{_keys(10_000, '  # profilecheck: ignore')}",
    }


def modules() -> Mapping[str, str]:
    """Python modules by what there is much of in them."""
    head, call = "import pufferlib.vector as pv\n", "pv.make(f, backend=pv.Serial, num_envs=8)\n"
    numbers = f"X = ({', '.join(map(str, range(100_000)))})\n"
    tests = "".join(f"if {number} in X: {call}" for number in range(100))
    return {
        "Python: a tuple of 100,000, 100 tests": head + numbers + tests,
        "Python: 2,000 calls": head + call * 2_000,
        "Python: 500 calls, a finding each": head
        + "pv.make(f, backend=pv.Serial, num_envs=8, num_workers=3)\n" * 500,
        "Python: 5,000 checks before 100 calls": head
        + "".join(f"assert x{number}\n" for number in range(5_000))
        + call * 100,
    }


def _keys(count: int, behind: str = "") -> str:
    return "".join(f"key_{number} = {number}{behind}\n" for number in range(count))


def _sections(count: int) -> str:
    return "".join(f"[section_{number}]\nkey = {number}\n" for number in range(count))
