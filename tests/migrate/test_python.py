"""What becomes of Python written for 3.0: little is rewritten, the rest is a plan, and what works is left."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from profilecheck.migrate.files import migrate_bytes
from profilecheck.migrate.ledger import FileLedger
from profilecheck.migrate.request import Request
from profilecheck.own_package import OwnPackage
from profilecheck.surroundings import Surroundings
from tests.migrate.helpers import migrated, result, standing
from tests.rules.helpers import report


def plan(text: str, name: str = "train.py", **more: object) -> FileLedger:
    return migrated(text, name, **more)  # type: ignore[arg-type]


def ports(text: str) -> list[str]:
    """Place and matter of each thing to port, without the lines where it is named again."""
    ledger = plan(text)
    assert ledger.status in ("by-hand", "changed"), (ledger.status, ledger.reason)
    return [f"{port.span.start} {port.what.partition(' (again')[0]}" for port in ledger.ports]


def rewritten(text: str) -> str:
    """What is left of a text, of which nothing else is told."""
    ledger = plan(text)
    assert ledger.after is not None, (ledger.status, ledger.reason, ledger.ports)
    assert not ledger.ports
    after = ledger.after.decode()
    ast.parse(after)
    again = plan(after)
    assert again.status == "left", again
    return after


def left(text: str, name: str = "train.py") -> str:
    """Why a text is left as it is."""
    ledger = plan(text, name)
    assert ledger.status == "left", (ledger.status, ledger.ports, ledger.after)
    assert not ledger.ports and not ledger.beside
    return ledger.reason


# Names that moved


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from pufferlib import unroll_nested_dict\n",
            "from pufferlib.sweep import unroll_nested_dict\n",
        ),
        (
            "from pufferlib.pufferlib import unroll_nested_dict as flat  # nested\n",
            "from pufferlib.sweep import unroll_nested_dict as flat  # nested\n",
        ),
        (
            "from pufferlib import (\n    unroll_nested_dict,\n)\n",
            "from pufferlib.sweep import (\n    unroll_nested_dict,\n)\n",
        ),
        (
            "from pufferlib import pufferl, unroll_nested_dict\n",
            "from pufferlib.sweep import unroll_nested_dict\nfrom pufferlib import pufferl\n",
        ),
        (
            "from pufferlib import unroll_nested_dict as u, pufferl\n",
            "from pufferlib.sweep import unroll_nested_dict as u\nfrom pufferlib import pufferl\n",
        ),
        (
            "def f():\n\tfrom pufferlib import pufferl, unroll_nested_dict\r\n",
            "def f():\n\tfrom pufferlib.sweep import unroll_nested_dict\n\tfrom pufferlib import pufferl\r\n",
        ),
        (
            "x = 1; from pufferlib import pufferl, unroll_nested_dict",
            "x = 1; from pufferlib.sweep import unroll_nested_dict; from pufferlib import pufferl",
        ),
        (
            "from pufferlib import (\n    pufferl,\n    unroll_nested_dict,\n)\n",
            "from pufferlib.sweep import unroll_nested_dict\nfrom pufferlib import (\n    pufferl,\n)\n",
        ),
        (
            "import pufferlib\nd = dict(pufferlib.unroll_nested_dict(a))\n",
            "import pufferlib.sweep\nd = dict(pufferlib.sweep.unroll_nested_dict(a))\n",
        ),
        (
            "import os, pufferlib.sweep\nimport pufferlib\nd = pufferlib.unroll_nested_dict\n",
            "import os, pufferlib.sweep\nimport pufferlib.sweep\nd = pufferlib.sweep.unroll_nested_dict\n",
        ),
    ],
)
def test_a_name_that_moved_is_taken_from_where_it_is_now(before: str, after: str) -> None:
    assert rewritten(before) == after


@pytest.mark.parametrize(
    "text",
    [
        "import pufferlib as p\np.unroll_nested_dict({})\n",
        "def f():\n    import pufferlib\n    pufferlib.unroll_nested_dict({})\n",
        "from pufferlib import (pufferl,  # trainer\n    unroll_nested_dict)\n",
        "from pufferlib \\\n    import unroll_nested_dict\n",
        "from pufferlib import unroll_nested_dict as a, unroll_nested_dict as b, pufferl\n",
    ],
)
def test_a_name_that_moved_is_told_where_a_rewriting_is_not_plain(text: str) -> None:
    ledger = plan(text)
    assert ledger.status == "by-hand"
    (port,) = ledger.ports
    assert port.what.startswith("pufferlib.unroll_nested_dict")
    assert "pufferlib.sweep.unroll_nested_dict" in port.how


# Launching from Python


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("pufferl.train('puffer_breakout')", "pufferl.train('breakout')"),
        ('pufferl.load_config( r"puffer_pong" )', 'pufferl.load_config( r"pong" )'),
        ("pufferl.eval(env_name='''puffer_snake''')", "pufferl.eval(env_name='''snake''')"),
        (
            "pufferl.train(args=args, env_name='puffer_go')",
            "pufferl.train(args=args, env_name='go')",
        ),
        ("pufferl.sweep(env_name='puffer_go')", "pufferl.sweep(env_name='go')"),
        ("pufferl.train('puffer_go', None, None)", "pufferl.train('go', None, None)"),
    ],
)
def test_environments_are_called_by_their_names(before: str, after: str) -> None:
    head = "from pufferlib import pufferl\nargs = {}\n"
    assert rewritten(head + before + "  # go\n") == head + after + "  # go\n"


def test_a_sweep_takes_its_arguments_in_another_order() -> None:
    head = "from pufferlib import pufferl, PufferEnv\nargs = {}\n"
    after = result(head + "pufferl.sweep(args , 'puffer_go')\n", "train.py")
    assert after == head + "pufferl.sweep(args=args , env_name='go')\n"
    again = plan(after)
    assert again.status == "by-hand"
    assert [port.span.line for port in again.ports] == [1]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("pufferl.train('puffer_go', args, vecenv)", "train(vecenv=...)"),
        ("pufferl.train('go', vecenv=v, policy=p)", "train(vecenv=..., policy=...)"),
        ("pufferl.eval('puffer_go', policy=p)", "eval(policy=...)"),
        ("pufferl.train(name)", "train('puffer_go')"),
        ("pufferl.train('puffer' '_go')", "train('puffer_go')"),
        ("pufferl.train('puffer_cpr')", "train('puffer_cpr')"),
        ("pufferl.train('puffer_mine')", "train('puffer_mine')"),
        ("pufferl.sweep(args)", "sweep(...) without a name"),
        ("pufferl.sweep((args), 'puffer_go')", "sweep(args, env_name)"),
    ],
)
def test_calls_that_4_0_takes_otherwise_are_to_port(text: str, what: str) -> None:
    head = "from pufferlib import pufferl, PufferEnv\nname = 'puffer_go'\n"
    assert ports(head + text + "\n") == ["1:32 pufferlib.PufferEnv", f"3:1 {what}"]


@pytest.mark.parametrize(
    "text",
    [
        "pufferl.train('breakout')",
        "pufferl.train(name)",
        "pufferl.load_config('default')",
        "pufferl.sweep('breakout', args)",
        "pufferl.eval('breakout', args, 'latest')",
        "pufferl.main()",
        "other.train('puffer_breakout')",
        "print('puffer_breakout')",
        "pufferl.train(*given)",
    ],
)
def test_calls_that_work_as_they_are_stay(text: str) -> None:
    left(f"from pufferlib import pufferl\n{text}\n")


@pytest.mark.parametrize(
    "text",
    [
        "pufferl.train('puffer_go', args, vecenv)",
        "pufferl.sweep(args, 'puffer_go', *more)",
        "pufferl.eval('puffer_go', args, vecenv=vecenv)",
    ],
)
def test_a_name_of_3_0_tells_the_order_of_the_arguments(text: str) -> None:
    ledger = plan(f"from pufferlib import pufferl\n{text}\n")
    assert [port.span.line for port in ledger.ports] == [2]
    assert ledger.after is None


def test_an_argument_of_the_command_line_is_told_of() -> None:
    text = (
        "import argparse\nfrom pufferlib import pufferl\n"
        "parser = argparse.ArgumentParser()\n"
        "parser.add_argument('--env', default='puffer_go')\n"
        "given = parser.parse_args()\n"
        "pufferl.train(given.env)\n"
    )
    (port,) = plan(text).ports
    assert port.how == "4.0 calls it go: the name is the default of --env on line 4"


# What has no counterpart


def test_a_cause_is_told_once_with_its_lines() -> None:
    text = "import pufferlib.emulation\na = pufferlib.emulation.emulate\nb = pufferlib.emulation.nativize\n"
    (port,) = plan(text).ports
    assert port.what == "pufferlib.emulation (again in lines 2, 3)"
    assert "binding.c" in port.how


def test_of_many_lines_some_are_told() -> None:
    (port,) = plan(
        "from pufferlib import PufferEnv\nimport pufferlib\n" + "pufferlib.PufferEnv\n" * 12
    ).ports
    assert port.what == "pufferlib.PufferEnv (again in lines 3, 4, 5, 6, 7, 8, 9, 10 and 4 more)"


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("PufferEnv", "ocean/NAME/binding.c"),
        ("EpisodeStats", "ocean/NAME/binding.c"),
        ("APIUsageError", "RuntimeError"),
        ("spaces", "binding.c"),
        ("vector.Serial", "[vec] total_agents"),
        ("pytorch.layer_init", "pufferlib.models.Policy(encoder, decoder, network)"),
        ("pytorch.sample_logits", "(batch, 1)"),
        ("models.LSTMWrapper", "use pufferlib.models.LSTM"),
        ("ocean.env_creator", "puffer train NAME"),
        ("ocean.torch.Policy", "pufferlib.models"),
        ("environments.atari.env_creator", "binding.c"),
        ("pufferl.PuffeRL", "torch_pufferl.PuffeRL(args, vec, policy)"),
        ("pufferl.load_env", "puffer train NAME"),
        ("pufferl.WandbLogger", "--wandb"),
        ("pufferl.export", "flat weights"),
    ],
)
def test_each_thing_that_went_says_what_to_do(name: str, how: str) -> None:
    module, _, last = f"pufferlib.{name}".rpartition(".")
    (port,) = plan(f"from {module} import {last}\n").ports
    assert how in port.how


def test_what_is_left_under_4_0_is_what_the_plan_names() -> None:
    text = (
        "import pufferlib.vector, pufferlib.ocean\n"
        "from pufferlib import pufferl, unroll_nested_dict\n"
        "class Env(pufferlib.PufferEnv): pass\n"
        "v = pufferlib.vector.make(Env, num_envs=8)\n"
        "pufferl.train('puffer_go')\n"
        "t = pufferl.PuffeRL(1, v, 2)\n"
    )
    ledger = plan(text)
    assert ledger.after is not None
    assert not ledger.errors
    again = report(ledger.after, name="train.py", target="4.0")
    assert again.findings
    left = standing(ledger.after, (one.span for one in again.findings))
    assert left <= standing(text, (port.span for port in ledger.ports))


# What load_config returns

LOADED = "from pufferlib import pufferl, PufferEnv\nargs = pufferl.load_config(name)\n"


@pytest.mark.parametrize(
    ("text", "what", "how"),
    [
        ("args['vec']['num_envs'] = 8", "[vec] num_envs", "[vec] total_agents"),
        ("args['env']['num_envs'] = 8", "[env] num_envs", "[vec] total_agents"),
        ("x = args['train']['bptt_horizon'] + 1", "[train] bptt_horizon", "[train] horizon"),
        ("args['train']['device'] = 'cpu'", "[train] device", "build.sh --cpu"),
        ("args['rnn']['hidden_size'] = 8", "[rnn] hidden_size", "[policy] hidden_size"),
        ("args['package'] = 'ocean'", "[base] package", "no packages"),
        ("train = args['train']; train['bptt_horizon'] = 8", "[train] bptt_horizon", "horizon"),
        ("x = pufferl.load_config('go')['vec']['backend']", "[vec] backend", "native"),
        ("args['train'].update(bptt_horizon=8)", "[train] bptt_horizon", "[train] horizon"),
        ("args.update({'vec': {'num_envs': 8}})", "[vec] num_envs", "[vec] total_agents"),
        ("args['train'] |= dict(update_epochs=8)", "[train] update_epochs", "replay_ratio"),
        ("x = args['train'].get('bptt_horizon')", "[train] bptt_horizon", "[train] horizon"),
        ("args['train'].pop('optimizer')", "[train] optimizer", "Muon"),
    ],
)
def test_values_that_4_0_does_not_read_are_to_port(text: str, what: str, how: str) -> None:
    (_, port) = plan(f"{LOADED}{text}\n").ports
    assert port.what == what
    assert how in port.how
    assert port.span.line == 3


@pytest.mark.parametrize(
    "text",
    [
        "args['train']['learning_rate'] = 1",
        "args['vec']['total_agents'] = 1",
        "args['policy']['hidden_size'] = 1",
        "args['mine']['num_envs'] = 1",
        "args['train'][key] = 1",
        "args['train'].update(learning_rate=1)",
        "x = args['train'].get('bptt_horizon', None)",
        "args['train']['env'] = name",
        "args = other()\nargs['vec']['num_envs'] = 1",
        "def f(args): args['vec']['num_envs'] = 1",
        "if False: args['vec']['num_envs'] = 1",
        "if pufferl.__version__ == 3: args['vec']['num_envs'] = 1",
        "for args in many: args['vec']['num_envs'] = 1",
        "env_args['vec']['num_envs'] = 1",
    ],
)
def test_values_that_4_0_reads_or_nobody_knows_are_left(text: str) -> None:
    (port,) = plan(f"{LOADED}{text}\n").ports
    assert port.what == "pufferlib.PufferEnv"


def test_an_environment_of_4_0_may_have_any_argument() -> None:
    text = "from pufferlib import pufferl\nargs = pufferl.load_config('mine')\nargs['env']['num_envs'] = 2\n"
    left(text)


# What works is left


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "try:\n    import pufferlib.vector\nexcept ImportError:\n    pufferlib = None\n",
            "line 2: pufferlib.vector is left: the file does without it where it is missing",
        ),
        (
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pufferlib import PufferEnv\n",
            "line 3: pufferlib.PufferEnv is left: only type checkers read it",
        ),
        (
            "import pufferlib\nif pufferlib.__version__ == 3.0:\n    import pufferlib.emulation\n",
            "line 3: pufferlib.emulation is left: it stands behind a test of what is installed",
        ),
        (
            "import pufferlib\nif False:\n    import pufferlib.emulation\n",
            "line 3: pufferlib.emulation is left: nothing comes to it",
        ),
    ],
)
def test_what_a_file_does_without_is_left_and_told(text: str, why: str) -> None:
    assert why in left(text)


def test_calls_behind_a_test_of_the_version_are_left() -> None:
    left(
        "import pufferlib\nfrom pufferlib import pufferl\n"
        "if pufferlib.__version__ >= 4:\n    pufferl.train('breakout')\n"
        "else:\n    pufferl.train('puffer_breakout')\n"
        "    v = pufferlib.vector.make(None, num_envs=8)\n"
    )


def test_optional_parts_are_told_beside_a_plan() -> None:
    text = (
        "from pufferlib import PufferEnv\n"
        "try:\n    import pufferlib.emulation\nexcept ImportError:\n    pass\n"
    )
    ledger = plan(text)
    assert [port.what for port in ledger.ports] == ["pufferlib.PufferEnv"]
    assert [remark for part in ledger.parts for remark in part.remarks] == [
        "line 3: pufferlib.emulation is left: the file does without it where it is missing"
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("# profilecheck: target=3.0\nimport pufferlib.vector\n", "a comment asks for 3.0: line 1"),
        ("from pufferlib import torch_pufferl\n", "it is of 4.0 already"),
        ("import pufferlib\n", "nothing in it needs to change for 4.0"),
        ("import os\n", "it holds nothing of PufferLib that could be migrated"),
        ("import gym.vector\ngym.vector.make(1, num_envs=2)\n", "it holds nothing of PufferLib"),
        ("text = 'import pufferlib.vector'\n", "it holds nothing of PufferLib"),
        ("# import pufferlib.vector\n", "it holds nothing of PufferLib"),
    ],
)
def test_files_that_are_left_say_why(text: str, why: str) -> None:
    assert left(text).startswith(why)


def test_what_the_tree_has_itself_is_no_leftover(tmp_path: Path) -> None:
    own = tmp_path / "pufferlib"
    own.mkdir()
    (own / "__init__.py").write_text("class PufferEnv: pass\n")
    (own / "vector.py").write_text("def make(): pass\n")
    around = Surroundings(own_package=OwnPackage(own))
    text = b"import pufferlib.vector\nfrom pufferlib import PufferEnv\nv = pufferlib.vector.make(PufferEnv)\n"
    ledger = migrate_bytes(text, "a.py", Request(), around, name=str(tmp_path / "a.py"))
    assert ledger.status == "left"
    assert "line 1: pufferlib.vector is left: the tree's own pufferlib/ has it" in ledger.reason
    inner = str(own / "emulation.py")
    within = migrate_bytes(b"import pufferlib.emulation\n", inner, Request(), around, name=inner)
    assert within.reason == "it is part of the tree's own pufferlib/"


def test_code_in_another_encoding_is_not_rewritten() -> None:
    text = "# coding: latin-1\n# caf\xe9\nfrom pufferlib import unroll_nested_dict\n"
    ledger = migrated(text.encode("latin-1"), "a.py")
    assert (ledger.status, ledger.after) == ("blocked", None)
    assert ledger.reason == "it cannot be edited as it stands: its bytes are not UTF-8"
    # Bytes that happen to be UTF-8 too are not what the file means by them.
    assert migrated(text.encode("utf-8"), "a.py").after is None


def test_bytes_outside_the_edits_stay() -> None:
    text = "\ufefffrom pufferlib import pufferl\r\nx = '\u00e9\U0001f421'; \x0c\r\n"
    text += "y = ('\U0001f421', pufferl.load_config('puffer_go'))\r\n# end"
    ledger = migrated(text.encode(), "a.py")
    assert ledger.after == text.replace("'puffer_go'", "'go'").encode()


def test_a_mixed_file_is_planned_for_what_is_left_of_3_0() -> None:
    text = "from pufferlib import torch_pufferl, PufferEnv\n"
    assert ports(text) == ["1:38 pufferlib.PufferEnv"]
