"""3.0's environments and workers as 4.0's agents.

3.0 steps vec.num_envs objects, each of which runs env.num_envs games of some agents each; 4.0 is told
the agents of all of them. Nothing of upstream's own retuning is followed: the product keeps the batch.
"""

from __future__ import annotations

from typing import Final

from profilecheck.document import UNKNOWN
from profilecheck.profiles.known_agents import KnownAgents
from profilecheck.profiles.launch_environments import misnamed
from profilecheck.profiles.migration import Choice, Put
from profilecheck.profiles.migration_draft import TO, Draft, count, number_of, stated
from profilecheck.profiles.v3_environments import ENVIRONMENTS, OCEAN, bare_of, known_agents
from profilecheck.profiles.v3_layout import layout

ENVS: Final = ("vec", "num_envs")
GAMES: Final = ("env", "num_envs")
TOTAL: Final = ("vec", "total_agents")
TOTAL_KEY: Final = "vec.total_agents"
BUFFERS_KEY: Final = "vec.num_buffers"
THREADS_KEY: Final = "vec.num_threads"
UNASKED: Final = (TOTAL_KEY, BUFFERS_KEY, THREADS_KEY)
"""What may be decided without being asked for."""
DECLARED: Final = "as declared"
"""How the reason ends of a count that --agents-per-env took part in."""
_FOR_ALL: Final = (
    "nothing but --agents-per-env {declared}, which is for all files, tells the agents of one environment: give vec.total_agents "
    "where it has others"
)
_GIVE_TOTAL: Final = "give the total itself"
COUNTED: Final = "its agents are counted in [vec] total_agents"
_SEED: Final = "3.0's make never forwards it; the run's seed is [base] seed"


def vectorization(draft: Draft) -> None:
    """[vec], and [env] num_envs: the agents, and what has no counterpart."""
    _agents(draft)
    if "seed" in draft.written("vec"):
        if not draft.source.trained:
            draft.drop("vec", "seed", "3.0's make never forwards it")
        elif draft.keeps("train", "seed") or draft.holds("base", "seed"):
            draft.drop("vec", "seed", f"{_SEED}, which is set")
        else:
            draft.move("vec", "seed", ("base", "seed"), _SEED, action="moved")
    for key in draft.written("vec"):
        if draft.target.spec("vec", key) is None:
            draft.by_table("vec", key)


def _agents(draft: Draft) -> None:
    source = draft.source
    if draft.keeps(*TOTAL):
        if "num_envs" in draft.written("vec"):
            _both(draft)
            if "num_envs" in draft.written("env"):
                draft.drop("env", "num_envs", COUNTED)
        return
    if source.reads == TO and "num_envs" in draft.written("vec") and not _never_ran(draft):
        _never_read(draft)
        return
    if not source.loaded and "num_envs" not in draft.written("vec"):
        return
    if source.is_base and missing_name(draft):
        _of_no_environment(draft)
        return
    total, reason = product(draft)
    if source.instead and not source.has(*ENVS):
        asks, choices = _over_another(draft, total, reason)
        given = draft.ask(TOTAL_KEY, asks, choices, free=True, blocking=True, kind="count")
        total, chosen = None, int(given) if given is not None else None
    elif total is None:
        given = draft.ask(TOTAL_KEY, reason, free=True, blocking=True, kind="count")
        chosen = int(given) if given is not None else None
    else:
        chosen = draft.chosen(
            TOTAL_KEY, f"3.0's agents come to {reason}. How many are there to be?"
        )
    if chosen is not None:
        total, reason = chosen, f"decided: {chosen}"
    if total is None:
        _waits(draft)
        return
    _put_total(draft, total, reason)


def _over_another(draft: Draft, total: int | None, reason: str) -> tuple[str, list[Choice]]:
    """What is asked, and offered, where a default.ini of 4.0 lies where 3.0 read another."""
    asks = (
        f"[vec] num_envs was that of 3.0's default.ini, and {draft.source.instead} is of {TO} by now, so the agents cannot "
        f"be counted: {_GIVE_TOTAL}"
    )
    told = f"with upstream's default.ini of 3.0: {reason}"
    return asks, [] if total is None else [Choice(str(total), told)]


def _put_total(draft: Draft, total: int, reason: str) -> None:
    """The agents in the place of the counts of 3.0."""
    if "num_envs" in draft.written("vec"):
        draft.put("vec", "num_envs", [Put(*TOTAL, total)], reason, "merged")
    else:
        draft.add(*TOTAL, total, reason)
    if "num_envs" in draft.written("env"):
        draft.drop("env", "num_envs", COUNTED)


def _of_no_environment(draft: Draft) -> None:
    """A default.ini lies below all environments: what one of them has of games and agents, each says for itself."""
    default = default_of(draft, TOTAL[1])
    given = draft.source.get(*ENVS)
    told = "" if given is UNKNOWN else f" {given}"
    asks = (
        f"total_agents = vec.num_envs{told} x env.num_envs x agents per environment, and a default.ini is of no one "
        "environment. How many agents where an environment's own INI does not say?"
    )
    choices = (Choice(str(default), f"{TO}'s default"),)
    answer = draft.ask(
        TOTAL_KEY,
        asks,
        choices,
        free=True,
        kind="count",
        meanwhile=f"{default}, {TO}'s default",
    )
    total = default if answer is None else int(answer)
    _put_total(draft, total, f"{TO}'s default" if answer is None else f"decided: {total}")


def _waits(draft: Draft) -> None:
    """What becomes of the counts is not known before the total is."""
    for section in ("vec", "env"):
        if "num_envs" in draft.written(section):
            draft.keep(section, "num_envs", f"stays until {TOTAL_KEY} is decided")


def _both(draft: Draft) -> None:
    """Environments and agents are both set: what the generation that reads the file makes of it counts."""
    held = draft.value(*TOTAL)
    total, reason = product(draft)
    if draft.source.reads is None or (total is not None and total == held):
        draft.drop(*ENVS, "[vec] total_agents is set already")
        return
    told = f"and {stated('[vec] total_agents', held)} is set too"
    told = f"{reason}; {told}" if total is None else f"3.0's agents come to {reason}, {told}"
    old = None if total is None else Choice(str(total), "3.0's agents")
    stays = Choice(TOTAL_KEY if held is UNKNOWN else str(held), "as total_agents says")
    answer = draft.which(TOTAL_KEY, told, old, stays, free=True)
    number = count(number_of(answer))
    if number is not None and number != held:
        draft.set(*TOTAL, number, reason if draft.questions[TOTAL_KEY].open else "decided")
    draft.drop(*ENVS, "it is [vec] total_agents, which is set")


def _never_ran(draft: Draft) -> bool:
    """Whether 4.0 cannot have trained the file: it has its environment under another name alone."""
    names = draft.source.get("base", "env_name")
    told = names.split() if isinstance(names, str) else []
    return bool(told) and all(misnamed(one, TO) is not None for one in told)


def _never_read(draft: Draft) -> None:
    """4.0 reads the file and never read num_envs: its agents are those of default.ini today."""
    default, whose = draft.standing(*TOTAL)
    total, reason = product(draft)
    today, before = f"{whose}, with which it trains today", f"what it came to in 3.0: {reason}"
    choices = [] if total is None else [Choice(str(total), before)]
    if default is not UNKNOWN and default == total:
        choices = [Choice(str(default), f"{today}, and {before}")]
    elif default is not UNKNOWN:
        choices.insert(0, Choice(str(default), today))
    asks = "4.0 does not read [vec] num_envs, and [vec] total_agents is not set. How many agents?"
    answer = draft.ask(
        TOTAL_KEY, asks, choices, free=True, kind="count", meanwhile=f"{default}, {whose}"
    )
    if answer is None:
        draft.drop(*ENVS, "4.0 never read it")
    else:
        draft.put(*ENVS, [Put(*TOTAL, int(answer))], "decided", "merged")


def factor(draft: Draft) -> tuple[int | None, str]:
    """The agents of one environment of [vec] in 3.0, and how they are worked out; None with what is missing."""
    source = draft.source
    declared = source.agents_per_env
    games = _games(draft)
    known = _upstreams(draft)
    if known is not None:
        is_contradicted(draft)
        return known.count, _told(draft, known.count)
    if declared is None:
        return None, f"nothing tells the agents of one environment: {_missing(draft)}"
    if games is UNKNOWN:
        games = _shipped_games(draft)
        if games != 1 and not source.loaded:
            return None, "how many games each environment runs (env.num_envs) stands nowhere"
    number = count(games)
    if number is not None and not source.alone:
        draft.remark(_FOR_ALL.format(declared=declared))
    if number is None:
        return None, f"[env] num_envs = {games!r} is no count"
    return number * declared, f"{number} x {declared} agents per environment, {DECLARED}"


def missing_name(draft: Draft) -> bool:
    """Whether nothing names the environment."""
    return not isinstance(draft.source.get("base", "env_name"), str)


def _missing(draft: Draft) -> str:
    """What would tell the agents of one environment, were it there."""
    name, package = draft.source.get("base", "env_name"), draft.source.get("base", "package")
    if not isinstance(name, str):
        return "no [base] env_name names one of upstream's environments"
    bare = bare_name(draft)
    shipped = ENVIRONMENTS.get(bare)
    if len(bare.split()) > 1:
        return f"it is for several, {' and '.join(bare.split())}"
    if shipped is None:
        return f"{bare} is none of upstream's environments whose agents are known"
    if package != OCEAN:
        held = "is not set" if package in (None, UNKNOWN) else f"= {package!r}"
        return f"[base] package {held} (with package = {OCEAN} it would be upstream's {bare})"
    keys = [key for key in ("num_envs", shipped.decides) if key is not None]
    values = {key: draft.source.get("env", key) for key in keys}
    wrong = [f"[env] {k} = {v!r} is no whole number" for k, v in values.items() if _is_odd(v)]
    unset = [f"[env] {k} is not set" for k, v in values.items() if v is UNKNOWN]
    return " and ".join(wrong or unset)


def _is_odd(value: object) -> bool:
    return value is not UNKNOWN and not isinstance(value, bool) and count(value) is None


def _shipped_games(draft: Draft) -> int:
    """The games of one environment of [vec] where nobody says how many: upstream's default, else one."""
    shipped = ENVIRONMENTS.get(bare_name(draft))
    return shipped.num_envs if shipped is not None else 1


def games_of_one(draft: Draft) -> int | None:
    """The games of one environment of [vec], where their number is known."""
    games = _games(draft)
    return count(_shipped_games(draft) if games is UNKNOWN and draft.source.loaded else games)


def agents_told(number: int) -> str:
    """A number of agents in words."""
    return "1 agent" if number == 1 else f"{number} agents"


def _upstreams(draft: Draft) -> KnownAgents | None:
    """The agents of one of upstream's environments in 3.0, where all that they are counted by is known."""
    if draft.source.get("base", "package") != OCEAN:
        return None  # at once: a value of [env] is looked for in the whole file
    known = known_agents({name: draft.source.get(*name) for name in _read_names(draft)})
    return known if known is not None and _is_told(draft) else None


def is_contradicted(draft: Draft) -> bool:
    """Whether what was declared, for environments of which nothing is known, does not count here; says so."""
    declared, known = draft.source.agents_per_env, _upstreams(draft)
    if declared is None or known is None:
        return False
    games = count(_games(draft)) or _shipped_games(draft)
    if declared * games == known.count:
        return False
    draft.remark(
        f"--agents-per-env {declared} is not used: upstream's {bare_name(draft)} has {agents_told(known.count // games)}; "
        "an environment of your own by that name needs --decide vec.total_agents=N"
    )
    return True


def product(draft: Draft) -> tuple[int | None, str]:
    """3.0's agents over all environments, and how they are worked out; None with what is missing."""
    given = draft.source.get("vec", "num_envs")
    each, told = factor(draft)
    envs = count(given)
    what = f"vec.num_envs {envs}"
    if draft.source.has("vec", "backend") and draft.value("vec", "backend") is UNKNOWN:
        return None, (
            "[vec] backend is not known here, and 3.0's Serial runs as many environments as one batch holds: "
            f"{_GIVE_TOTAL}"
        )
    if draft.source.get("vec", "backend") == "Serial":
        given_to_make = _keywords(draft)
        plan = layout(given_to_make)
        if plan is None and UNKNOWN in given_to_make.values():
            return None, (
                "3.0's Serial runs as many environments as one batch holds, which [vec] does not tell here: "
                f"{_GIVE_TOTAL}"
            )
        if plan is not None:
            envs, what = plan.environments, _batch_of_serial(plan.environments, envs)
    if envs is None:
        shown = "not known" if given is UNKNOWN else repr(given)
        return (
            None,
            f"[vec] num_envs is {shown}, so the agents cannot be counted: {_GIVE_TOTAL}",
        )
    if each is None:
        games = count(_games(draft))
        known = "env.num_envs" if games is None else f"env.num_envs {games}"
        give = (
            f". {_GIVE_TOTAL.capitalize()}; --agents-per-env N is for all files, where each of their environments has N"
            if draft.source.agents_per_env is None
            else f": {_GIVE_TOTAL}"
        )
        return (
            None,
            f"total_agents = {what} x {known} x agents per environment; {told}{give}",
        )
    total = envs * each
    return total, f"{what} x {told} = {total}"


def _batch_of_serial(runs: int, envs: int | None) -> str:
    """The environments that Serial runs, which are those of one batch, in words."""
    if runs == envs:
        return f"vec.num_envs {envs}"
    whole = "one batch alone" if envs is None else f"one batch of vec.num_envs {envs}"
    return f"{runs} environment{'' if runs == 1 else 's'} (Serial runs {whole})"


def _keywords(draft: Draft) -> dict[str, object]:
    """What make is passed of what decides how many environments run."""
    keys = ("backend", "num_envs", "num_workers", "batch_size", "zero_copy", "overwork")
    given = {key: draft.source.get("vec", key) for key in keys}
    if draft.source.loaded:
        return {key: value for key, value in given.items() if value is not UNKNOWN}
    written = {key: value for key, value in given.items() if draft.source.has("vec", key)}
    return {"backend": given["backend"], **written}


def _games(draft: Draft) -> object:
    """The games of one environment of [vec], as far as the file says."""
    if draft.source.loaded:
        return draft.source.written.get(("env", "num_envs"), UNKNOWN)
    games, passed = draft.source.get("env", "num_envs"), draft.value("vec", "env_kwargs")
    if games is UNKNOWN and isinstance(passed, dict):
        return passed.get("num_envs", UNKNOWN)  # keywords for make: each environment is given them
    return games


def _is_told(draft: Draft) -> bool:
    """Whether all counts of upstream's environment are known: where no loader lays default.ini and the
    environment's own INI below, the file itself must say them."""
    if draft.source.loaded:
        return True
    keys = ("num_envs", ENVIRONMENTS[bare_name(draft)].decides)
    return all(draft.source.get("env", key) is not UNKNOWN for key in keys if key is not None)


def _read_names(draft: Draft) -> list[tuple[str, str]]:
    written = [name for name in draft.source.written if name[0] == "env"]
    if not draft.source.loaded:
        shipped = ENVIRONMENTS.get(bare_name(draft))
        keys = ("num_envs", shipped.decides) if shipped is not None else ()
        written = [("env", key) for key in keys if key is not None]
    return [("base", "package"), ("base", "env_name"), *written]


def bare_name(draft: Draft) -> str:
    """The environment's name as pufferlib.ocean looks it up; nothing where there is none."""
    name = draft.source.get("base", "env_name")
    return bare_of(name) if isinstance(name, str) else ""


def _told(draft: Draft, agents: int) -> str:
    games = _games(draft)
    games = _shipped_games(draft) if games is UNKNOWN else games
    if isinstance(games, int) and games and agents % games == 0:
        each = agents // games
        return f"env.num_envs {games} x {agents_told(each)} per environment of upstream's {bare_name(draft)}"
    return f"{agents} agents of upstream's {bare_name(draft)}"


def default_of(draft: Draft, key: str) -> int:
    """The target's default of a count in [vec]."""
    spec = draft.target.spec("vec", key)
    assert spec is not None and isinstance(spec.default, int)
    return spec.default
