"""Cases for ``load_oracle.py``: INI texts that load, and every way of not loading.

python tools/oracle/load_cases.py [--seed N] [--random N] > cases.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator

HEAD = "[base]\nenv_name = case\n"

FLAGS = (
    *("load_model_path", "load-id", "render_mode", "save_frames", "gif_path", "fps", "max_runs"),
    *("wandb", "wandb-project", "wandb_group", "neptune", "neptune_name", "neptune-project"),
    *("local_rank", "tag", "help", "h", "Tag", "_tag"),
)
ODD_KEYS = ("_", "-", "__", "-x", "_x", "5", "a b", "vec.", ".vec", "a..b", "é", "x%%y", "env-name")
TABLES = ("vec", "train", "env", "policy", "rnn", "sweep", "base", "unknown")
VALUES = (
    *("4", "8_192", "1e3", "4.0", "0x10", "0o7", "007", "-4", "+4", "1_", "2**3", "1e400", "inf"),
    *("True", "true", "None", "none", "'Serial'", '"Serial"', "Serial", "auto", "", "[1, 2]"),
    *("(1,)", "{}", "{'a': 1}", "4 # note", "auto # note", "4 ; note", "# note", "a=b", "a:b"),
    *("%%", "50%", "%(num_envs)s", "%(absent)s", "%(self)s", "%(NUM_ENVS)s", "[1,\n  2]", "a\n  b"),
    *("4\n  num_workers = 2", "\n  4", "'''x'''", "b'x'", "1j", "...", "1 if 1 else 2", "é"),
)
BROKEN = (
    *("num_envs = 4\n", "key\n", "[vec\n", "[]\n", "= 4\n", "[vec]\nnum_envs 4\n", "[vec]\n= 4\n"),
    *("[vec]\nnum_envs = 4\nnum_envs = 8\n", "[vec]\nNum_Envs = 4\nnum_envs = 8\n"),
    *("[vec]\na = 1\n[vec]\nb = 2\n", "[VEC]\na = 1\n[vec]\nb = 2\n", "\ufeff[vec]\na = 1\n"),
    *("[vec]\n  a = 1\n b = 2\n", "[DEFAULT]\na = 1\n[DEFAULT]\na = 2\n", "[base]\nx = 1\n"),
)
NESTED = (
    *("[sweep.metric]\ngoal = maximize\n", "[sweep.goal.x]\na = 1\n", "[sweep]\ntrain = 1\n"),
    *("[sweep]\ntrain.gamma.min = 0\n", "[sweep]\nvec = {}\n", "[a.b]\nc = 1\n[a]\nb = 2\n"),
    *("[a]\nb = 2\n[a.b]\nc = 1\n", "[a]\nb = {}\n[a.b]\nc = 1\n", "[a]\nb = None\n[a.b]\nc = 1\n"),
    *(
        "[a.b]\nc = 1\n[a]\nb = 2\n[a.b.d]\ne = 3\n",
        "[a]\nb = 2\n[a.b]\n",
        "[a]\nb-c = 1\nb_c = 2\n",
    ),
    *("[a]\nb = 1\nB.c = 2\n", "[vec]\nnum_envs.x = 1\n", "[a_b]\nc = 1\n[a-b]\nc = 2\n"),
    *("[env]\nseed = 1\n[env.seed]\na = 1\n", "[train.gamma]\na = 1\n", "[vec.num_envs]\na = 1\n"),
    *(
        "[DEFAULT]\nvec = 1\n",
        "[DEFAULT]\nfoo = 1\n",
        "[DEFAULT]\nmetric = x\n",
        "[DEFAULT]\ntag = 1\n",
    ),
)
HYPHENS = (
    *("[vec]\nenv-args = []\n", "[vec]\nno-such = 1\nno_such = 2\n", "[my-env]\na-b = 1\n"),
    *("[env]\nframe-skip = 4\n", "[env]\nframe-skip = 4\nframe_skip = 5\n"),
    *("[env]\nframe_skip = 5\nframe-skip = 4\n", "[env]\na-b_c = 1\na_b-c = 2\n"),
    *("[a-b]\nc = 1\n[a_b]\nd = 2\n", "[a-b]\nc-d = 1\n[a_b]\nc_d = 2\n"),
    *("[sweep.train.learning-rate]\nmin = 0.1\n", "[sweep.train.learning-rate]\nnew-one = 1\n"),
    *("[sweep.env.frame-skip]\nmin = 1\n", "[DEFAULT]\nframe-skip = 4\n[env]\nsize = 1\n"),
    *("[DEFAULT]\nx-y = 4\n[env]\nx_y = 1\n", "[env]\na-b = 1\nc = %(a-b)s\n"),
    *("[env]\na-b = 1\nc = %(a_b)s\n", "[train]\nnew-key = 1\n[train-x]\nk = 1\n"),
    "[policy]\nHidden-Size = 8\n",
)
PIECES = (
    *(
        "[vec]\nnum_envs = 8\n",
        "[vec]\nnum-envs = 8\n",
        "[vec]\nNum_Envs = 8\n",
        "[vec]\nfoo = 1\n",
    ),
    *("[train]\ngamma = 0.9\n", "[train]\nuse_rnn = True\n", "[train]\nuse-rnn = True\n"),
    *("[env]\nsize = 11\n", "[env]\nframe-skip = 4\n", "[policy]\nhidden_size = 64\n", "[rnn]\n"),
    *("[sweep]\nmetric = x\n", "[sweep.train.gamma]\nmin = 0.5\n", "[sweep.metric]\nname = x\n"),
    *("[DEFAULT]\nshared = 3\n", "[other]\nkey = value\n", "[other.key]\ninner = 1\n"),
    *("[policy]\nsize = %(shared)s\n", "[train.extra]\na = 1\n", "[sweep.parameters.x]\nmin = 1\n"),
)


def texts(seed: int, count: int) -> Iterator[str]:
    """Single faults, then ``count`` files of random pieces."""
    yield HEAD
    yield from ("", "[vec]\nnum_envs = 4\n", "[base]\nenv_name = None\n")
    for flag in (*FLAGS, *ODD_KEYS):
        yield f"{HEAD}{flag} = 1\n"
        yield f"{HEAD}[vec]\n{flag} = 1\n"
    for table in TABLES:
        for value in ("1", "text", "None", "{}"):
            yield f"{HEAD}{table} = {value}\n"
            yield f"{HEAD}{table} = {value}\n[{table.replace('base', 'x')}]\nkey = 1\n"
        yield f"{HEAD}{table}.key = 1\n"
    for name in (
        "vec.num_envs",
        "vec.num-envs",
        "vec.foo",
        "train.gamma",
        "sweep.metric",
        "sweep.x.y",
    ):
        yield f"{HEAD}{name} = 1\n"
    for key in ("num-envs", "num-workers", "batch-size", "zero-copy", "no-such"):
        yield f"{HEAD}[vec]\n{key} = 1\n"
    for value in VALUES:
        yield f"{HEAD}[vec]\nself = {value}\n"
        yield f"{HEAD}[env]\nsize = {value}\n"
    yield from (text if text.startswith("\ufeff") else HEAD + text for text in BROKEN)
    yield from BROKEN
    yield from (HEAD + text for text in (*NESTED, *HYPHENS))
    chance = random.Random(seed)
    for _ in range(count):
        pieces = chance.sample(PIECES, chance.randint(3, 6))
        yield HEAD + "".join({piece.partition("\n")[0]: piece for piece in pieces}.values())


def main() -> None:
    """Print the cases, a line each, each once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--random", type=int, default=100)
    arguments = parser.parse_args()
    for text in dict.fromkeys(texts(arguments.seed, arguments.random)):
        print(json.dumps({"text": text}))


if __name__ == "__main__":
    main()
