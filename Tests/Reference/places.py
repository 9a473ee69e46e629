"""Where fixtures go: Tests/Fixtures, or the folder that SWIFTLET_FIXTURES names, as it does for check_fixtures.py."""

import os
from pathlib import Path

COMMITTED = Path(__file__).resolve().parent.parent / "Fixtures"


def fixtures(name: str) -> Path:
    """The folder of a name, made if there is none."""
    folder = Path(os.environ.get("SWIFTLET_FIXTURES", COMMITTED)) / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder
