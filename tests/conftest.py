"""What holds for every test: generated examples are the same in every run.

``HYPOTHESIS_PROFILE=explore`` draws others each time, to look for what no run has met yet.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
