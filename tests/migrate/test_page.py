"""The page of a ledger in a real browser: all of it is there, nothing of it runs, nothing is fetched."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from profilecheck.migrate.ledger import Ledger
from profilecheck.migrate.told import tell
from tests.migrate.helpers import migrated
from tests.migrate.samples import ADAM, HOSTILE

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="no chromium on this machine")


@needs_browser
def test_a_browser_shows_every_setting_and_runs_and_fetches_nothing(tmp_path: Path) -> None:
    files = (migrated(ADAM, "a.ini"), migrated(HOSTILE, "b.ini"))
    page = tmp_path / "ledger.html"
    page.write_text(tell("html", Ledger("3.0", "4.0", files)), encoding="ascii")
    log = tmp_path / "net.json"
    done = subprocess.run(
        [
            str(BROWSER),
            *("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"),
            *(
                "--disable-dev-shm-usage",
                "--no-first-run",
                f"--user-data-dir={tmp_path / 'profile'}",
            ),
            *("--enable-logging=stderr", f"--log-net-log={log}", "--window-size=400,800"),
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        timeout=120,
        check=False,
    )
    dom, told = done.stdout.decode(), done.stderr.decode("utf-8", "replace")
    assert done.returncode == 0, told
    assert "CONSOLE" not in told  # where scripts and the page's own policy complain
    assert "<title>PufferLib 3.0 to 4.0</title>" in dom
    assert "<script" not in dom and "<img" not in dom
    shown = " ".join(html.unescape(re.sub(r"<[^>]*>", " ", dom)).split())
    for entry in (entry for file in files for entry in file.entries):
        names = [(put.section, put.key) for put in entry.puts]
        for section, key in [(entry.section, entry.key)] * bool(entry.key) + names:
            assert f"[{section}] {key}" in shown
    fetched = log.read_text(encoding="utf-8", errors="replace")
    assert fetched.startswith("{")
    assert "example.com" not in fetched
