"""profilecheck: the compatibility checker for the generations of PufferLib."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from profilecheck.api import ConfigError, Validated, check, check_text, validate
    from profilecheck.choices import ChoiceError
    from profilecheck.findings import FileReport, Finding, Report, Severity, State
    from profilecheck.hosts import Host
    from profilecheck.layers import Override

__version__ = "0.1.0"

__all__ = [
    "ChoiceError",
    "ConfigError",
    "FileReport",
    "Finding",
    "Host",
    "Override",
    "Report",
    "Severity",
    "State",
    "Validated",
    "__version__",
    "check",
    "check_text",
    "validate",
]

_HOMES = {
    "api": ("ConfigError", "Validated", "check", "check_text", "validate"),
    "choices": ("ChoiceError",),
    "findings": ("FileReport", "Finding", "Report", "Severity", "State"),
    "hosts": ("Host",),
    "layers": ("Override",),
}


def __getattr__(name: str) -> object:
    """A public name, loaded when it is first asked for: ``import profilecheck`` stays cheap."""
    for home, names in _HOMES.items():
        if name in names:
            from importlib import import_module

            found: object = getattr(import_module(f"{__name__}.{home}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
