"""PC405: an argument that only another generation's function takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.surroundings import look
from tests.rules.helpers import finds, quiet

CODE = "PC405"
NAME = "train.py"
HEAD = "import pufferlib.vector\nfrom pufferlib import pufferl\nfrom pufferlib.torch_pufferl import PuffeRL\nv, args = pufferlib.vector.make(f), pufferl.load_config('x')\n"


@pytest.mark.parametrize(
    ("call", "target", "column", "words"),
    [
        (
            "pufferl.train('x', args, vecenv=v)",
            "4.0",
            26,
            "4.0's does not take it, and drops it where one GPU trains",
        ),
        (
            "pufferl.train('x', vecenv=v, policy=p, logger=l)",
            "4.0",
            20,
            "vecenv=, policy= and logger= are of 3.0's train",
        ),
        ("pufferl.train('x', args, pufferlib.vector.make(f))", "4.0", 26, "has gpus in this place"),
        ("pufferl.train('x', args, a, b)", "4.0", 29, "takes 3 arguments"),
        ("pufferl.eval('x', vecenv=None)", "4.0", 19, "raises TypeError"),
        (
            "pufferl.eval('x', args, pufferl.load_env('x', args))",
            "4.0",
            25,
            "has load_path in this place",
        ),
        ("pufferl.sweep(pufferl.load_config('x'), 'x')", "4.0", 15, "here is the config"),
        ("PuffeRL(args, vecenv=v, policy=p)", "4.0", 15, "it takes args, vec, policy, verbose"),
        ("pufferl.train('x', args, gpus=[0])", "3.0", 26, "gpus= is of 4.0's train"),
        ("pufferl.train('x', args, [0])", "3.0", 26, "has vecenv in this place"),
        ("pufferl.eval('x', args, 'latest')", "3.0", 25, "has vecenv in this place"),
        ("pufferl.eval('x', load_path='latest')", "3.0", 19, "raises TypeError"),
        ("pufferl.sweep('x')", "3.0", 15, "here is a name"),
        ("pufferl.sweep(args, 'x', pareto=True)", "3.0", 26, "pareto="),
    ],
)
def test_what_only_the_other_generation_takes(
    call: str, target: str, column: int, words: str
) -> None:
    found = finds(
        f"{HEAD}{call}\n", CODE, at=(5, column), severity="error", name=NAME, target=target
    )
    assert words in found.message


@pytest.mark.parametrize(
    ("call", "target"),
    [
        ("pufferl.train('x', args, [0])", "4.0"),
        ("pufferl.train('x', args, gpus)", "4.0"),
        ("pufferl.train('x', args, gpus=None, sweep_obj=s)", "4.0"),
        ("pufferl.train('x', args, vecenv=None, policy=None)", "4.0"),
        ("pufferl.train('x', args, **more)", "4.0"),
        ("pufferl.eval('x', args, 'latest')", "4.0"),
        ("pufferl.sweep('x', args, True)", "4.0"),
        ("pufferl.sweep(args=args, env_name='x')", "4.0"),
        ("PuffeRL(args, vec=v, policy=p)", "4.0"),
        ("try: pufferl.train('x', vecenv=v)\nexcept ImportError: pass", "4.0"),
        ("if pufferlib.__version__ < 4: pufferl.train('x', vecenv=v)", "4.0"),
        (
            "import inspect\nif 'gpus' in inspect.signature(pufferl.train).parameters:\n"
            "    pufferl.train('x', gpus=[1])",
            "3.0",
        ),
        (
            "takes = inspect.signature(pufferl.train).parameters\n"
            "if 'vecenv' in takes: pufferl.train('x', vecenv=v)\nelse: pufferl.train('x')",
            "4.0",
        ),
        ("mine.train('x', vecenv=v)", "4.0"),
        ("pufferl.train('x', args, v, p, l)", "3.0"),
        ("pufferl.train('x', args, [])", "3.0"),
        ("pufferl.train('x', args, given)", "3.0"),
        ("pufferl.sweep(args, 'x')", "3.0"),
        ("pufferl.sweep('')", "3.0"),
        ("pufferl.PuffeRL(args, v, p)", "3.0"),
    ],
)
def test_silent(call: str, target: str) -> None:
    quiet(f"{HEAD}{call}\n", CODE, name=NAME, target=target)


def test_the_trees_own_function_takes_what_its_text_says(tmp_path: Path) -> None:
    own = tmp_path / "pufferlib"
    own.mkdir()
    (own / "__init__.py").write_text("")
    (own / "pufferl.py").write_text(
        "def train(env_name, args=None, vecenv=None): ...\ndef eval(env_name, args=None, load_path=None): ...\n"
    )
    path = tmp_path / NAME
    around = look(path)
    text = (
        "from pufferlib import pufferl\npufferl.train('x', vecenv=v)\npufferl.eval('x', vecenv=v)\n"
    )
    finds(text, CODE, at=(3, 19), name=str(path), target="4.0", surroundings=around)
