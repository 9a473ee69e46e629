"""The folders of fixtures: Tests/Fixtures, or the folder in SWIFTLET_FIXTURES, which check_fixtures.py sets."""

import os
from pathlib import Path

COMMITTED = Path(__file__).resolve().parent.parent / "Fixtures"


def fixtures(name: str) -> Path:
    """Returns a folder of fixtures, and creates it if missing."""
    folder = Path(os.environ.get("SWIFTLET_FIXTURES", COMMITTED)) / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder
