"""Regenerates fixtures in a temporary folder and compares them with the committed ones, byte for byte.

    pip install -r Tests/Reference/requirements.txt
    python3 Tests/Reference/check_fixtures.py                                  # all without external inputs
    python3 Tests/Reference/check_fixtures.py blocks make_fixtures=qwen3,phi3  # only these, some only in part
    python3 Tests/Reference/check_fixtures.py templates=../shared/data/templates tokenizers_fixtures=STORIES.txt

`vision` and `rerankers` are checked only by their names, since their fixtures were made with the versions of
requirements-5.24.txt. `images/fixtures` needs the programs cjpeg and cwebp (Debian packages libjpeg-turbo-progs and webp).

Prints the number of identical files per script, and each different file; the exit status is 1 if there are any. Logits are
bit-identical only on processors with AVX-512, as on the machine that generated them; if only logits differ, prints the
largest difference.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from gguf import GGUFReader
from fixture_paths import COMMITTED

HERE = Path(__file__).resolve().parent
# The output folder of each script.
FOLDERS = {
    "blocks": "blocks", "sampling": "sampling", "training_schemas": "training", "decoder": "models",
    "embeddings": "embeddings", "rerankers": "rerankers", "make_fixtures": "architectures", "templates": "templates",
    "tokenizers_fixtures": "tokenizers", "mixes": "quantization", "json_cases": "json",
    "vision": "vision", "images/fixtures": "images",
}
# Scripts with inputs outside the repository: templates, a text, a third-party program.
GIVEN = {"templates", "tokenizers_fixtures", "mixes"}
# Scripts with versions of their own.
APART = {"vision", "rerankers"}
# Fixtures that no script writes.
KEPT = {"templates/functiongemma.jinja"}
# Fixtures that are kept if present, because their generation is not deterministic.
TRAINED = {"tokenizers_fixtures": ["characters.gguf", "words.gguf"]}


def difference(found: Path, expected: Path) -> str:
    """Describes the difference between two files, including the largest difference of logits."""
    a, b = found.read_bytes(), expected.read_bytes()
    offset = next((index for index, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    text = f"{len(a)} bytes instead of {len(b)}, first difference at {offset}"
    if len(a) == len(b) and expected.name.endswith(".gguf"):
        tensors = zip(GGUFReader(found).tensors, GGUFReader(expected).tensors)
        for one, other in tensors:
            if one.data.dtype == np.float32 and one.data.shape == other.data.shape:
                distance = np.abs(one.data.astype(np.float64) - other.data).max()
                if distance > 0:
                    text += f"; {one.name} by up to {distance:.2e}"
    return text


def check(script: str, arguments: list[str], root: Path) -> bool:
    """Returns true if a script reproduces the committed fixtures."""
    begin = time.monotonic()
    for name in TRAINED.get(script, []):
        (root / FOLDERS[script]).mkdir(exist_ok=True)
        shutil.copy(COMMITTED / FOLDERS[script] / name, root / FOLDERS[script] / name)
    environment = os.environ | {"SWIFTLET_FIXTURES": str(root)}
    command = [sys.executable, str(HERE / f"{script}.py"), *arguments]
    result = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        print(f"{script}: failed\n{result.stdout}")
        return False
    folder = FOLDERS[script]
    files = {path.name for path in (root / folder).iterdir()}
    expected = {path.name for path in (COMMITTED / folder).iterdir() if f"{folder}/{path.name}" not in KEPT}
    is_part = bool(arguments) and script not in GIVEN
    wrong = [f"{name}: not committed" for name in sorted(files - expected)]
    wrong += [f"{name}: not rebuilt" for name in sorted(expected - files) if not is_part]
    for name in sorted(files & expected):
        found, committed = root / folder / name, COMMITTED / folder / name
        if found.read_bytes() != committed.read_bytes():
            wrong.append(f"{name}: {difference(found, committed)}")
    print(f"{script}: {len(files) - len(wrong)} of {len(files)} files the same, {time.monotonic() - begin:.0f} s")
    for line in wrong:
        print(f"  {line}")
    return not wrong


def main(chosen: list[str]) -> int:
    scripts = {name: arguments for name, _, arguments in (each.partition("=") for each in chosen)}
    scripts = scripts or {name: "" for name in FOLDERS if name not in GIVEN | APART}
    if unknown := scripts.keys() - FOLDERS:
        print(f"{', '.join(sorted(unknown))}: no such script; there are {', '.join(FOLDERS)}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as root:
        results = [check(name, [a for a in given.split(",") if a], Path(root)) for name, given in scripts.items()]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
