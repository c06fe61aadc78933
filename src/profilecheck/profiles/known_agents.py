"""What is known of the agents of one of upstream's environments, and how it is told.

A project may have an environment of its own under the same name, so such a count is never more
than a hint: what is declared with ``--agents-per-env`` counts.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Switch:
    """A number of agents that depends on whether a key is on."""

    key: str
    on: int
    off: int


@dataclass(frozen=True, slots=True)
class KnownAgents:
    """``count`` agents in each environment of upstream's ``env_name``, worked out from ``given``: the
    settings of [env] that decide it, with their values; none where it is a fixed number."""

    env_name: str
    count: int
    given: tuple[tuple[str, object], ...] = ()

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """The settings that it was worked out from, the environment's name first."""
        return (("base", "env_name"), *(("env", key) for key, _ in self.given))

    @property
    def told(self) -> str:
        """``upstream's snake, whose environments have 300 agents (num_agents = 300)``."""
        plural = "agent" if self.count == 1 else "agents"
        why = " and ".join(f"{key} = {value!r}" for key, value in self.given)
        told = f"upstream's {self.env_name}, whose environments have {self.count} {plural}"
        return f"{told} ({why})" if why else told
