"""The public API."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import profilecheck
from profilecheck import ChoiceError, ConfigError, Override, Severity, State
from profilecheck.hosts import declared

BAD = "[base]\nenv_name = a\n[vec]\nnum_envs = 100\nnum_workers = 6\n"
GOOD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\nnum_workers = 4\n"


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
        ({"host": 0}, "cores = 0"),
        ({"host": True}, "cores = True"),
        ({"agents_per_env": 0}, "agents per environment = 0"),
        ({"overrides": ["x"]}, "SECTION.KEY=VALUE"),
        ({"select": ["PC999"]}, "unknown code 'PC999'"),
        ({"ignore": ["nonsense"]}, "unknown code 'NONSENSE'"),
    ],
)
def test_a_choice_that_does_not_exist_raises(how: dict[str, object], told: str) -> None:
    with pytest.raises(ChoiceError, match=told):
        profilecheck.check_text(GOOD, "a.ini", **how)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=told):
        profilecheck.validate({"num_envs": 1}, **how)  # type: ignore[arg-type]


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


def test_the_error_survives_pickling() -> None:
    pickle = importlib.import_module("pickle")
    with pytest.raises(ConfigError) as caught:
        profilecheck.validate({"num_envs": 0}, target="3.0")
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert again.findings == caught.value.findings
