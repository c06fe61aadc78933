"""PC207 in ``validate``: lists of creators, and the lists of arguments that belong to them."""

from __future__ import annotations

from typing import Any

from profilecheck import ConfigError, validate
from profilecheck.findings import Finding


def creator(*args: object, **kwargs: object) -> None:
    """Stands for an environment's class; it is never called."""


def found(config: dict[str, Any]) -> tuple[Finding, ...]:
    try:
        return validate(config, target="3.0", host=8).findings
    except ConfigError as error:
        return error.findings


def messages(count: int, **config: Any) -> list[str]:
    made = {"backend": "Serial", "env_creator_or_creators": [creator] * count, **config}
    return [finding.message for finding in found(made)]


def test_as_many_creators_as_environments() -> None:
    lists = {"env_args": [[], []], "env_kwargs": [{}, {}]}
    assert messages(3, num_envs=2, **lists) == [
        "3 creators for num_envs = 2: their numbers must be equal"
    ]
    assert messages(2, num_envs=2, **lists) == []


def test_each_creator_has_arguments_of_its_own() -> None:
    assert messages(2, num_envs=2) == [
        "env_args must have an element for each of num_envs = 2 creators, and has 0: beside a list of creators "
        "env_args is a list of lists and env_kwargs one of mappings, such as [[], ...] and [{}, ...]",
    ]


def test_a_tuple_and_a_whole_config() -> None:
    vec = {"backend": "Serial", "num_envs": 2, "env_creator_or_creators": (creator,) * 3}
    assert [f.code for f in found({"vec": vec})][:1] == ["PC207"]


def test_the_native_backend_takes_one() -> None:
    config = {"backend": "PufferEnv", "env_creator_or_creators": [creator]}
    assert [f.code for f in found(config)] == ["PC207"]


def test_silent_one_creator() -> None:
    config = {"backend": "Serial", "num_envs": 2, "env_creator_or_creators": creator}
    assert found({**config, "env_kwargs": {"size": 3}}) == ()


def test_one_creator_takes_no_list_of_keyword_arguments() -> None:
    config = {"backend": "Serial", "num_envs": 2, "env_creator_or_creators": creator}
    assert [f.code for f in found({**config, "env_kwargs": [{}, {}]})] == ["PC207"]
