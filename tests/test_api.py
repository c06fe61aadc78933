"""The public API."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest

import profilecheck
from profilecheck import ChoiceError, ConfigError, Host, Override, Severity, State, workers
from profilecheck.hosts import declared

BAD = "[base]\npackage = ferries\nenv_name = a\n[vec]\nnum_envs = 100\nnum_workers = 6\n"
GOOD = "[base]\npackage = ferries\nenv_name = a\n[vec]\nnum_envs = 8\nnum_workers = 4\n"


def codes(report: profilecheck.Report | profilecheck.FileReport) -> list[str]:
    return [finding.code for finding in report.findings]


# The package


def test_every_public_name_is_there_and_stays_the_same() -> None:
    for name in profilecheck.__all__:
        assert getattr(profilecheck, name) is getattr(profilecheck, name)
    assert set(profilecheck.__all__) <= set(dir(profilecheck))


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'made_up'"):
        profilecheck.made_up  # noqa: B018


# check


def test_check_takes_a_path_or_several(tmp_path: Path) -> None:
    path = tmp_path / "a.ini"
    path.write_text(BAD)
    for paths in (path, str(path), [path], [str(path)], tmp_path):
        assert codes(profilecheck.check(paths, target="3.0", host=64)) == ["PC203"]


def test_check_tells_what_cannot_be_read(tmp_path: Path) -> None:
    report = profilecheck.check([tmp_path / "gone.ini"])
    assert [file.state for file in report.files] == [State.UNREADABLE]
    assert codes(report) == ["PC001"]


def test_check_excludes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.ini").write_text(BAD)
    monkeypatch.chdir(tmp_path)
    report = profilecheck.check("a.ini", target="3.0", exclude=["a.*"])
    assert [file.state for file in report.files] == [State.SKIPPED]


def test_check_leaves_out_what_git_ignores(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("a.ini\n")
    for name in ("a.ini", "b.ini"):
        (tmp_path / name).write_text(BAD)
    assert len(profilecheck.check(tmp_path, target="3.0").files) == 1
    assert len(profilecheck.check(tmp_path, target="3.0", gitignore=False).files) == 2


def test_check_in_several_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(8):
        (tmp_path / f"{number}.ini").write_text(BAD)
    once = profilecheck.check(tmp_path, target="3.0", host=64)
    monkeypatch.setattr(workers, "LEAST", 0)
    monkeypatch.setattr(workers, "EACH", 1)
    monkeypatch.setattr(workers, "CHUNK", 2)
    assert profilecheck.check(tmp_path, target="3.0", host=64, jobs=2) == once
    assert profilecheck.check(tmp_path, target="3.0", host=64, jobs=None) == once


def test_check_reads_no_settings(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.profilecheck]\nignore = ["PC203"]\n')
    (tmp_path / "a.ini").write_text(BAD)
    assert codes(profilecheck.check(tmp_path / "a.ini", target="3.0", host=64)) == ["PC203"]


# check_text


def test_check_text_judges_a_text_by_its_name() -> None:
    assert codes(profilecheck.check_text(BAD, "a.ini", target="3.0", host=64)) == ["PC203"]
    text = '{"vec": {"backend": "Serial", "num_envs": 100, "num_workers": 6}}'
    assert codes(profilecheck.check_text(text, "a.json", target="3.0", select=["PC203"])) == [
        "PC203"
    ]


def test_check_text_takes_bytes() -> None:
    report = profilecheck.check_text(b"[vec]\nnum_envs = \xff\n", "a.ini", target="3.0")
    assert report.state is State.FINDINGS


def test_check_text_of_no_config_is_skipped() -> None:
    assert profilecheck.check_text("x", "a.md").state is State.SKIPPED


@pytest.mark.parametrize("how", ["vec.num_workers=10", Override("vec", "num_workers", "10")])
def test_overrides_are_texts_or_overrides(how: str | Override) -> None:
    report = profilecheck.check_text(BAD, "a.ini", target="3.0", host=64, overrides=[how])
    assert codes(report) == []


def test_host_is_cores_or_a_host() -> None:
    text = GOOD + "backend = Multiprocessing\n"
    for host in (2, declared(2, None, "small")):
        assert "PC210" in codes(profilecheck.check_text(text, "a.ini", target="3.0", host=host))
    assert codes(profilecheck.check_text(text, "a.ini", target="3.0", host=64)) == []


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"target": "2.0"}, "unknown target '2.0'"),
        ({"mode": "fly"}, "unknown mode 'fly'"),
        ({"defaults": "mine"}, "unknown defaults 'mine'"),
        ({"host": 0}, "host = 0: expected a number of physical cores"),
        ({"host": True}, "host = True"),
        ({"agents_per_env": 0}, "agents per environment = 0"),
        ({"overrides": ["x"]}, "SECTION.KEY=VALUE"),
        ({"select": ["PC999"]}, "unknown code 'PC999'"),
        ({"ignore": ["nonsense"]}, "unknown code 'nonsense'"),
        ({"target": 3.0}, 'target = 3.0: write it as text, "3.0"'),
        ({"target": ["3.0"]}, r"target = \['3.0'\]: expected a text"),
        ({"mode": None}, "mode = None: expected train, eval or sweep"),
        ({"defaults": 1}, "defaults = 1: expected ini, signature or none"),
        ({"host": 2.5}, "host = 2.5: expected a number of physical cores"),
        ({"host": "64"}, "host = '64': expected a number of physical cores"),
        ({"agents_per_env": 2.0}, "agents per environment = 2.0"),
        ({"overrides": 5}, "overrides = 5"),
        ({"overrides": [Override("vec", "seed", 1)]}, "an Override's text = 1"),  # type: ignore[arg-type]
        ({"select": [3]}, "select = 3: expected codes of rules"),
        ({"ignore": 3}, "ignore = 3: expected codes of rules"),
    ],
)
def test_a_choice_that_does_not_exist_raises(how: dict[str, object], told: str) -> None:
    with pytest.raises(ChoiceError, match=told):
        profilecheck.check_text(GOOD, "a.ini", **how)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=told):
        profilecheck.validate({"num_envs": 1}, **how)  # type: ignore[arg-type]


def test_one_text_is_a_list_of_one() -> None:
    how = {"target": "3.0", "host": 64, "select": "PC203", "overrides": "vec.num_workers=7"}
    assert codes(profilecheck.check_text(BAD, "a.ini", **how)) == ["PC203"]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "call",
    [
        lambda: profilecheck.check(3),  # type: ignore[arg-type]
        lambda: profilecheck.check([3]),  # type: ignore[list-item]
        lambda: profilecheck.check("a.ini", exclude=[None]),  # type: ignore[list-item]
        lambda: profilecheck.check("a.ini", gitignore="no"),  # type: ignore[arg-type]
        lambda: profilecheck.check("a.ini", jobs="many"),  # type: ignore[arg-type]
        lambda: profilecheck.check("a.ini", jobs=-1),
        lambda: profilecheck.check("a.ini", jobs=0),
        lambda: profilecheck.check_text(3, "a.ini"),  # type: ignore[arg-type]
        lambda: profilecheck.check_text("", None),  # type: ignore[arg-type]
        lambda: profilecheck.validate([1]),  # type: ignore[arg-type]
        lambda: profilecheck.validate(None),  # type: ignore[arg-type]
        lambda: profilecheck.validate("vec"),  # type: ignore[arg-type]
    ],
)
def test_what_is_to_be_checked_is_looked_at_as_well(call: Callable[[], object]) -> None:
    with pytest.raises(ChoiceError, match="expected"):
        call()


@pytest.mark.parametrize("how", [{"cores": 2.5}, {"cores": 0}, {"threads": True}, {"cores": "64"}])
def test_no_host_has_counts_that_no_machine_has(how: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected a whole number of at least 1"):
        Host("cluster", **how)


def test_a_host_knows_what_it_is_told() -> None:
    assert Host("cluster", cores=64) == declared(64, None, "cluster")


def test_findings_speak_of_arguments_not_of_options() -> None:
    undecided = profilecheck.check_text("[base]\nenv_name = a\n", "a.ini").findings
    assert any('target="3.0" or "4.0"' in finding.message for finding in undecided)
    old = profilecheck.check_text(BAD, "a.ini", target="4.0")
    assert [one.message for one in old.evidence] == ["the argument target is 4.0"]
    made = profilecheck.validate({"backend": "Serial"}, target="3.0", overrides=["vec.seed=1"])
    with pytest.raises(ConfigError) as caught:
        profilecheck.validate({"num_envs": 8, "total_agents": 8})
    texts = [*undecided, *old.findings, *made.findings, *caught.value.findings]
    for finding in texts:
        for text in (finding.message, *(note.message for note in finding.notes)):
            assert "--" not in text
    assert "(line 1)" not in str(caught.value)


# validate


def test_validate_gives_effective_values_and_the_model() -> None:
    kwargs = {"backend": "Multiprocessing", "num_envs": 8, "num_workers": 4}
    made = profilecheck.validate(kwargs, target="3.0", host=8)
    assert made.profile == "3.0"
    assert made.values["vec"] == kwargs
    assert made.findings == ()
    assert made.model is not None
    assert made.model.model_dump()["num_workers"] == 4


def test_validate_raises_one_error_with_every_finding() -> None:
    kwargs = {"backend": "Multiprocessing", "num_envs": 8, "num_workers": 3, "seed": 1}
    with pytest.raises(ConfigError) as caught:
        profilecheck.validate(kwargs, target="3.0", host=8)
    found = caught.value.findings
    assert [finding.severity for finding in found] == [Severity.ERROR, Severity.WARNING]
    assert [finding.code for finding in found] == ["PC203", "PC225"]
    text = str(caught.value)
    assert all(f"{finding.code} {finding.name}: {finding.message}" in text for finding in found)
    assert "= try num_workers = " in text


def test_validate_keeps_warnings() -> None:
    made = profilecheck.validate({"backend": "Serial", "num_envs": 2, "seed": 1}, target="3.0")
    assert [finding.code for finding in made.findings] == ["PC225"]


def test_validate_takes_a_whole_config() -> None:
    config = {"vec": {"backend": "Serial", "num_envs": 8}, "train": {"seed": 1}, "mine": {"x": 1}}
    made = profilecheck.validate(config, target="3.0")
    assert made.values["vec"]["num_envs"] == 8
    assert made.values["train"] == {"seed": 1}
    assert "mine" not in made.values
    assert made.model is not None
    assert made.model.model_dump()["train"]["seed"] == 1


def test_validate_takes_dotted_keys() -> None:
    with pytest.raises(ConfigError) as caught:
        profilecheck.validate(
            {"vec.backend": "Serial", "vec.num_envs": 8, "vec.num_workers": 3}, target="3.0"
        )
    assert caught.value.findings[0].code == "PC203"


def test_validate_takes_4_0() -> None:
    vec = {"total_agents": 4096, "num_buffers": 2, "num_threads": 16}
    made = profilecheck.validate({"vec": vec}, target="4.0", select=["PC3"], ignore=["PC301"])
    assert made.profile == "4.0"
    assert made.values["vec"] == vec


def test_validate_does_not_take_a_mapping_argument_for_a_section() -> None:
    kwargs = {"backend": "Serial", "num_envs": 2, "env_kwargs": {"num_envs": 7}}
    made = profilecheck.validate(kwargs, target="3.0")
    assert made.values["vec"]["env_kwargs"] == {"num_envs": 7}


def test_validate_tolerates_what_the_runtime_does() -> None:
    made = profilecheck.validate({"backend": "PufferEnv", "num_envs": 1.0}, target="3.0")
    assert made.model is None
    assert [finding.severity for finding in made.findings] == [Severity.WARNING]


def test_validate_leaves_objects_alone() -> None:
    made = profilecheck.validate({"backend": object, "num_envs": 8}, target="3.0")
    assert made.values["vec"]["backend"] is object


def test_validate_lays_overrides_over() -> None:
    with pytest.raises(ConfigError):
        profilecheck.validate(
            {"backend": "Serial", "num_envs": 8}, target="3.0", overrides=["vec.num_workers=3"]
        )


def test_validate_of_an_empty_mapping_is_make_without_arguments() -> None:
    assert profilecheck.validate({}, target="3.0").values["vec"]["num_envs"] == 1


def test_validate_does_not_pass_what_is_unknown() -> None:
    with pytest.raises(ConfigError):
        profilecheck.validate({"backend": "Serial", "num_envs": 2, "nun_envs": 4}, target="3.0")
    with pytest.raises(ConfigError):
        profilecheck.validate({"vec": {"backend": "Serial", "nun_envs": 4}}, target="3.0")


def test_validate_asks_for_a_target_where_nothing_tells_it() -> None:
    with pytest.raises(ConfigError, match="Pass target="):
        profilecheck.validate({})


def test_validate_decides_by_the_names() -> None:
    made = profilecheck.validate({"backend": "Serial", "num_envs": 2})
    assert made.profile == "3.0"


def test_a_mapping_that_holds_itself_is_an_error_and_no_hang() -> None:
    config: dict[str, object] = {"backend": "Serial", "num_envs": 2}
    config["vec"] = config
    with pytest.raises(ConfigError):
        profilecheck.validate(config, target="3.0")


def test_arguments_beside_sections_are_not_lost() -> None:
    with pytest.raises(ConfigError, match="num_envs stands beside train and in no section"):
        profilecheck.validate({"num_envs": 8, "train": {"seed": 1}}, target="3.0")
    for vec in ({"vec": {"num_envs": 8, "backend": "Serial"}}, {"vec.num_envs": 8}):
        with pytest.raises(ConfigError, match=r"num_workers stands beside vec[\w.]* and in no"):
            profilecheck.validate({**vec, "num_workers": 3}, target="3.0")
    whole = {"seed": 1, "env_name": "a", "vec": {"backend": "Serial"}, "train": {"seed": 1}}
    assert set(profilecheck.validate(whole, target="3.0").values) == {"vec", "train"}
    assert profilecheck.validate({"seed": 1, "train": {"seed": 2}}, target="3.0").findings == ()


class Odd:
    """Compares as numpy's arrays do, and has no text."""

    def __eq__(self, other: object) -> bool:
        raise ValueError("the truth value of an array is ambiguous")

    def __bool__(self) -> bool:
        raise ValueError("the truth value of an array is ambiguous")

    def __repr__(self) -> str:
        raise RuntimeError

    __hash__ = object.__hash__


class OddText(str):
    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    def __repr__(self) -> str:
        raise RuntimeError

    __hash__ = str.__hash__


class OddClass:
    @property  # type: ignore[misc]
    def __class__(self) -> type:
        raise RuntimeError


class OddMapping(Mapping[str, object]):
    def __getitem__(self, key: str) -> object:
        raise RuntimeError

    def __iter__(self) -> Iterator[str]:
        raise RuntimeError

    def __len__(self) -> int:
        return 1


ODD: dict[str, Callable[[], object]] = {
    "object": Odd,
    "text": lambda: OddText("x"),
    "class": OddClass,
    "mapping": OddMapping,
    "in a dict": lambda: {"a": Odd()},
    "in a list": lambda: [Odd()],
    "huge": lambda: 10**5000,
    "function": lambda: len,
    "Decimal": lambda: Decimal(8),
}


@pytest.mark.parametrize("odd", ODD)
def test_any_value_is_judged_or_not_known(odd: str) -> None:
    value = ODD[odd]()
    for config, target in (
        ({"num_envs": value, "backend": value, "zero_copy": value, "env_kwargs": value}, "3.0"),
        ({"vec": {"num_envs": value}, "train": {"seed": value, "device": value}}, "3.0"),
        ({"vec": {"total_agents": value}, "train": value, "base": {"env_name": value}}, "4.0"),
        ({"num_workers": value, "junk": value}, None),
        (value, None),
    ):
        with contextlib.suppress(ConfigError, ChoiceError):
            profilecheck.validate(config, target=target)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["target", "mode", "host", "agents_per_env", "defaults", "select"])
@pytest.mark.parametrize("odd", ODD)
def test_no_odd_choice_raises_anything_else(name: str, odd: str) -> None:
    with contextlib.suppress(ChoiceError):
        profilecheck.validate({"num_envs": 1}, **{name: ODD[odd]()})  # type: ignore[arg-type]


def test_a_value_that_is_not_judged_is_given_back_as_it_is() -> None:
    odd = Odd()
    made = profilecheck.validate({"backend": odd, "env_kwargs": {"a": odd}}, target="3.0")
    assert made.values["vec"]["backend"] is odd
    env_kwargs = made.values["vec"]["env_kwargs"]
    assert isinstance(env_kwargs, dict) and env_kwargs["a"] is odd
    made = profilecheck.validate({"vectorization": {"backend": odd, "num_envs": 1}}, target="3.0")
    assert made.values["vec"]["backend"] is odd


def test_numbers_of_other_classes_are_numbers() -> None:
    class Count(IntEnum):
        SIX = 6

    with pytest.raises(ConfigError, match="num_envs = 100 is not divisible by num_workers = 6"):
        profilecheck.validate(
            {"backend": "Multiprocessing", "num_envs": 100, "num_workers": Count.SIX}
        )


@pytest.mark.parametrize(
    "value", ["x" * 200_000, b"x" * 200_000, [1] * 30_000], ids=["str", "bytes", "list"]
)
def test_a_message_quotes_no_more_of_a_value_than_one_reads(value: object) -> None:
    for key in ("num_envs", "backend", "env_kwargs"):
        with pytest.raises(ConfigError) as caught:
            profilecheck.validate({"backend": "Serial", key: value}, target="3.0")
        assert "..." in str(caught.value) and len(str(caught.value)) < 1000
    with pytest.raises(ConfigError) as caught:
        profilecheck.validate({"backend": "Serial", "x" * 200_000: 1}, target="3.0")
    assert len(str(caught.value)) < 1000
    with pytest.raises(ChoiceError) as refused:
        profilecheck.validate({}, target=value)  # type: ignore[arg-type]
    assert len(str(refused.value)) < 200


def test_the_error_survives_pickling() -> None:
    pickle = importlib.import_module("pickle")
    with pytest.raises(ConfigError) as caught:
        profilecheck.validate({"num_envs": 0}, target="3.0")
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert again.findings == caught.value.findings


# validate: what PufferLib's own loader returned


def loaded(**changes: object) -> dict[str, object]:
    """What 3.0's load_config returns for an environment of one's own, in short."""
    config: dict[str, object] = {
        "load_model_path": None,
        "render_mode": "auto",
        "fps": 15,
        "wandb": False,
        "package": "ocean",
        "env_name": "puffer_breakout",
        "policy_name": "Policy",
        "rnn_name": "Recurrent",
        "vec": {"backend": "Multiprocessing", "num_envs": 8, "num_workers": 4, "seed": 42},
        "env": {"width": 8},
        "rnn": {"hidden_size": 256},
        "train": {"use_rnn": True, "env": "puffer_breakout", "device": "cuda", "bptt_horizon": 64},
        "sweep": {"method": "Protein", "train": {"gamma": {"distribution": "logit_normal"}}},
    }
    return {**config, **changes}


class Namespace(Mapping[str, object]):
    """A mapping that is no dict."""

    def __init__(self, **values: object) -> None:
        self.values_ = values

    def __getitem__(self, key: str) -> object:
        return self.values_[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_)

    def __len__(self) -> int:
        return len(self.values_)


@pytest.mark.parametrize("kind", [dict, Namespace])
def test_what_the_loader_returned_is_judged_whole(
    kind: Callable[..., Mapping[str, object]],
) -> None:
    for defaults in (None, "ini"):
        made = profilecheck.validate(kind(**loaded()), host=64, defaults=defaults)
        assert not [f for f in made.findings if f.code in ("PC232", "PC616")]
        assert made.values["base"]["rnn_name"] == "Recurrent"
        assert "use_rnn" not in made.values["train"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"vec": {"backend": "PufferEnv", "num_envs": 1}}, "PC231"),
        ({"vec": {"backend": "Multiprocessing", "num_envs": 100, "num_workers": 6}}, "PC203"),
        ({"vec": {"backend": "Multiprocessing", "num_envs": 128, "num_workers": 128}}, "PC210"),
        ({"train": {"use_rnn": True, "device": "gpu"}}, "PC618"),
        ({"rnn_name": True}, "PC018"),
        ({"env": {"seed": 1}}, "PC226"),
        ({"package": 3}, "PC112"),
        ({"package": [3]}, "PC112"),
        ({"env_name": "breakout"}, "PC112"),
    ],
)
def test_its_faults_are_those_of_the_launch(changes: dict[str, object], code: str) -> None:
    with pytest.raises(ConfigError) as caught:
        profilecheck.validate(loaded(**changes), host=64)
    found = [f.code for f in caught.value.findings if f.severity is Severity.ERROR]
    assert found == [code]


def test_what_4_0s_loader_returned_is_judged_whole() -> None:
    config = {
        "env_name": "mine",
        "cudagraphs": 10,
        "seed": 73,
        "slowly": False,
        "wandb": False,
        "vec": {"total_agents": 4096, "num_buffers": 2, "num_threads": 2},
        "env": {"width": 8},
        "train": {"horizon": 64, "minibatch_size": 8192},
    }
    made = profilecheck.validate(config, target="4.0")
    assert made.values["base"] == {"env_name": "mine", "cudagraphs": 10, "seed": 73}
    with pytest.raises(ConfigError, match=r"PC310.*\[env\] lacks"):
        profilecheck.validate({**config, "env_name": "breakout"}, target="4.0")


def test_a_config_of_ones_own_with_env_name_is_not_what_the_loader_returned() -> None:
    config = {"env_name": "a", "seed": 1, "tag": "x", "vec": {"num_envs": 8}, "train": {"lr": 1}}
    made = profilecheck.validate({**config, "vec": {"backend": "Serial"}}, target="3.0")
    assert set(made.values) == {"vec", "train"}


@pytest.mark.parametrize(
    ("config", "choices"),
    [
        ({"vec": {"backend": "Serial"}}, {}),
        ({"num_envs": 1}, {}),
        ({"vec": {"num_envs": 8, "num_workers": 8}}, {"defaults": "ini", "host": 64}),
        ({"vec": {}, "train": {"seed": 1}}, {}),
    ],
)
def test_the_model_holds_what_is_in_force(config: dict[str, Any], choices: dict[str, Any]) -> None:
    made = profilecheck.validate(config, target="3.0", **choices)
    assert made.model is not None
    held = made.model.model_dump(exclude_unset=True)
    vec = held.get("vec", held)
    assert vec == made.values["vec"]
    assert held.get("train", {}) == made.values.get("train", {})
    assert vec["num_envs"] == {"num_envs": 1, **config, **config.get("vec", {})}["num_envs"]
