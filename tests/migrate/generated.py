"""Configs of 3.0, made at random: their settings, and how each format may write them.

Everything is drawn from one ``random.Random``, so that a seed gives the same text again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

VALUES: Mapping[str, Mapping[str, tuple[object, ...]]] = {
    "base": {
        "package": ("ocean", "mine"),
        "env_name": ("puffer_snake", "puffer_breakout", "puffer_ferry", "ferry"),
        "policy_name": ("Policy",),
        "rnn_name": ("Recurrent",),
    },
    "vec": {
        "num_envs": (1, 4, 12, 100),
        "num_workers": (2, 4, "auto"),
        "backend": ("Multiprocessing", "Serial"),
        "batch_size": (2, "auto"),
        "zero_copy": (True, False),
        "seed": (1, 42),
        "overwork": (True,),
    },
    "env": {"num_envs": (8, 64), "width": (9, 3.5), "frozen": (True, False), "level": (0,)},
    "policy": {"hidden_size": (64, 128), "frames": (2,)},
    "rnn": {"hidden_size": (64, 256), "input_size": (128,)},
    "train": {
        "total_timesteps": (1_000_000, 1e7),
        "learning_rate": (0.003, 1.5e-5),
        "optimizer": ("adam", "muon"),
        "anneal_lr": (True, False),
        "bptt_horizon": (16, 64),
        "batch_size": ("auto", 8192),
        "minibatch_size": (2048, 8192),
        "adam_beta1": (0.9,),
        "adam_eps": (1e-8,),
        "gamma": (0.99,),
        "device": ("cuda", "cpu"),
        "seed": (7,),
        "data_dir": ("experiments", "a b: c # d"),
        "compile": (True, False),
        "update_epochs": (1, 2),
        "vtrace_rho_clip": (1.0,),
        "mine": ("it's", 'a "b"', "ü", "yes", "1_0", ""),
    },
    "sweep": {
        "metric": ("score",),
        "goal": ("maximize",),
        "method": ("protein",),
        "downsample": (0,),
    },
    "sweep.train.adam_beta1": {"min": (0.5,), "max": (0.99,), "mean": (0.9,), "scale": ("auto",)},
    "sweep.train.learning_rate": {"min": (1e-5,), "max": (0.1,), "distribution": ("log_normal",)},
    "sweep.train.update_epochs": {"min": (1,), "max": (8,)},
    "sweep.vec.num_envs": {"min": (1,), "max": (8,), "scale": ("auto",)},
    "sweep.rnn.hidden_size": {"min": (32,), "max": (512,)},
}
"""Each section with names that it may have, and values that these may have."""
FOREIGN: Mapping[str, tuple[object, ...]] = {
    "name": ("run-7", "a, b", "# no comment"),
    "level": (3, 0.25),
    "num_workers": (8,),
    "on": (True,),
}
"""What another program's table holds."""

Config = dict[str, dict[str, object]]


def config(source: Random, *, ini: bool) -> Config:
    """The settings of a config: the environment is named and [vec] num_envs is there."""
    made: Config = {}
    for section, names in VALUES.items():
        if section == "env" and not ini:
            continue
        kept = [n for n in names if source.random() < 0.6]
        if section == "base" and "env_name" not in kept:
            kept.append("env_name")
        if section == "vec":
            kept = list(dict.fromkeys([*kept, "num_envs", "num_workers"]))
        if not kept or (section not in ("base", "vec") and source.random() < 0.3):
            continue
        source.shuffle(kept)
        made[section] = {name: source.choice(names[name]) for name in kept}
        if not ini and made[section].get("env_name") == "puffer_snake":
            made[section]["env_name"] = (
                "puffer_pong"  # how many games a snake runs stands in [env] alone
            )
    sections = list(made)
    source.shuffle(sections)
    return {section: made[section] for section in sections}


@dataclass
class Notes:
    """Comments that are put in, each of them unlike all others."""

    source: Random
    made: list[str] = field(default_factory=list)

    def note(self) -> str:
        self.made.append(
            f"# note {len(self.made)} {self.source.choice(['', 'ü', 'a = 1', '[b]', 'a: 1'])}".rstrip()
        )
        return self.made[-1]

    def between(self, indent: str = "") -> Iterator[str]:
        """Lines that hold no setting."""
        while self.source.random() < 0.3:
            yield indent + self.note() if self.source.random() < 0.6 else ""

    def behind(self) -> str:
        """A comment behind a value."""
        return "  " + self.note() if self.source.random() < 0.25 else ""


def joined(lines: list[str], source: Random, ends: tuple[str, ...]) -> str:
    """Lines as one text."""
    end = source.choice(ends)
    return end.join(lines) + source.choice(("", end, end, end + end))


# INI


def ini_text(made: Config, source: Random) -> tuple[str, list[str]]:
    """An INI with its comments."""
    notes = Notes(source)
    lines = list(notes.between())
    for section, values in made.items():
        lines.append(f"[{section}]")
        for key, value in values.items():
            lines += notes.between()
            equals = source.choice((" = ", "=", ": ", " =", "\t=\t", "  :  "))
            text = str(value).replace("%", "%%")
            tail = notes.behind() if not isinstance(value, str) else ""
            name = key.upper() if source.random() < 0.1 else key
            lines.append(f"{name}{equals}{text}{tail}")
        lines += notes.between()
    return joined(lines, source, ("\n", "\n", "\r\n", "\r")), notes.made


# TOML


def toml_value(value: object) -> str:
    """A value of TOML."""
    return json.dumps(value, ensure_ascii=False)


def toml_text(made: Config, source: Random) -> tuple[str, list[str], str]:
    """A TOML file with its comments and the path of its experiment."""
    notes = Notes(source)
    prefix = source.choice(("", "", "exp", "a.b", '"x y"'))
    style = source.choice(("headers", "headers", "dotted", "inline"))
    root = f"{prefix}." if prefix else ""
    lines = [*notes.between(), "title = 'x'  # t"]
    if style == "dotted":
        lines += [f"[{prefix}]"] if prefix else []
        for section, values in made.items():
            for key, value in values.items():
                lines += notes.between()
                lines.append(f"{section}.{key} = {toml_value(value)}{notes.behind()}")
    elif style == "inline":
        lines += [f"[{prefix}]"] if prefix else []
        for section, nested in tree(made).items():
            lines += notes.between()
            lines.append(f"{section} = {toml_inline(nested, source)}{notes.behind()}")
    else:
        for section, values in made.items():
            lines += notes.between()
            lines.append(f"[{root}{section}]{notes.behind()}")
            indent = source.choice(("", "", "  "))
            for key, value in values.items():
                lines += notes.between(indent)
                name = source.choice((key, key, key, f'"{key}"', f"'{key}'"))
                equals = source.choice((" = ", "=", "  =  "))
                lines.append(f"{indent}{name}{equals}{toml_value(value)}{notes.behind()}")
    lines += notes.between()
    lines += ["[logger]", *(f"{k} = {toml_value(source.choice(v))}" for k, v in FOREIGN.items())]
    return joined(lines, source, ("\n", "\n", "\r\n")), notes.made, prefix.strip('"')


def toml_inline(value: Any, source: Random) -> str:
    """An inline table, or another value."""
    if not isinstance(value, dict):
        return toml_value(value)
    inner = ", ".join(f"{key} = {toml_inline(one, source)}" for key, one in value.items())
    return source.choice((f"{{{inner}}}", f"{{ {inner} }}"))


def tree(made: Config) -> dict[str, Any]:
    """The sections as tables in tables."""
    root: dict[str, Any] = {}
    for section, values in made.items():
        table = root
        for part in section.split("."):
            table = table.setdefault(part, {})
        table.update(values)
    return root


def below(prefix: str, inner: dict[str, Any]) -> dict[str, Any]:
    """A table under a path."""
    for part in reversed(prefix.split(".") if prefix else []):
        inner = {part: inner}
    return inner


def flat(made: Config) -> dict[str, object]:
    """The settings by paths."""
    return {f"{s}.{key}": value for s, values in made.items() for key, value in values.items()}


# JSON


def json_text(made: Config, source: Random) -> tuple[str, str]:
    """A JSON file and the path of its experiment."""
    prefix = source.choice(("", "", "exp", "a.b", "x y"))
    inner = flat(made) if source.random() < 0.25 else tree(made)
    table = below(prefix, inner)
    table["logger"] = {key: source.choice(values) for key, values in FOREIGN.items()}
    indent = source.choice((None, 2, 4, "\t"))
    separators = source.choice((None, (",", ":"), (" , ", " : "))) if indent is None else None
    text = json.dumps(table, indent=indent, separators=separators, ensure_ascii=False)
    text += source.choice(("", "\n"))
    return text.replace("\n", source.choice(("\n", "\n", "\r\n"))), prefix


# YAML


def yaml_scalar(value: object, source: Random) -> str:
    """A scalar in one of its styles."""
    if isinstance(value, bool):
        return source.choice(("true", "True", "yes") if value else ("false", "False", "no"))
    if isinstance(value, float) and "e" in repr(value):
        mantissa, _, exponent = repr(value).partition("e")
        return f"{mantissa}{'' if '.' in mantissa else '.0'}e{exponent}"
    if isinstance(value, str):
        plain = value.isascii() and value.replace("_", "a").isalpha() and value not in ("yes", "on")
        single = "'" + value.replace("'", "''") + "'"
        double = json.dumps(value, ensure_ascii=False)
        return source.choice((value, single, double) if plain else (single, double))
    return repr(value)


def yaml_flow(value: Any, source: Random) -> str:
    """A flow mapping, or a scalar."""
    if not isinstance(value, dict):
        return yaml_scalar(value, source)
    inner = ", ".join(f"{key}: {yaml_flow(one, source)}" for key, one in value.items())
    return f"{{{inner}{source.choice(('', '', ','))}}}"


def yaml_block(
    table: dict[str, Any], indent: int, step: int, source: Random, notes: Notes
) -> Iterator[str]:
    """The lines of a block mapping; some tables in it are flow mappings."""
    margin = " " * indent
    for key, value in table.items():
        yield from notes.between(margin)
        name = source.choice((key, key, key, f'"{key}"', f"'{key}'")) if key.isascii() else key
        if not isinstance(value, dict):
            yield f"{margin}{name}: {yaml_scalar(value, source)}{notes.behind()}"
        elif source.random() < 0.2:
            yield f"{margin}{name}: {yaml_flow(value, source)}{notes.behind()}"
        else:
            yield f"{margin}{name}:{notes.behind()}"
            yield from yaml_block(value, indent + step, step, source, notes)


def yaml_text(made: Config, source: Random) -> tuple[str, list[str], str]:
    """A YAML file with its comments and the path of its experiment."""
    notes = Notes(source)
    prefix = source.choice(("", "", "exp", "a.b", "x y"))
    inner = flat(made) if source.random() < 0.25 else tree(made)
    table = below(prefix, inner)
    table["logger"] = {key: source.choice(values) for key, values in FOREIGN.items()}
    lines = ["---"] if source.random() < 0.2 else []
    lines += yaml_block(table, 0, source.choice((2, 2, 4, 3)), source, notes)
    lines += notes.between()
    return joined(lines, source, ("\n", "\n", "\r\n")), notes.made, prefix
