"""Counts the words of the sources, for the working tree or for commits side by side.

    python3 Tests/Reference/words.py               # the working tree
    python3 Tests/Reference/words.py 78d5c3b HEAD  # two commits

Rows: doc comments by their first word, where that is a question word or a pronoun; occurrences of terms of GLOSSARY.md;
the mean length of declared names; files of more than 250 lines.
"""

import collections
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUESTIONS = ["What", "How", "Whether", "Where", "Who", "Whoever", "Nobody", "Somebody"]
TERMS = [
    "prefill", "decode", "KV cache", "prefix cache", "continuous batching", "chunked prefill", "speculative decoding",
    "prompt-lookup", "draft model", "draft token", "acceptance", "logits", "sampler", "temperature", "top-k", "top-p",
    "min-p", "DRY", "XTC", "Mirostat", "grammar", "token mask", "lexeme", "forced", "GEMM", "tile", "panel", "epilogue",
    "quantisation", "scale", "K-quant", "importance matrix", "RoPE", "grouped-query", "latent attention",
    "sliding window", "attention sink", "online softmax", "flash attention", "expert", "LoRA", "chat template",
    "tool call", "reasoning", "pushdown", "prefetch", "huge page", "random seed",
]
DECLARATION = re.compile(r"\b(?:func|var|let|case|struct|class|enum|protocol|actor|typealias)\s+`?([A-Za-z_]\w*)")


def measure(folder: pathlib.Path) -> dict[str, float]:
    """Returns the rows for a folder of sources."""
    counts: collections.Counter[str] = collections.Counter()
    names: list[str] = []
    for path in sorted(folder.rglob("*.swift")):
        if path.is_symlink():
            continue
        text = path.read_text()
        lines = text.splitlines()
        counts["files"] += 1
        counts["files over 250 lines"] += len(lines) > 250
        inside = False
        for line in lines:
            comment = line.strip().startswith("///")
            if comment and not inside:
                counts["doc comments"] += 1
                first = line.strip()[3:].split()
                if first and first[0].rstrip(",.;:") in QUESTIONS:
                    counts["beginning with " + first[0].rstrip(",.;:")] += 1
            inside = comment
        # Terms occur as words and in names: `prefixCache`, `prefix cache`, `PrefixCache`.
        for term in TERMS:
            pattern = re.escape(term).replace(r"\-", "[- ]?").replace(r"\ ", "[- ]?")
            counts["term " + term] += len(re.findall(pattern, text, re.IGNORECASE if term.islower() else 0))
        names += DECLARATION.findall(re.sub(r"//.*", "", text))
    counts["declared names"] = len(names)
    result: dict[str, float] = dict(counts)
    result["mean length of names"] = sum(map(len, names)) / max(1, len(names))
    return result


def sources(revision: str, folder: str) -> pathlib.Path:
    """Extracts the sources of a commit."""
    archive = subprocess.run(
        ["git", "-C", str(ROOT), "archive", revision, "Sources"], check=True, capture_output=True).stdout
    path = pathlib.Path(folder) / revision
    path.mkdir()
    (path / "archive.tar").write_bytes(archive)
    with tarfile.open(path / "archive.tar") as tar:
        tar.extractall(path, filter="data")
    return path / "Sources"


def main() -> None:
    revisions = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        columns = [(name, measure(sources(name, folder))) for name in revisions]
    if not columns:
        columns = [("working tree", measure(ROOT / "Sources"))]
    rows = ["files", "files over 250 lines", "doc comments"] + ["beginning with " + word for word in QUESTIONS]
    rows += ["declared names", "mean length of names"] + ["term " + term for term in TERMS]
    print(f"{'':28}" + "".join(f"{name:>14}" for name, _ in columns))
    for row in rows:
        values = [column.get(row, 0) for _, column in columns]
        print(f"{row:28}" + "".join(f"{value:14.1f}" if row.startswith("mean") else f"{value:14.0f}" for value in values))


main()
