"""profilecheck: the compatibility checker for the generations of PufferLib."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from profilecheck.api import ConfigError, Validated, check, check_text, validate
    from profilecheck.api_migrate import migrate, migrate_text, write_migration
    from profilecheck.choices import ChoiceError
    from profilecheck.findings import FileReport, Finding, Report, Severity, State
    from profilecheck.hosts import Host
    from profilecheck.launch.contract import ConfigWarning, ContractError
    from profilecheck.launch.ends import WorkerError
    from profilecheck.launch.make import make
    from profilecheck.launch.runtime import WrongRuntime
    from profilecheck.launch.vecenv import Made, Vecenv
    from profilecheck.layers import Override
    from profilecheck.migrate.ledger import FileLedger, Ledger
    from profilecheck.migrate.run import Unfinished, Written
    from profilecheck.write import WriteError

__version__ = "0.1.0"

__all__ = [
    "ChoiceError",
    "ConfigError",
    "ConfigWarning",
    "ContractError",
    "FileLedger",
    "FileReport",
    "Finding",
    "Host",
    "Ledger",
    "Made",
    "Override",
    "Report",
    "Severity",
    "State",
    "Unfinished",
    "Validated",
    "Vecenv",
    "WorkerError",
    "WriteError",
    "Written",
    "WrongRuntime",
    "__version__",
    "check",
    "check_text",
    "make",
    "migrate",
    "migrate_text",
    "validate",
    "write_migration",
]

_HOMES = {
    "api": ("ConfigError", "Validated", "check", "check_text", "validate"),
    "api_migrate": ("migrate", "migrate_text", "write_migration"),
    "choices": ("ChoiceError",),
    "findings": ("FileReport", "Finding", "Report", "Severity", "State"),
    "hosts": ("Host",),
    "launch.contract": ("ConfigWarning", "ContractError"),
    "launch.ends": ("WorkerError",),
    "launch.make": ("make",),
    "launch.runtime": ("WrongRuntime",),
    "launch.vecenv": ("Made", "Vecenv"),
    "layers": ("Override",),
    "migrate.ledger": ("FileLedger", "Ledger"),
    "migrate.run": ("Unfinished", "Written"),
    "write": ("WriteError",),
}

# A function of the API has the name of the room ``migrate``: loaded here, that binds the name no more.
import_module(f"{__name__}.migrate")
del globals()["migrate"]


def __getattr__(name: str) -> object:
    """A public name, loaded when it is first asked for: ``import profilecheck`` stays cheap."""
    for home, names in _HOMES.items():
        if name in names:
            found: object = getattr(import_module(f"{__name__}.{home}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
