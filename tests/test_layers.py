"""What is in force: defaults, the file, overrides, and interpolation across them."""

from __future__ import annotations

from typing import Any

from profilecheck.blocks import blocks
from profilecheck.document import UNKNOWN
from profilecheck.layers import Config, Override, build
from profilecheck.profiles import profiles
from profilecheck.sources.read import read


def config(text: str, name: str = "a.ini", profile: str = "3.0", **given: Any) -> Config:
    document = read(text.encode(), name)
    assert document is not None
    (block,) = blocks(document)
    given.setdefault("defaults", "ini")
    return build(block, profiles()[profile], **given)


def told(found: Config, section: str, key: str) -> tuple[object, str] | None:
    value = found.get(section, key)
    return (value.value, value.layer.kind) if value else None


def test_file_lies_over_the_defaults() -> None:
    found = config("[vec]\nnum_envs = 8\n")
    assert told(found, "vec", "num_envs") == (8, "file")
    assert told(found, "vec", "num_workers") == ("auto", "defaults")
    assert told(found, "train", "minibatch_size") == (8192, "defaults")


def test_overrides_lie_over_the_file_and_may_add_keys() -> None:
    overrides = (Override("vec", "num_envs", "9"), Override("vec", "overwork", "True"))
    found = config("[vec]\nnum_envs = 8\n", overrides=overrides)
    assert told(found, "vec", "num_envs") == (9, "override")
    assert told(found, "vec", "overwork") == (True, "override")


def test_no_defaults_leaves_the_file_alone() -> None:
    found = config("[vec]\nnum_envs = 8\n", defaults="none")
    assert set(found.values) == {("vec", "num_envs")}


def test_interpolation_reaches_into_the_defaults() -> None:
    found = config("[vec]\nnum_envs = 8\nbatch_size = %(num_envs)s\nnum_workers = %(seed)s\n")
    assert told(found, "vec", "batch_size") == (8, "file")
    assert told(found, "vec", "num_workers") == (42, "file")


def test_a_bad_interpolation_is_unknown_and_told() -> None:
    found = config("[vec]\nnum_envs = 50%\n")
    assert found.value("vec", "num_envs") is UNKNOWN
    assert [bad.setting.key for bad in found.bad_interpolations] == ["num_envs"]


def test_default_section_reaches_every_section_and_is_told_once() -> None:
    found = config("[DEFAULT]\nfoo = 5%\n[vec]\nnum_envs = 8\n")
    assert ("vec", "foo") in found.values and ("train", "foo") in found.values
    assert len(found.bad_interpolations) == 1
    assert "DEFAULT" not in found.sections


def test_a_default_ini_of_the_tree_takes_the_place_of_the_profiles() -> None:
    project = read(b"[base]\nenv_name = None\n[vec]\nnum_envs = 4\n", "config/default.ini")
    found = config("[vec]\nseed = 1\n", project=project)
    assert told(found, "vec", "num_envs") == (4, "project")
    assert found.get("train", "gamma") is None


def test_typed_formats_get_the_signatures_defaults_only() -> None:
    found = config("[vec]\nnum_workers = 8\n", "a.toml", defaults="signature")
    assert told(found, "vec", "backend") == ("PufferEnv", "defaults")
    assert told(found, "vec", "num_envs") == (1, "defaults")
    assert found.get("vec", "zero_copy") is None


def test_later_revision_brings_its_defaults() -> None:
    early = config("[vec]\ntotal_agents = 8\n", profile="4.0")
    late = config("[vec]\ntotal_agents = 8\n[selfplay]\nenabled = 1\n", profile="4.0")
    assert early.value("base", "checkpoint_interval") == 200
    assert late.value("base", "checkpoint_interval") == 500
    assert late.value("selfplay", "max_size") == 16
    assert early.get("selfplay", "max_size") is None


def test_changed_is_as_if_the_file_said_so_and_leaves_the_old_config() -> None:
    found = config("[vec]\nnum_envs = 8\n")
    other = found.changed(
        {("vec", "num_envs"): 9, ("vec", "num_workers"): 3, ("vec", "overwork"): True}
    )
    assert told(other, "vec", "num_envs") == (9, "file")
    assert told(other, "vec", "num_workers") == (3, "file")
    assert other.value("vec", "overwork") is True
    assert found.value("vec", "num_envs") == 8


def test_a_value_that_no_message_could_tell_is_unknown() -> None:
    assert config(f"[vec]\nnum_envs = 0x{'f' * 5000}\n").value("vec", "num_envs") is UNKNOWN
    assert config(f"[vec]\nnum_envs = [0x{'f' * 5000}]\n").value("vec", "num_envs") is UNKNOWN
    assert config("[vec]\nnum_envs = 0xff\n").value("vec", "num_envs") == 255


def test_a_yaml_merge_key_brings_values_from_where_they_stand() -> None:
    text = "base: &b {backend: Serial, num_envs: 9}\nrun:\n  vec:\n    <<: *b\n    num_envs: 8\n"
    found = config(text, "a.yaml", defaults="signature")
    assert told(found, "vec", "num_envs") == (8, "file")
    assert told(found, "vec", "backend") == ("Serial", "file")
    backend = found.get("vec", "backend")
    assert backend is not None and backend.setting is not None
    assert backend.setting.key_span.line == 1


def test_a_yaml_merge_key_that_cannot_be_followed_leaves_the_rest_unknown() -> None:
    text = "run:\n  vec:\n    <<: !other {backend: Serial}\n    num_envs: 8\n"
    found = config(text, "a.yaml", defaults="signature")
    assert found.value("vec", "num_envs") == 8
    assert found.value("vec", "backend") is UNKNOWN
    assert ("vec", "<<") not in found.values


def test_what_another_file_sets_is_changed_in_this_one() -> None:
    """Its place in the other file is none here: a fix would be made at a line that says something else."""
    project = read(b"[vec]\nnum_envs = 8\nseed = 1\n", "config/default.ini")
    found = config("[vec]\nseed = 2\n", project=project)
    changed = found.changed({("vec", "num_envs"): 16, ("vec", "seed"): 3, ("env", "new"): 1})
    settings = {key: value.setting for (_, key), value in changed.values.items()}
    assert settings["num_envs"] is None and settings["new"] is None
    seed = settings["seed"]
    assert seed is not None and seed.value_span.line == 2
    assert told(changed, "vec", "num_envs") == (16, "file")
