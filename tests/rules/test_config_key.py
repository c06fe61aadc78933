"""PC404: a key of the loaded config that only another generation's loader returns."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.fix import fix_bytes
from profilecheck.options import Options
from profilecheck.surroundings import look
from tests.rules.helpers import finds, quiet

CODE = "PC404"
NAME = "train.py"
HEAD = "from pufferlib import pufferl\nargs = pufferl.load_config('x')\n"
TRAIN = "pufferl.train('x', args)\n"


@pytest.mark.parametrize(
    ("text", "target", "at", "words"),
    [
        (
            "args['vec']['num_envs'] = 8\n",
            "4.0",
            (3, 13),
            "ignores what is set there: use [vec] total_agents",
        ),
        ("vec = args['vec']\nvec['num_envs'] = 8\n", "4.0", (4, 5), "ignores"),
        ("args['vec'].update(num_workers=4)\n", "4.0", (3, 20), "ignores"),
        ("args['vec'] = dict(backend='Serial')\n", "4.0", (3, 20), "ignores"),
        ("args.update({'train': {'bptt_horizon': 8}})\n", "4.0", (3, 24), "use [train] horizon"),
        ("args['rnn']['hidden_size'] = 4\n", "4.0", (3, 6), "[rnn] is a section of 3.0"),
        ("args['rnn_name'] = 'Recurrent'\n", "4.0", (3, 6), "[base] rnn_name is a name of 3.0"),
        ("args['neptune'] = True\n", "4.0", (3, 6), "--wandb"),
        ("print(args['train']['device'])\n", "4.0", (3, 21), "raises KeyError"),
        ("args['train']['device'] += ':0'\n", "4.0", (3, 15), "raises KeyError"),
        ("print(args['train']['use_rnn'])\n", "4.0", (3, 21), "raises KeyError"),
        ("del args['vec']['zero_copy']\n", "4.0", (3, 17), "raises KeyError"),
        ("print(args['train'].get('device'))\n", "4.0", (3, 25), "this is None"),
        (TRAIN + "args['train']['device'] = 'cpu'\n", "4.0", (4, 15), "ignores"),
        ("args['train'].update(seed=s)\nargs['train']['device']\n", "4.0", (4, 15), "raises"),
        ("args['env'].update(mine)\nargs['train']['device']\n", "4.0", (4, 15), "raises"),
        ("d = args['train'].get('device')\nprint(d)\n", "4.0", (3, 23), "this is None"),
        (
            "args['vec']['total_agents'] = 8\n",
            "3.0",
            (3, 13),
            "refuses it unless backend is PufferEnv",
        ),
        ("args['train']['replay_ratio'] = 1\n", "3.0", (3, 15), "3.0 ignores"),
        ("print(args['slowly'])\n", "3.0", (3, 12), "raises KeyError"),
        ("print(args['torch']['network'])\n", "3.0", (3, 12), "[torch] is a section of 4.0"),
        (TRAIN + "args['checkpoint_dir'] = 'a'\n", "3.0", (4, 6), "use [train] data_dir"),
    ],
)
def test_names_of_the_other_generation(
    text: str, target: str, at: tuple[int, int], words: str
) -> None:
    found = finds(HEAD + text, CODE, at=at, severity="error", name=NAME, target=target)
    assert words in found.message


def test_one_name_is_told_once() -> None:
    found = finds(
        HEAD + "args['vec']['num_envs'] = 8\nargs['vec']['num_envs'] = 4\n",
        CODE,
        name=NAME,
        target="4.0",
    )
    assert [note.message for note in found.notes] == ["named again in line 4"]


VEC = "args['vec']"
BOTH = (
    f"n = {VEC}.get('total_agents') or {VEC}['num_envs']\n",
    f"vec = {VEC}\nn = vec.pop('total_agents', None) or vec['num_envs']\n",
    f"n = {VEC}.get('total_agents', {VEC}.get('num_envs'))\n",
    f"n = {VEC}.get('total_agents')\nif n is None: n = {VEC}['num_envs']\n",
    f"if {VEC}.get('total_agents') is None: print({VEC}['num_envs'])\n",
    f"if (n := {VEC}.get('total_agents')) is not None: print(n)\n",
    f"if set({VEC}) >= {{'total_agents'}}: n = {VEC}['total_agents']\nelse: n = {VEC}['num_envs']\n",
    f"keys = set({VEC})\nn = {VEC}['total_agents'] if 'total_agents' in keys else {VEC}['num_envs']\n",
)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("args['vec']['total_agents'] = 8\nargs['train']['horizon'] = 8\nargs['wandb']\n", "4.0"),
        ("args['vec']['num_envs'] = 8\nargs['train']['device']\nargs['rnn']['x']\n", "3.0"),
        ("args['train']['use_rnn']\nargs['neptune']\nargs['rnn_name']\n", "3.0"),
        ("args['env']['num_envs'] = 8\nargs['policy']['x']\n", "4.0"),
        ("args['sweep']['train']['adam_beta1']\nargs['mine'] = {'num_envs': 8}\n", "4.0"),
        ("args['vec']['nobody_has_this'] = 1\n", "4.0"),
        # nothing of PufferLib is given what any trainer may have
        ("args['train']['device'] = 'cpu'\nmine(args)\n", "4.0"),
        # the script's own: set and read, named elsewhere, or expected to be missing
        ("args['vec']['num_envs'] = 8\nmake(args['vec']['num_envs'])\n", "4.0"),
        ("args['vec']['num_envs'] = 8\ndef f(c): return c['vec']['num_envs']\n", "4.0"),
        ("args['vec']['num_envs'] = 8\nn = args['vec'].get('num_envs', 4)\n", "4.0"),
        ("if 'device' in args['train']: print(args['train']['device'])\n", "4.0"),
        ("try: d = args['train']['device']\nexcept KeyError: d = 'cpu'\n", "4.0"),
        ("if pufferlib.__version__ < 4: args['vec']['num_envs'] = 8\n", "4.0"),
        ("args['train'].get('device', 'cpu')\n", "4.0"),
        *((text, target) for text in BOTH for target in ("3.0", "4.0")),
        ("args['vec'].update(json.load(f))\nn = args['vec']['total_agents']\n", "3.0"),
        ("args['vec'].update({**mine})\nn = args['vec']['total_agents']\n", "3.0"),
        ("args['vec'][key] = 4\nn = args['vec']['total_agents']\n", "3.0"),
        ("args['vec'] = mine()\nn = args['vec']['total_agents']\n", "3.0"),
        ("args.update({'vec': mine()})\nn = args['vec']['total_agents']\n", "3.0"),
        ("deep_update(args, mine)\nn = args['vec']['total_agents']\n", "3.0"),
        ("args.setdefault(name, {}).update(mine)\nargs['torch']\n", "3.0"),
        ("args[name].update(mine)\nargs['vec']['total_agents']\n", "3.0"),
        ("args['torch'] = {'compile': True}\nprint(args['torch']['compile'])\n", "3.0"),
        # no loaded config
        ("other['vec']['num_envs'] = 8\n", "4.0"),
        ("args = vars(parser.parse_args())\nargs['vec']['num_envs'] = 8\n", "4.0"),
        ("def f(args): args['vec']['num_envs'] = 8\n", "4.0"),
        ("args['vec']['num_envs'] = 8\n", "5.0"),
    ],
)
def test_silent(text: str, target: str) -> None:
    quiet(HEAD + text, CODE, name=NAME, target=target)


def test_another_loader_is_nobodys_business() -> None:
    quiet(
        "from mine import load_config\nimport pufferlib\nload_config('x')['vec']['num_envs'] = 8\n",
        CODE,
        name=NAME,
        target="4.0",
    )


def test_what_the_trees_inis_hold_is_returned(tmp_path: Path) -> None:
    inis = tmp_path / "config"
    inis.mkdir()
    (tmp_path / ".git").mkdir()
    (inis / "default.ini").write_text(
        "[base]\nenv_name = None\n[vec]\ntotal_agents = 4\n[train]\nhorizon = 4\ndevice = cuda\n"
    )
    (inis / "x.ini").write_text("[base]\nenv_name = x\n[train]\noptimizer = adam\nadam_eps = 1\n")
    path = tmp_path / NAME
    text = f"{HEAD}args['train']['device']\nargs['train']['optimizer']\nargs['train']['adam_eps'] = 1\n{TRAIN}"
    finds(text, CODE, at=(5, 15), name=str(path), target="4.0", surroundings=look(path))


def test_a_rename_takes_every_place() -> None:
    text = HEAD + "args['train']['bptt_horizon'] = 8\nargs['train'].update(bptt_horizon=16)\n"
    fixed = fix_bytes(text.encode(), NAME, Options(target="4.0")).after
    assert (
        fixed
        == (HEAD + "args['train']['horizon'] = 8\nargs['train'].update(horizon=16)\n").encode()
    )


def test_no_rename_of_what_is_named_elsewhere() -> None:
    text = HEAD + "wanted = {'horizon'}\nh = args['train']['horizon']\n"
    assert finds(text, CODE, name=NAME, target="3.0").fix is None


def test_no_rename_onto_a_name_that_is_there() -> None:
    text = HEAD + "args['train']['bptt_horizon'] = 8\nargs['train']['horizon'] = 16\n"
    assert finds(text, CODE, name=NAME, target="4.0").fix is None
