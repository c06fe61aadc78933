"""What a Python file uses of PufferLib that a generation lacks, each cause with all places that name it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from profilecheck.document import Use
from profilecheck.own_package import OwnPackage
from profilecheck.profiles.api_names import Missing, status


@dataclass(frozen=True, slots=True)
class Gone:
    """One thing that a generation lacks, with every place of the file that names it, first to last."""

    missing: Missing
    uses: tuple[Use, ...]


def gone(uses: Iterable[Use], generation: str, own: OwnPackage | None) -> tuple[Gone, ...]:
    """What of these uses the generation lacks, in the order in which it is first named.

    What the tree's own package has is not missing.
    """
    found: dict[str, tuple[Missing, list[Use]]] = {}
    for use in uses:
        told = status(use.name, generation, use.module)
        if isinstance(told, Missing):
            found.setdefault(told.part, (told, []))[1].append(use)
    return tuple(
        Gone(missing, tuple(named))
        for missing, named in found.values()
        if own is None or not own.has(missing.part)
    )
