"""How a run judges: the choices of the command line, the settings file or the caller."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from profilecheck.experiment import Mode
from profilecheck.hosts import Host, this_machine
from profilecheck.layers import Defaults, Override


@dataclass(frozen=True, slots=True)
class Options:
    """Choices that hold for every file of a run.

    ``target`` is a profile's name or None for auto; ``target_from`` says who chose it: ``installed``
    is what a run finds to start.
    ``defaults`` None means by format: ini for INI files, signature for the others in 3.0 and none
    in 4.0. ``launched`` is true of a file that is about to be started: it is a config, however little it says.
    ``select`` and ``ignore`` are codes or their prefixes; empty ``select`` means all.
    """

    target: str | None = None
    target_from: Literal["flag", "settings", "installed"] = "flag"
    mode: Mode = "train"
    host: Host = field(default_factory=this_machine)
    agents_per_env: int | None = None
    overrides: tuple[Override, ...] = ()
    defaults: Defaults | None = None
    launched: bool = False
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def wants(self, code: str) -> bool:
        """Whether a rule's findings are reported. PC000 always is."""
        if code == "PC000":
            return True
        if self.select and not code.startswith(self.select):
            return False
        return not (self.ignore and code.startswith(self.ignore))
