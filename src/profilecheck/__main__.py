"""``python -m profilecheck``."""

from __future__ import annotations

import sys

from profilecheck.cli import main

if __name__ == "__main__":
    sys.exit(main())
