"""3.0's environment and network as 4.0 has them: names, arguments of the binding, the native MinGRU."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from profilecheck.document import UNKNOWN
from profilecheck.profiles.launch_environments import OF_4
from profilecheck.profiles.migration import Choice, Put, TitleFate
from profilecheck.profiles.migration_draft import Draft, number_of, stated
from profilecheck.profiles.texts import as_boolean
from profilecheck.profiles.v3_env_defaults import Number, env_defaults
from profilecheck.profiles.v3_environments import OCEAN, bare_of
from profilecheck.profiles.v4_bindings import BINDINGS, binding
from profilecheck.profiles.v4_env_values import UPSTREAMS
from profilecheck.profiles.v4_numbers import double

NEAREST: Final[Mapping[str, str]] = {
    "cpr": "shared_pool",
    "gpudrive": "drive",
    "grid": "maze",
    "slimevolley": "slimevolley",
}
"""Environments of 3.0 that 4.0 has under another name, as far as can be told from their sources."""
RENAMED: Final[Mapping[tuple[str, str], str]] = {
    ("snake", "num_snakes"): "num_agents",
    ("nmmo3", "num_players"): "num_agents",
    ("boids", "num_boids"): "num_agents",
}
"""Arguments that an environment's 4.0 binding has under another name. Source: facts of 754d725 config/*.ini."""
OF_PYTHON: Final = ("log_interval", "report_interval")
"""Arguments that only 3.0's classes in Python read, where no binding is known to."""
WIDTHS: Final = ("hidden_size", "input_size")
FOREIGN: Final = "an environment of 3.0's pufferlib.environments.{package}, in Python"
TO_BIND: Final = (
    "4.0 runs compiled environments alone: port it to a C binding (ocean/NAME/binding.c)"
)
_LEFT_OUT: Final = Choice("drop", "leave it out")
OF_POLICY: Final = ("hidden_size", "num_layers", "expansion_factor")


def name(draft: Draft) -> None:
    """[base] env_name and what says where 3.0 finds the environment."""
    for key in draft.written("base"):
        if key != "env_name" and draft.target.spec("base", key) is None:
            draft.by_table("base", key)
    if "env_name" not in draft.written("base"):
        return
    given = draft.value("base", "env_name")
    if not isinstance(given, str) or not given.strip():
        draft.keep("base", "env_name")
        return
    bare = [bare_of(one) for one in given.split()]
    package = draft.source.get("base", "package")
    if isinstance(package, str) and package != OCEAN:
        _foreign(draft, package)
    elif len(bare) == 1 and bare[0] not in OF_4 and bare[0] not in BINDINGS:
        bare = [_named(draft, bare[0])]
    elif lost := [one for one in bare if one not in OF_4 and one not in BINDINGS]:
        draft.remark(
            f"upstream's 4.0 has no environment {', '.join(lost)}: to be one of your own, each is compiled from a folder "
            "in ocean/ of its name"
        )
    names = " ".join(bare)
    if names == " ".join(given.split()):
        draft.keep("base", "env_name")
    else:
        reason = "4.0 names an environment by the folder that build.sh compiles, without puffer_"
        draft.put("base", "env_name", [Put("base", "env_name", names)], reason, "converted")


def _foreign(draft: Draft, package: str) -> None:
    draft.foreign = True
    name = ("base", "env_name")
    draft.by_hand.append((name, FOREIGN.format(package=package), TO_BIND))


def _named(draft: Draft, bare: str) -> str:
    nearest = NEAREST.get(bare)
    asks = (
        f"3.0 has puffer_{bare}; upstream's 4.0 has no environment {bare}. Which one is it to be?"
    )
    choices = [Choice(bare, "one of your own, compiled from ocean/" + bare)]
    if nearest is not None:
        choices.insert(0, Choice(nearest, "upstream's nearest; its arguments differ"))
    given = draft.ask("base.env_name", asks, choices, free=True, meanwhile=bare, kind="name")
    return given if given is not None else bare


def bare_name(draft: Draft) -> str:
    """The environment's 4.0 name, or nothing where the file names none or several."""
    found = bare_names(draft)
    return found[0] if len(found) == 1 else ""


def bare_names(draft: Draft) -> tuple[str, ...]:
    """The 4.0 names of all environments that the file is for; none where they are not upstream's."""
    found = draft.result("base", "env_name")
    if draft.foreign or not isinstance(found, str):
        return ()
    return tuple(dict.fromkeys(found.split()))


def called(draft: Draft, key: str) -> tuple[str, ...]:
    """What the environments' bindings call an argument: another name first, its own where one reads that, or may."""
    names = bare_names(draft)
    new = dict.fromkeys(RENAMED[name, key] for name in names if (name, key) in RENAMED)
    others = [name for name in names if (name, key) not in RENAMED]
    is_read = any(name not in BINDINGS or key in BINDINGS[name].needs for name in others)
    return (*new, key) if is_read or not new else tuple(new)


def arguments(draft: Draft) -> None:
    """[env]: to a binding every argument is a number."""
    for key in draft.written("env"):
        if key == "num_envs":
            continue
        given = draft.value("env", key)
        names = called(draft, key)
        to = ("env", names[-1])
        moved = to[1] != key
        number = _number(draft, key, given)
        if number is None:
            draft.drop(
                "env", key, f"a binding takes numbers alone, and 4.0 drops {given!r} without a word"
            )
        elif number is given:
            if moved:
                draft.move("env", key, to, _as_called(draft, key), action="renamed")
            else:
                draft.keep("env", key)
        else:
            boolean = isinstance(given, bool)
            reason = "a binding takes numbers: True is 1, False is 0" if boolean else "decided"
            draft.put("env", key, [Put(*to, number)], reason, "converted")
        for other in names[:-1]:
            if number is not None and number is not UNKNOWN and not draft.holds("env", other):
                draft.add("env", other, number, _as_called(draft, key))


def _as_called(draft: Draft, key: str) -> str:
    names = [name for name in bare_names(draft) if (name, key) in RENAMED]
    return f"as {' and '.join(names)}'s binding calls it"


def _number(draft: Draft, key: str, given: object) -> object | None:
    """The number that an argument is to be; None where it is none and nobody gave one."""
    if given is UNKNOWN:
        return given
    if isinstance(given, bool):
        return int(given)
    if double(given) is not None:
        return given
    read = any(_is_read(draft, name) for name in called(draft, key))
    left_out = () if read else (_LEFT_OUT,)
    meant = as_boolean(given) if isinstance(given, str) else None
    if meant is not None:
        asks = f"3.0 passes the text {given!r}, which Python takes for true; 4.0 drops text. What is meant?"
        choices = [Choice("0", "off"), Choice("1", "on"), *left_out]
        answer = draft.ask(f"env.{key}", asks, choices, meanwhile="dropped, with a comment")
        return None if answer is None else number_of(answer)
    asks = f"4.0's bindings take numbers alone, and {given!r} is none. Which number is it?"
    return draft.ask_number(f"env.{key}", asks, left_out, meanwhile="dropped, with a comment")


def _is_read(draft: Draft, key: str) -> bool:
    """Whether a binding is known to read an argument: it has no default for it."""
    return any(key in BINDINGS[name].needs for name in bare_names(draft) if name in BINDINGS)


def network(draft: Draft) -> None:
    """[policy] and [rnn]: the native network is MinGRU, of one width."""
    recurrent = draft.source.get("base", "rnn_name") not in (None, UNKNOWN)
    for key in draft.written("policy"):
        if key in OF_POLICY or draft.target.spec("policy", key) is not None:
            draft.keep("policy", key)
        else:
            draft.drop(
                "policy",
                key,
                "an argument of 3.0's policy in Python; 4.0's network is native, its encoder C",
            )
    widths = [key for key in WIDTHS if key in draft.written("rnn")]
    for key in widths:
        _width(draft, key, recurrent)
    for key in draft.written("rnn"):
        draft.drop(
            "rnn", key, "an argument of 3.0's recurrent wrapper; 4.0's network is always MinGRU"
        )
    if "rnn" in draft.source.sections:
        draft.titles["rnn"] = TitleFate("dropped", None, "4.0 has no such section")
    if recurrent:
        draft.remark(
            "the network changes: 3.0's LSTM becomes MinGRU ([policy] num_layers, 4 by default)"
        )
    elif draft.source.loaded:
        draft.remark(
            "the network changes: 4.0's is always recurrent, MinGRU ([policy] num_layers, 4 by default)"
        )


def _width(draft: Draft, key: str, recurrent: bool) -> None:
    given = draft.value("rnn", key)
    if not recurrent and draft.source.loaded:
        draft.drop("rnn", key, "3.0 reads [rnn] only where [base] rnn_name is set")
        return
    if not draft.holds("policy", "hidden_size"):
        reason = "the native network has one width"
        draft.move("rnn", key, ("policy", "hidden_size"), reason, action="moved")
        return
    held = draft.result("policy", "hidden_size")
    if held == given and held is not UNKNOWN:
        draft.put(
            "rnn",
            key,
            [],
            "the same as [policy] hidden_size, the native network's one width",
            "merged",
        )
        return
    wide = "one that is not known here" if held is UNKNOWN else repr(held)
    asks = f"3.0 has {stated(f'[rnn] {key}', given)} beside a width of {wide}; 4.0's network has one width. Which?"
    stays = "keep" if held is UNKNOWN else str(held)
    until = "[policy] hidden_size stays as it stands" if held is UNKNOWN else stays
    choices = [Choice(stays, "as it stands")]
    if given is not UNKNOWN:
        choices.append(Choice(str(given), f"the [rnn] {key}"))
    width = draft.ask_number("policy.hidden_size", asks, choices, meanwhile=until, kind="count")
    if width is not None and width != held:
        draft.set("policy", "hidden_size", width, "decided")
    draft.drop("rnn", key, "the native network has one width, [policy] hidden_size")


def needed(draft: Draft) -> None:
    """The arguments that the bindings read and the file lacks: without a default, a missing one crashes.

    Of a binding that was not read, those that 3.0's environment has a default for.
    """
    if not draft.source.loaded:
        return
    wanted: dict[str, dict[str, Number | None]] = {}
    for bare in bare_names(draft):
        for key, default in _needs(bare):
            if not draft.holds("env", key):
                wanted.setdefault(key, {})[bare] = default
    for key, defaults in wanted.items():
        _need(draft, key, defaults)


def _needs(bare: str) -> Iterator[tuple[str, Number | None]]:
    """What a binding reads, each with 3.0's default; None where 3.0 has none."""
    known, before = binding(bare), env_defaults(bare)
    if known is None and bare not in OF_4:
        return
    new = {key: renamed for (env, key), renamed in RENAMED.items() if env == bare}
    old = {renamed: key for key, renamed in new.items()}
    for key in known.needs if known else [new.get(k, k) for k in before if k not in OF_PYTHON]:
        default = before.get(old.get(key, key))
        yield key, int(default) if isinstance(default, bool) else default


def _need(draft: Draft, key: str, defaults: Mapping[str, Number | None]) -> None:
    """Add an argument that bindings lack, each given with 3.0's default; ask where there is not one for all."""
    name, decided = f"env.{key}", None
    first, *others = defaults
    values = dict.fromkeys(defaults.values())
    default = next(iter(values)) if len(values) == 1 else None
    if default is None or (draft.answer(name) is not None and draft.is_own(name)):
        asks = f"{first}'s binding reads [env] {key} and has no default for it"
        if others:
            asks = f"the bindings of {' and '.join(defaults)} read [env] {key} and have no default for it"
        if len(values) > 1:
            told = (
                f"{bare} has {'no such argument' if value is None else value}"
                for bare, value in defaults.items()
            )
            asks += f"; in 3.0 {', '.join(told)}. This file has one for all of them; with a file for each they may differ"
        elif default is None:
            asks += "; 3.0 has no such argument"
        choices = {one.answer: one for bare in defaults for one in _known(bare, key, defaults)}
        decided = draft.ask_number(
            name,
            f"{asks}. Which value?",
            choices.values(),
            meanwhile="missing: the binding would crash" if default is None else str(default),
        )
    if decided is not None:
        draft.add("env", key, decided, "decided")
    elif default is not None:
        whose = (
            f"{first}'s binding has" if not others else f"bindings of {' and '.join(defaults)} have"
        )
        draft.add("env", key, default, f"{whose} no defaults; this was 3.0's")


def _known(bare: str, key: str, defaults: Mapping[str, Number | None]) -> list[Choice]:
    """What an environment has for an argument: its default in 3.0, else what upstream's own INI of 4.0 says."""
    value = defaults[bare]
    if value is None or len(defaults) == 1:
        return _upstreams(bare, key)
    return [Choice(str(value), f"3.0's, of {bare}")]


def _upstreams(bare: str, key: str) -> list[Choice]:
    value = UPSTREAMS.get(bare, {}).get(key)
    return [] if value is None else [Choice(str(value), f"as in upstream's own {bare}.ini of 4.0")]
