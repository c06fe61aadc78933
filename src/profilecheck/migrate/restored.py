"""A migrated INI as 3.0 had it, as far as its own comments tell: what a launch line of 3.0 still counts with."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from profilecheck.migrate.struck import STRUCK
from profilecheck.profiles.launch_environments import PREFIX

_PACKAGE: Final = re.compile(r"(?m)^package[ \t]*[=:][ \t]*ocean[ \t]*$")
_NAME: Final = re.compile(rf"(?m)^(env_name[ \t]*[=:][ \t]*)(?!{PREFIX})(?=\w)")


def restored(path: Path, text: str) -> str:
    """The text with the settings that a migration left as comments, and the environment's name in 3.0."""
    found = STRUCK.sub(r"\g<indent>\g<was>", text)
    if found == text or not _PACKAGE.search(found):
        return found
    return _NAME.sub(rf"\1{PREFIX}", found)


def is_migrated(text: str) -> bool:
    """Whether a migration left what it struck as comments: whatever pin is still there, the file is of 4.0."""
    return STRUCK.search(text) is not None
