"""What 3.0's own loader does to an INI, and no more: configparser over the defaults, then literal_eval.

python benchmarks/peer.py DEFAULT_INI FILE_OR_FOLDER...
"""

from __future__ import annotations

import ast
import configparser
import sys
from pathlib import Path


def load(default: Path, path: Path) -> dict[str, dict[str, object]]:
    """The values of one file over the defaults, as the loader reads them."""
    parser = configparser.ConfigParser()
    parser.read([default, path])
    return {section: {k: value(v) for k, v in parser[section].items()} for section in parser}


def value(text: str) -> object:
    """A Python literal, else the text."""
    try:
        return ast.literal_eval(text)
    except Exception:
        return text


def main() -> None:
    """Load every file that is named or lies below a folder that is."""
    default, *given = map(Path, sys.argv[1:])
    for path in given:
        for file in sorted(path.rglob("*.ini")) if path.is_dir() else [path]:
            load(default, file)


if __name__ == "__main__":
    main()
