"""3.0's PuffeRL as 4.0's native trainer: names that moved, values whose meaning changed, relations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from profilecheck.document import UNKNOWN
from profilecheck.profiles import v4_train
from profilecheck.profiles.migration import Choice, Put
from profilecheck.profiles.migration_draft import TO, Draft, count, stated
from profilecheck.profiles.texts import as_boolean
from profilecheck.profiles.v3_to_v4_agents import (
    TOTAL,
    TOTAL_KEY,
    agents_told,
    factor,
    missing_name,
    product,
)
from profilecheck.profiles.v3_to_v4_buffers import per_environment
from profilecheck.profiles.v3_trainer import OPTIMIZERS
from profilecheck.profiles.v4_numbers import real

MUON: Final = "muon"
AUTO: Final = "auto"
HORIZON: Final = ("train", "horizon")
MINIBATCH: Final = ("train", "minibatch_size")
ALWAYS: Final = "4.0 always collects horizon x total_agents"


def trainer(draft: Draft) -> None:
    """[train]: renamed, moved, converted or without a counterpart."""
    _optimizer(draft)
    _built(draft)
    for key in draft.written("train"):
        if key == "anneal_lr":
            _switch(draft, key)
        elif key == "data_dir":
            _folders(draft)
        elif key == "bptt_horizon":
            _horizon(draft)
        elif key == "batch_size":
            continue
        elif draft.target.spec("train", key) is None or key == "seed":
            draft.by_table("train", key)
    _horizon_below(draft)
    _batch(draft)


def _below(draft: Draft, key: str) -> object:
    """What 3.0's trainer takes from the project's default.ini, of a name that the file itself does not set;
    UNKNOWN where it takes nothing from there."""
    source = draft.source
    if source.has("train", key) or not source.loaded or source.is_base or source.reads == TO:
        return UNKNOWN
    return source.get("train", key)


def _optimizer(draft: Draft) -> None:
    if "optimizer" not in draft.written("train"):
        below = _below(draft, "optimizer")  # of which default.ini is asked itself
        if below is not UNKNOWN and _meant(below) != MUON:
            _rate(draft, _meant(below) or repr(below))
        return
    given = draft.value("train", "optimizer")
    meant = _meant(given)
    refused = given is not UNKNOWN and given not in OPTIMIZERS
    if meant == MUON:
        spelt = f"; 3.0 refuses the spelling {given!r}" if refused else ""
        draft.drop("train", "optimizer", f"4.0 always trains with Muon{spelt}")
        return
    if given is UNKNOWN:
        had, for_what, gone = "which optimizer 3.0 trains with is not known here", "", ""
    elif refused:
        known = " and ".join(map(repr, OPTIMIZERS))
        had = f"3.0 refuses the optimizer {given!r}: it has {known}"
        for_what, gone = meant or repr(given), f": {given!r} is gone"
    else:
        had, for_what, gone = f"3.0 trains with {given!r}", str(given), f": {given} is gone"
    asks = (
        f"{had}; 4.0 has Muon alone, which takes its learning rate and momentum (beta1) otherwise."
    )
    draft.ask("train.optimizer", asks, [Choice(MUON, "train with Muon")], meanwhile=MUON)
    draft.drop("train", "optimizer", f"4.0 always trains with Muon{gone}")
    _rate(draft, for_what)


def _rate(draft: Draft, for_what: str) -> None:
    """Ask what becomes of a learning rate that was found for another optimizer, "" where that is not known."""
    default = draft.target.spec("train", "learning_rate")
    if "learning_rate" not in draft.written("train") or default is None:
        return
    rate = draft.result("train", "learning_rate")
    had = (
        f"was meant for {for_what}" if for_what else "may be meant for another optimizer than Muon"
    )
    asks = f"{stated('learning_rate', rate)} {had}; Muon steps otherwise (4.0's default is {default.default})."
    stays = "it stays as it stands" if rate is UNKNOWN else f"{rate!r}, as it stands"
    choices = [
        Choice("keep", "leave it as it stands" if rate is UNKNOWN else f"stay at {rate!r}"),
        Choice(str(default.default), "4.0's default for Muon"),
    ]
    number = draft.ask_number("train.learning_rate", asks, choices, meanwhile=stays)
    if number is not None:
        draft.set("train", "learning_rate", number, "decided")


def _meant(given: object) -> str:
    """The optimizer of 3.0 that a value names, in whatever case and with a comment behind it, which 3.0 refuses both."""
    word = re.split(r"[#;]", given)[0].strip("\"' \t").lower() if isinstance(given, str) else ""
    return word if word in OPTIMIZERS else ""


def _built(draft: Draft) -> None:
    """What is chosen when 4.0 is built."""
    device, precision = draft.source.get("train", "device"), draft.source.get("train", "precision")
    if device == "cpu":
        draft.remark(
            "[train] device = cpu: build 4.0 with build.sh --cpu; it then trains only under --slowly"
        )
    told = draft.source.loaded or draft.source.has("train", "precision")
    if precision == "float32" and told:
        draft.remark(
            "3.0 computes in float32, 4.0 in bfloat16 unless it is built with build.sh --float"
        )


def _switch(draft: Draft, key: str) -> None:
    given = draft.value("train", key)
    if given is None or given == "":
        reason = f"3.0 takes {given!r} for false; to 4.0's trainer it is a number"
        draft.put("train", key, [Put("train", key, 0)], reason, "converted")
        return
    on = given if isinstance(given, bool) else as_boolean(given) if isinstance(given, str) else None
    if on is None:
        draft.keep("train", key)
        return
    if isinstance(given, str):
        on = True  # any text is true to 3.0
    reason = "to 4.0's trainer it is a number" + (
        f"; 3.0 takes the text {given!r} for true" if isinstance(given, str) else ""
    )
    if isinstance(given, str) and as_boolean(given) is False:
        choices = [Choice("1", "what 3.0 does"), Choice("0", "what is written")]
        asks = f"3.0 takes the text {given!r} for true, so it anneals; 4.0 takes a number."
        answer = draft.ask(f"train.{key}", asks, choices, meanwhile="1")
        on = answer != "0"
    draft.put("train", key, [Put("train", key, int(on))], reason, "converted")


def _folders(draft: Draft) -> None:
    given = draft.value("train", "data_dir")
    puts = [Put("base", "checkpoint_dir", given), Put("base", "log_dir", given)]
    draft.put(
        "train", "data_dir", puts, "4.0 has a folder for checkpoints and one for logs", "split"
    )


def _agents(draft: Draft) -> int | None:
    """The agents of the result; None as long as nothing can be written without an answer, whatever lies below."""
    asked = draft.questions.get(TOTAL_KEY)
    waits = asked is not None and asked.blocking and asked.open
    return None if waits else count(draft.result(*TOTAL))


def _steps_of_auto(draft: Draft) -> tuple[int, str] | None:
    """The steps that 3.0 works an auto horizon out to, and how in words; None where they are not known."""
    batch = count(draft.source.get("train", "batch_size"))
    agents = _agents(draft)
    if batch is None or agents is None or batch < agents:
        return None
    steps = batch // agents
    return steps, f"batch_size // agents in 3.0: {batch} // {agents} = {steps}"


def _horizon(draft: Draft) -> None:
    given = draft.value("train", "bptt_horizon")
    if given != AUTO:
        draft.move("train", "bptt_horizon", HORIZON, "", action="renamed")
        return
    found = _steps_of_auto(draft)
    if found is not None:
        steps, told = found
        reason = f"auto is {told}"
        draft.put("train", "bptt_horizon", [Put(*HORIZON, steps)], reason, "converted")
        return
    if draft.keeps(*HORIZON):
        draft.drop("train", "bptt_horizon", "[train] horizon is set, and 4.0 has no auto")
        return
    standing, whose = draft.standing(*HORIZON)
    batch, agents = draft.source.get("train", "batch_size"), _agents(draft)
    known = count(batch) is not None and agents is not None
    auto = "batch_size and the agents, which are not known"
    if known:
        auto = f"batch_size // agents: {batch} // {agents} = 0, which is no rollout"
    asks = f"3.0 works auto out of {auto}. How many steps is a rollout?"
    meanwhile = f"{standing}, {whose}"
    number = draft.ask_number("train.horizon", asks, meanwhile=meanwhile, kind="count")
    if number is not None:
        draft.put("train", "bptt_horizon", [Put(*HORIZON, number)], "decided", "converted")
    else:
        draft.drop("train", "bptt_horizon", "4.0 has no auto")


def _horizon_below(draft: Draft) -> None:
    """The auto of a default.ini is another number for each environment."""
    if _below(draft, "bptt_horizon") != AUTO or draft.holds(*HORIZON):
        return
    found = _steps_of_auto(draft)
    if found is not None:
        steps, told = found
        draft.add(*HORIZON, steps, f"auto in default.ini is {told}")


def _batch(draft: Draft) -> None:
    """What is collected for an update: as the file says, or the default.ini below it."""
    is_own = "batch_size" in draft.written("train")
    value = draft.value("train", "batch_size") if is_own else _below(draft, "batch_size")
    given = count(value)
    if not is_own and given is None:
        return
    if draft.source.is_base and missing_name(draft):
        _batch_of_none(draft, given)
        return
    agents, horizon = _agents(draft), count(draft.result(*HORIZON))
    below = "" if is_own else ", as default.ini says"
    if value is UNKNOWN or (given and not (agents and horizon)):
        _batch_unknown(draft, given, agents, horizon)
        return
    if given is None or agents is None or horizon is None:
        _drop_batch(draft, ALWAYS)
        return
    batch = agents * horizon
    if given == batch:
        _drop_batch(draft, f"{ALWAYS}: {batch}, the same")
        return
    asks = f"{_collected(draft, given, below)}; {ALWAYS} = {agents} x {horizon} = {batch}."
    choices = [Choice("drop", f"collect {batch}"), *_keeping(draft, given, agents, horizon)]
    answer = draft.ask("train.batch_size", asks, choices, meanwhile=f"dropped: {batch}")
    _kept(draft, answer, f"{batch} instead of {given}", f"{given}, the same")


def _collected(draft: Draft, batch: int, below: str) -> str:
    """What 3.0 does with a batch that the file gives, or the default.ini ``below``; it holds a row of its own for each agent."""
    told = f"3.0 collects batch_size = {batch} steps for an update{below}"
    horizon, agents, each = draft.source.get("train", "bptt_horizon"), None, None
    if not draft.keeps(*TOTAL):
        agents, each = product(draft)[0], factor(draft)[0]
    if agents is None or each is None:
        return told
    given, steps = f"batch_size = {batch}{below}", count(horizon)
    if horizon == AUTO and batch < agents:
        return f"3.0 fails with {given}: it is less than {agents} agents, so that auto comes to no step"
    if steps is None:
        return told
    held = f"it holds {batch // steps} segments of {steps} steps"
    if batch // steps < agents:
        return f"3.0 refuses {given}: {held}, too few for {agents} agents"
    if (
        batch // steps % agents and each > 1
    ):  # one agent alone writes past the rows without an error
        return f"3.0 fails with {given}: {held}, which {agents} agents cannot share evenly"
    return told


def _drop_batch(draft: Draft, reason: str) -> None:
    if draft.source.has("train", "batch_size"):  # else there is nothing to drop in this file
        draft.drop("train", "batch_size", reason)


def _batch_of_none(draft: Draft, given: int | None) -> None:
    """A default.ini is of no environment: what one of them comes to in 4.0 is asked where it stands."""
    draft.drop("train", "batch_size", ALWAYS)
    if given is not None:
        draft.remark(
            f"[train] batch_size = {given} is what 3.0 collects for every environment whose INI says nothing else; "
            f"{ALWAYS} of each, so that its own INI and launch lines are asked about it"
        )


def _batch_unknown(
    draft: Draft, given: int | None, agents: int | None, horizon: int | None
) -> None:
    """What 3.0 collects, or what 4.0 will, is not known here: nobody but a person can tell whether they agree."""
    if draft.waits:
        _drop_batch(draft, ALWAYS)  # what is asked first may tell
        return
    told = "a number that is not known here" if given is None else str(given)
    asks = f"3.0 collects batch_size steps for an update, {told}; {ALWAYS}, and what that comes to is not known here."
    if agents and horizon:
        asks = f"3.0 collects batch_size steps for an update, {told}; {ALWAYS} = {agents} x {horizon} = {agents * horizon}."
    choices = [
        Choice("drop", "collect horizon x total_agents"),
        *_keeping(draft, given, agents, horizon),
    ]
    answer = draft.ask("train.batch_size", asks, choices, meanwhile="dropped")
    _kept(draft, answer, "", f"{told}, the same")


def _keeping(
    draft: Draft, given: int | None, agents: int | None, horizon: int | None
) -> Iterator[Choice]:
    """What would make 4.0 collect as much as 3.0 does."""
    if given and agents and given % agents == 0:
        instead = f" instead of {horizon}" if horizon else ""
        steps = f"rollouts of {given // agents} steps{instead}: {given}"
        yield Choice(f"horizon={given // agents}", steps)
    if given and horizon and given % (horizon * per_environment(draft)) == 0:
        instead = f" instead of {agents}" if agents else ""
        total = given // horizon
        yield Choice(f"total_agents={total}", f"{agents_told(total)}{instead}: {given}")


def _kept(draft: Draft, answer: str | None, became: str, same: str) -> None:
    """Drop batch_size, and give what was decided to the number that keeps it."""
    chosen, _, number = (answer or "").partition("=")
    other = draft.decided(TOTAL_KEY) if chosen == TOTAL[1] else None
    if answer is not None and other is not None and other != number:
        draft.refuse("train.batch_size", f"{answer}, while {TOTAL_KEY}={other}")
        return
    told = same if number else became
    _drop_batch(draft, f"{ALWAYS}: {told}" if told else ALWAYS)
    if chosen == "horizon":
        draft.set(*HORIZON, int(number), "decided: it keeps batch_size")
    elif chosen == "total_agents":
        draft.set(*TOTAL, int(number), "decided: it keeps batch_size")


def relations(draft: Draft) -> None:
    """What 4.0 asks of a minibatch. It is changed by a decision alone."""
    _minibatch_as_text(draft)
    agents, horizon = _agents(draft), count(draft.result(*HORIZON))
    minibatch = real(draft.result(*MINIBATCH))
    if agents is None or horizon is None or minibatch is None:
        return
    over = v4_train.exceeds(minibatch, horizon, agents)
    if not over and not v4_train.remainder(minibatch, horizon):
        return
    batch = agents * horizon
    wrong = (
        f"is more than a rollout of {agents} agents x {horizon} steps = {batch}"
        if over
        else f"is no multiple of horizon = {horizon}"
    )
    near = v4_train.multiples_near(min(minibatch, batch), horizon)
    fits = dict.fromkeys(n for n in near if n <= batch)
    choices = [Choice(str(n), f"{n // horizon} segments of {horizon}") for n in fits]
    asks = f"4.0 refuses minibatch_size = {minibatch}: it {wrong}. 3.0 asks the same of its batch_size."
    number = draft.ask_number(
        "train.minibatch_size",
        asks,
        choices,
        meanwhile=f"{minibatch}: 4.0 refuses it",
        kind="count",
    )
    if number is not None:
        draft.set(*MINIBATCH, number, "decided")


def _minibatch_as_text(draft: Draft) -> None:
    """No generation reads a text here, ``auto`` least of all."""
    given = draft.value(*MINIBATCH)
    if not isinstance(given, str):
        return
    spec = draft.target.spec(*MINIBATCH)
    choices = [Choice(str(spec.default), "4.0's default")] if spec is not None else []
    asks = f"minibatch_size = {given!r} is no number, which 3.0 and 4.0 alike refuse. How many agent steps?"
    number = draft.ask_number(
        "train.minibatch_size", asks, choices, meanwhile=f"{given}: 4.0 refuses it"
    )
    if number is not None:
        draft.set(*MINIBATCH, number, "decided")
