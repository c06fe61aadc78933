"""The config of 4.0 that a call of 3.0's ``vector.make`` comes to."""

from __future__ import annotations

import pytest

from profilecheck import check_text
from profilecheck.document import Document
from profilecheck.migrate.ledger import Beside, FileLedger, Ledger
from profilecheck.migrate.told.asked import asked
from profilecheck.migrate.vectors import path_of
from profilecheck.profiles import profiles
from profilecheck.sources.ini import read
from tests.migrate.helpers import migrated, question

HEAD = "import pufferlib.vector\nfrom pufferlib.vector import make, Serial\n"


def plan(calls: str, *, agents: int | None = 1, **more: object) -> FileLedger:
    return migrated(HEAD + calls + "\n", "runs/train.py", agents=agents, **more)  # type: ignore[arg-type]


def new(calls: str, **more: object) -> Beside:
    """The one new file."""
    ledger = plan(calls, **more)  # type: ignore[arg-type]
    assert not ledger.errors
    (beside,) = ledger.beside
    assert not [
        f
        for f in check_text(beside.text, beside.path, target="4.0").findings
        if f.severity.value == "error"
    ]
    return beside


def held(beside: Beside) -> dict[str, object]:
    """What 4.0's loader reads of a new file."""
    document: Document = read(beside.text, beside.path)
    assert not document.broken
    profile = profiles()["4.0"]
    return {f"{s.section}.{s.key}": profile.read(str(s.value)) for s in document.settings}


def test_a_config_holds_the_agents_and_the_numbers_of_the_environment() -> None:
    made = new(
        "make(Env, num_envs=64, num_workers=8, seed=7, backend=Serial, env_kwargs={'size': 5, 'hard': True})",
        agents=64,
    )
    assert made.path == "runs/train_vec_4.0.ini"
    assert held(made) == {
        "base.seed": 7,
        "vec.total_agents": 4096,
        "vec.num_buffers": 2,
        "vec.num_threads": 16,
        "env.size": 5,
        "env.hard": 1,
    }
    assert "# 3.0: num_workers = 8 -> dropped: " in made.text
    assert "train.py (line 3)" in made.text
    assert "Lines are those of train.py as it was before the migration." in made.text


def test_env_num_envs_counts() -> None:
    made = new("make(Env, num_envs=2, env_kwargs=dict(num_envs=2048))")
    assert held(made)["vec.total_agents"] == 4096
    assert "env.num_envs" not in held(made)


def test_upstreams_own_environments_need_no_count() -> None:
    made = new(
        "import pufferlib.ocean\nfrom pufferlib.ocean import env_creator\nname = 'puffer_squared'\n"
        "creator = env_creator(name)\nmake(creator, num_envs=2, env_kwargs={'num_envs': 2048, 'size': 11})",
        agents=None,
    )
    assert held(made)["base.env_name"] == "squared"
    assert held(made)["vec.total_agents"] == 4096


@pytest.mark.parametrize(
    "creator",
    [
        "pufferlib.ocean.env_creator('puffer_squared')",
        "pufferlib.ocean.environment.env_creator('puffer_squared')",
        "pufferlib.ocean.squared.squared.Squared",
    ],
)
def test_ways_to_name_upstreams_environment(creator: str) -> None:
    made = new(
        f"import pufferlib.ocean\nmake({creator}, num_envs=1, env_kwargs={{'num_envs': 4096, 'size': 11}})",
        agents=None,
    )
    assert held(made)["base.env_name"] == "squared"


def test_positions_count_and_num_envs_is_one_by_default() -> None:
    made = new("make(Env, None, {'size': 5, 'num_envs': 1024})", agents=8)
    assert held(made)["vec.total_agents"] == 8192
    assert held(made)["env.size"] == 5


def test_env_args_go_by_the_names_of_the_definition() -> None:
    made = new(
        "class Env:\n    def __init__(self, size, n=3, buf=None): pass\nmake(Env, [5], num_envs=4096)"
    )
    assert held(made)["env.size"] == 5
    assert (
        "which arguments env_args=[5] gives"
        in question(plan("make(Env, [5], num_envs=4096)"), "vec.total_agents").asks
    )


def test_equal_calls_have_one_config_and_others_a_number() -> None:
    ledger = plan(
        "make(Env, num_envs=4096)\nmake(Env, num_envs=8192)\nmake(Env, num_envs=2 * 2048)\n"
    )
    assert [one.path for one in ledger.beside] == [
        "runs/train_vec_4.0.ini",
        "runs/train_vec_4.0-2.ini",
    ]
    assert "(line 3, line 5)" in ledger.beside[0].text
    told = [port.how for port in ledger.ports if port.what == "vector.make(...)"]
    assert told == [f"its config is train_vec_4.0{n}.ini" for n in ("", "-2", "")]


def test_lists_of_creators_give_all_the_same() -> None:
    made = new(
        "make([Env, Env], [[], []], [{'size': 5, 'k': 1}, {'size': 5, 'k': 2}], num_envs=2)",
        agents=2048,
        decide={"env.k": "drop"},
    )
    assert held(made)["env.size"] == 5
    assert "env.k" not in held(made)


def test_a_default_that_may_be_chosen_is_told() -> None:
    ledger = plan("def main(n=4096):\n    return make(Env, num_envs=n)\nmain()")
    (made,) = ledger.beside
    assert held(made)["vec.total_agents"] == 4096
    assert any("num_envs = 4096 is the default of" in r for p in ledger.parts for r in p.remarks)


# What is not known


@pytest.mark.parametrize(
    ("call", "asked"),
    [
        ("make(Env, num_envs=N)", "vec.total_agents"),
        ("make(Env, num_envs=4096, **more)", "vec.total_agents"),
        ("make(Env, num_envs=4096, env_kwargs=more)", "vec.total_agents"),
        ("make(Env, num_envs=4096, env_kwargs={'size': N})", "env.size"),
        ("make(Env, num_envs=8)", "train.minibatch_size"),
    ],
)
def test_what_is_not_known_is_asked_for_and_no_file_is_made(call: str, asked: str) -> None:
    ledger = plan(call)
    assert ledger.status == "by-hand"
    assert not ledger.beside and not list(ledger.entries)
    assert [(one.key, one.blocking) for one in ledger.open] == [(asked, False)]
    (told,) = (port.how for port in ledger.ports if port.what == "vector.make(...)")
    assert told == f"no config for it yet: {asked} is to be decided"


@pytest.mark.parametrize(
    ("call", "decide", "name", "value"),
    [
        ("make(Env, num_envs=N)", {"vec.total_agents": "4096"}, "vec.total_agents", 4096),
        ("make(Env, num_envs=8, **more)", {"vec.total_agents": "4096"}, "vec.total_agents", 4096),
        ("make(Env, num_envs=4096, env_kwargs={'size': N})", {"env.size": "3"}, "env.size", 3),
        ("make(Env, num_envs=8)", {"train.minibatch_size": "512"}, "train.minibatch_size", 512),
        (
            "make(Env, num_envs=N)",
            {"runs/train_vec_4.0.ini:vec.total_agents": "4096"},
            "vec.total_agents",
            4096,
        ),
    ],
)
def test_a_decision_makes_the_file(
    call: str, decide: dict[str, str], name: str, value: object
) -> None:
    assert held(new(call, decide=decide))[name] == value


def test_one_config_that_waits_does_not_keep_another() -> None:
    ledger = plan("make(Env, num_envs=N)\nmake(Env, num_envs=4096)")
    assert [one.path for one in ledger.beside] == ["runs/train_vec_4.0-2.ini"]


def test_a_decision_is_offered_for_the_config_that_asks() -> None:
    ledger = plan("make(Env, num_envs=N)\nmake(Env, num_envs=M, env_kwargs={'a': 1})")
    whole = Ledger("3.0", "4.0", (ledger,))
    (both,) = asked(whole)
    assert both.labels == ["runs/train.py (line 3, line 4)"]
    assert both.options[0][0] == "--decide vec.total_agents=N"
    assert both.alone == "for one alone: --decide runs/train_vec_4.0.ini:vec.total_agents=N"


def test_what_a_config_cannot_hold_is_told_in_it() -> None:
    made = new("make(Env, num_envs=N, **more)", decide={"vec.total_agents": "4096"})
    assert "# Not in it, because it is not known what it gives: **" in made.text


def test_text_is_no_argument_of_a_binding() -> None:
    made = new("make(Env, num_envs=4096, env_kwargs={'mode': 'easy\\nto\\nsee'})")
    assert "env.mode" not in held(made)
    assert "a binding takes numbers alone" in made.text


# Calls without a config


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    make(Env, num_envs=4096)\nexcept Exception:\n    pass",
        "import pytest\ndef test():\n    with pytest.raises(Exception):\n        make(Env, num_envs=4096)",
        "def never():\n    raise SystemExit\n    make(Env, num_envs=4096)",
        "import gym.vector\ngym.vector.make(Env, num_envs=4096)",
        "print('make(Env, num_envs=4096)')",
    ],
)
def test_calls_that_are_not_meant_have_none(text: str) -> None:
    assert not plan(text).beside


# Files


@pytest.mark.parametrize(
    ("path", "number", "name"),
    [
        ("train.py", 1, "train_vec_4.0.ini"),
        ("a/b/train.v2.py", 2, "a/b/train.v2_vec_4.0-2.ini"),
        ("nb.ipynb", 1, "nb_ipynb_vec_4.0.ini"),
    ],
)
def test_the_new_file_is_named_by_the_script(path: str, number: int, name: str) -> None:
    assert path_of(path, number) == name


@pytest.mark.parametrize(
    ("creator", "tells"), [("Own", True), ("ocean.env_creator('puffer_pong')", False)]
)
def test_a_config_without_a_name_says_that_it_needs_one(creator: str, tells: bool) -> None:
    text = f"import pufferlib.vector\nfrom pufferlib import ocean\nv = pufferlib.vector.make({creator}, num_envs=8)\n"
    found = migrated(text, "train.py", decide={"vec.total_agents": "4096"})
    (new,) = found.beside
    assert ("no [base] env_name yet" in new.text) is tells
    assert ("no [base] env_name yet" in new.reason) is tells
    assert "finds it by its [base] env_name alone" in new.text
