"""Generates Sources/GGUF/Blocks/Grids/GridTables.swift: the codebooks of the IQ formats.

    pip install gguf==0.19.0 numpy
    python3 Tests/Reference/grids.py

A codebook is a set of points with 4 or 8 coordinates of few levels. Its indices follow the numeric order of the points,
with the first coordinate as the least significant digit; so one bit per grid point determines it.
"""

from pathlib import Path

import numpy as np
from gguf import quants

TARGET = Path(__file__).resolve().parents[2] / "Sources" / "GGUF" / "Blocks" / "Grids" / "GridTables.swift"
NAMES = ["IQ2_XXS", "IQ2_XS", "IQ2_S", "IQ3_XXS", "IQ3_S", "IQ1_S"]


def bits(name: str) -> str:
    format = getattr(quants, name)
    format.init_grid()
    points = format.grid.reshape(format.grid_shape)
    levels = sorted(format.grid_map)
    numbers = np.searchsorted(levels, points) @ len(levels) ** np.arange(points.shape[1])
    assert (np.diff(numbers) > 0).all()
    flags = np.zeros((len(levels) ** points.shape[1] + 7) // 8 * 8, dtype=np.uint8)
    flags[numbers] = 1
    return np.packbits(flags, bitorder="little").tobytes().hex()


def main() -> None:
    parts = []
    for name in NAMES:
        text = bits(name)
        lines = "\n".join("    " + text[offset : offset + 112] for offset in range(0, len(text), 112))
        variable = name[:3].lower() + name[3:]
        parts.append(f'  /// The points of {name}.\n  static let {variable} = """\n{lines}\n    """\n')
    header = "// Written by Tests/Reference/grids.py.\n\n"
    doc = "/// The codebooks of the IQ formats as hexadecimal bit sets of the points of the full grid; see ``Grid``.\n"
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(header + doc + "enum GridTables {\n" + "\n".join(parts) + "}\n")


if __name__ == "__main__":
    main()
