"""Generates the fixtures of the block format and reader tests with the `gguf` package.

    pip install -r Tests/Reference/requirements.txt
    python3 Tests/Reference/blocks.py            # rewrites Tests/Fixtures/blocks/*.gguf, always to the same bytes

blocks.gguf, for each format of FORMATS:
    input               F32, 64 rows of 32 elements, the same for all formats
    <type>.blocks       the input quantised
    <type>.output       F32, those blocks dequantised
    <type>.any          random bytes as blocks, so that every bit pattern of scales and elements occurs
    <type>.any.output   F32, those dequantised

kquants.gguf, for each format of LAYOUTS:
    <type>.any          random bytes as blocks; first with finite scales, then with extreme binary16 scales
    <type>.any.output   F32, those dequantised
and for MXFP4, the only one of them that the package quantises to:
    input               F32, 64 rows of 32 elements
    mxfp4.blocks        the input quantised
    mxfp4.output        F32, those blocks dequantised

Some rows overflow on purpose, which causes numpy warnings. If 1 / scale is infinite, the cast to an integer is undefined in
C; the fixtures contain the result on x86-64, 0, and must be generated there.

grids.gguf, for each format of GRIDS: as kquants.gguf; of IQ1_S with every point of the codebook, of NVFP4 every factor.

metadata.gguf: one key of each value type and one array of each element type, with the values at the ends of the type.
"""

from pathlib import Path

import numpy as np
from gguf import GGMLQuantizationType, GGUFValueType, GGUFWriter
from gguf.quants import dequantize, quantize
from fixture_paths import fixtures

FIXTURES = fixtures("blocks")
FORMATS = ["F32", "F16", "BF16", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0"]
BYTES_PER_32 = {"F32": 128, "F16": 64, "BF16": 64, "Q4_0": 18, "Q4_1": 20, "Q5_0": 22, "Q5_1": 24, "Q8_0": 34}

# Of the further formats: elements and bytes in a block, and the offsets of binary16 scales in it.
LAYOUTS = {
    "Q2_K": (256, 84, [80, 82]),
    "Q3_K": (256, 110, [108]),
    "Q4_K": (256, 144, [0, 2]),
    "Q5_K": (256, 176, [0, 2]),
    "Q6_K": (256, 210, [208]),
    "IQ4_NL": (32, 18, [0]),
    "IQ4_XS": (256, 136, [0]),
    "MXFP4": (32, 17, []),
}
# Formats that are read only: as LAYOUTS. IQ1_M has its scale in the highest nibbles of its last four words.
GRIDS = {
    "IQ2_XXS": (256, 66, [0]),
    "IQ2_XS": (256, 74, [0]),
    "IQ2_S": (256, 82, [0]),
    "IQ3_XXS": (256, 98, [0]),
    "IQ3_S": (256, 110, [0]),
    "IQ1_S": (256, 50, [0]),
    "IQ1_M": (256, 56, []),
    "TQ1_0": (256, 54, [52]),
    "TQ2_0": (256, 66, [64]),
    "NVFP4": (64, 36, []),
}
# 0, −0, the least and the largest subnormal, 1, the largest finite numbers, infinities, NaN.
EDGE_SCALES = [0x0000, 0x8000, 0x0001, 0x83FF, 0x3C00, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00]


def edge_rows() -> list[np.ndarray]:
    """Returns rows for which quantisers of 32-element blocks are known to differ."""
    ramp = np.arange(32, dtype=np.float32)
    one = np.zeros(32, dtype=np.float32)
    rows = [
        np.zeros(32),
        np.full(32, -0.0),
        np.full(32, 1.0),
        np.full(32, -3.25),
        np.full(32, 1e-7),  # a scale that is a binary16 subnormal or zero
        np.full(32, 65504.0),
        ramp,
        -ramp,
        ramp - 16,
        (ramp - 16) / 16,
        ramp % 2 * 2 - 1,  # -1, 1, -1, …: which of two equal extremes decides the sign
        1 - ramp % 2 * 2,
        (ramp % 2 * 2 - 1) * 7.5,
        (ramp - 15.5) / 8,  # halves: ties when rounding to 4 bits
        (ramp - 15.5) / 127 * 8,
        (ramp + 0.5) / 127,
        np.where(ramp == 0, 127, ramp + 0.5),  # ties of Q8_0, which round away from zero
        np.where(ramp == 0, 127, -ramp - 0.5),
        np.where(ramp == 0, -8, ramp / 2 - 8),  # ties of Q4_0
        np.where(ramp == 31, -16, ramp / 2 - 8.25),
        np.where(ramp == 5, 1e6, ramp / 32),  # one outlier whose scale overflows binary16
        np.where(ramp == 5, -6e4, ramp / 32),
        np.where(ramp == 31, 3e38, 0),
        np.where(ramp == 17, -1e-3, 1e-6),
        np.where(ramp < 16, 1e-5, 2e-5),
        (ramp + 1) * 6e-8,  # scales near the smallest binary16 subnormal
        (ramp - 31) * 1e-6,
        (ramp - 7) * 1e-38,
        np.where(ramp == 3, 1, one),
        np.where(ramp == 30, -1, one),
        ramp + 1000,  # a large minimum beside a small range
        -ramp - 60000,
    ]
    return [row.astype(np.float32) for row in rows]


def tie_rows(rng: np.random.Generator) -> list[np.ndarray]:
    """Returns rows with elements halfway between two integers of a format, up to rounding.

    They reveal the order of evaluation: x * (1 / d) is not x / d, (x - m) / d is not x / d - m / d.
    """
    rows = []
    for steps, lowest in [(15, 0), (31, 0), (15, -8), (31, -16), (254, -127)] * 4:
        halves = rng.integers(0, steps, 32) + lowest + 0.5
        halves[[3, 20]] = (lowest, lowest + steps)
        middle = rng.uniform(-40, 40) if lowest == 0 else 0
        rows.append(((halves + middle) * rng.uniform(0.01, 1)).astype(np.float32))
    return rows


def inputs(rng: np.random.Generator) -> np.ndarray:
    rows = edge_rows() + tie_rows(rng)
    while len(rows) < 64:
        scale = np.float32(2.0 ** rng.integers(-20, 6))
        middle = [0, 4, 1000][len(rows) % 3] * scale * rng.uniform(-1, 1)
        rows.append(rng.standard_normal(32, dtype=np.float32) * scale + np.float32(middle))
    return np.stack(rows).astype(np.float32)


def any_blocks(rng: np.random.Generator, name: str) -> np.ndarray:
    return rng.integers(0, 256, size=(32, BYTES_PER_32[name]), dtype=np.uint8)


def write_blocks(path: Path) -> None:
    rng = np.random.default_rng(20240817)
    writer = GGUFWriter(path, "test")
    rows = inputs(rng)
    writer.add_tensor("input", rows)
    for name in FORMATS:
        kind = GGMLQuantizationType[name]
        samples = {name.lower(): quantize(rows, kind), name.lower() + ".any": any_blocks(rng, name)}
        for label, blocks in samples.items():
            raw = np.ascontiguousarray(blocks).view(np.uint8)
            writer.add_tensor(label + (".blocks" if label == name.lower() else ""), raw, raw_dtype=kind)
            writer.add_tensor(label + ".output", dequantize(raw, kind).reshape(-1, 32).astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def any_kquants(rng: np.random.Generator, name: str) -> np.ndarray:
    elements, size, offsets = LAYOUTS[name]
    count = 24 if elements == 256 else 96
    blocks = rng.integers(0, 256, size=(count, size), dtype=np.uint8)
    blocks[0], blocks[1] = 0, 255
    for row, block in enumerate(blocks):
        for index, offset in enumerate(offsets):
            sign, exponent, fraction = rng.integers(0, 2), rng.integers(4, 20), rng.integers(0, 1024)
            scale = int(sign << 15 | exponent << 10 | fraction)
            if row >= 12 and elements == 256 or row >= 64:
                scale = EDGE_SCALES[row * (1 + 2 * index) % len(EDGE_SCALES)]
            block[offset : offset + 2] = (scale & 255, scale >> 8)
    if name == "MXFP4":  # 255 is NaN by the format's definition, 2^127 here
        blocks[:, 0] = np.minimum(blocks[:, 0], 254)
        blocks[2:12, 0] = [0, 1, 2, 3, 126, 127, 128, 252, 253, 254]
    return blocks


def any_grids(rng: np.random.Generator, name: str) -> np.ndarray:
    elements, size, offsets = GRIDS[name]
    count = {"IQ1_S": 80, "IQ1_M": 24, "IQ2_S": 40, "IQ2_XS": 24, "IQ3_S": 20, "NVFP4": 64}.get(name, 18)
    blocks = rng.integers(0, 256, size=(count, size), dtype=np.uint8)
    blocks[0], blocks[1] = 0, 255
    for row, block in enumerate(blocks):
        exponent = int(rng.integers(4, 20))
        scale = int(rng.integers(0, 2)) << 15 | exponent << 10 | int(rng.integers(0, 1024))
        if row < len(EDGE_SCALES) and row > 1:
            scale = EDGE_SCALES[row]
        for offset in offsets:
            block[offset : offset + 2] = (scale & 255, scale >> 8)
        if name == "IQ1_M":
            for word in range(4):
                block[49 + 2 * word] = block[49 + 2 * word] & 15 | (scale >> 4 * word & 15) << 4
    if name == "IQ1_S":  # all points, so that each is known to be right
        for row in range(64):
            for index in range(32):
                point, shift = row * 32 + index, index % 4 * 3
                blocks[row + 12, 2 + index] = point & 255
                word = 34 + index // 4 * 2
                old = int(blocks[row + 12, word]) | int(blocks[row + 12, word + 1]) << 8
                new = old & ~(7 << shift) | (point >> 8) << shift
                blocks[row + 12, word : word + 2] = (new & 255, new >> 8)
    if name == "NVFP4":  # all factors
        blocks[:, :4] = np.arange(256, dtype=np.uint8).reshape(64, 4)
    return blocks


def write_grids(path: Path) -> None:
    rng = np.random.default_rng(20240819)
    writer = GGUFWriter(path, "test")
    for name in GRIDS:
        kind = GGMLQuantizationType[name]
        raw = any_grids(rng, name)
        values = dequantize(raw, kind).reshape(-1, GRIDS[name][0]).astype(np.float32)
        writer.add_tensor(name.lower() + ".any", raw, raw_dtype=kind)
        writer.add_tensor(name.lower() + ".any.output", values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def mxfp4_inputs(rng: np.random.Generator) -> np.ndarray:
    """Returns rows with maxima at and just below powers of two, and with elements between two levels."""
    rows = edge_rows()[:-2]
    middles = np.array([0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5, 6, 7], dtype=np.float32)
    for power in [-120, -30, -3, -1, 0, 1, 2, 3, 10, 17, 63, 126]:
        row = rng.choice(middles, 32) * rng.choice([-1, 1], 32) * np.float32(2.0) ** np.float32(power - 3)
        below = np.array([2.0**power], dtype=np.float32).view(np.uint32) - np.uint32(len(rows) % 8)
        row[len(rows) % 32] = below.view(np.float32)[0]
        rows.append(row)
    while len(rows) < 64:
        rows.append(rng.standard_normal(32) * 2.0 ** rng.integers(-20, 6))
    return np.stack(rows).astype(np.float32)


def write_kquants(path: Path) -> None:
    rng = np.random.default_rng(20240818)
    writer = GGUFWriter(path, "test")
    rows = mxfp4_inputs(rng)
    writer.add_tensor("input", rows)
    blocks = {"mxfp4.blocks": quantize(rows, GGMLQuantizationType.MXFP4)}
    blocks |= {name.lower() + ".any": any_kquants(rng, name) for name in LAYOUTS}
    for label, raw in blocks.items():
        name = label.split(".")[0].upper()
        kind = GGMLQuantizationType[name]
        values = dequantize(raw, kind).reshape(-1, LAYOUTS[name][0]).astype(np.float32)
        writer.add_tensor(label, raw, raw_dtype=kind)
        writer.add_tensor(label.removesuffix(".blocks") + ".output", values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def write_metadata(path: Path) -> None:
    writer = GGUFWriter(path, "test")
    integers = {"UINT8": (0, 255), "INT8": (-128, 127), "UINT16": (0, 65535), "INT16": (-(2**15), 2**15 - 1)}
    integers |= {"UINT32": (0, 2**32 - 1), "INT32": (-(2**31), 2**31 - 1)}
    integers |= {"UINT64": (0, 2**64 - 1), "INT64": (-(2**63), 2**63 - 1)}
    for name, (low, high) in integers.items():
        kind = GGUFValueType[name]
        writer.add_key_value(f"low.{name.lower()}", low, kind)
        writer.add_key_value(f"high.{name.lower()}", high, kind)
        writer.add_key_value(f"array.{name.lower()}", [low, 1, high], GGUFValueType.ARRAY, sub_type=kind)
    writer.add_float32("value.float32", -0.15625)
    writer.add_float64("value.float64", 1e300)
    writer.add_bool("value.bool", True)
    writer.add_string("value.string", "größer 🦉")
    writer.add_array("array.float32", [0.5, -1.0, float("inf")])
    writer.add_key_value("array.float64", [0.1, -1e-300], GGUFValueType.ARRAY, sub_type=GGUFValueType.FLOAT64)
    writer.add_array("array.bool", [True, False, True])
    writer.add_array("array.string", ["<s>", "", "▁the", "a b"])
    writer.add_custom_alignment(64)
    writer.add_tensor("first", np.arange(6, dtype=np.float32).reshape(2, 3))
    writer.add_tensor("second", np.array([[-3, 7, 2**31 - 1]], dtype=np.int32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    write_blocks(FIXTURES / "blocks.gguf")
    write_kquants(FIXTURES / "kquants.gguf")
    write_grids(FIXTURES / "grids.gguf")
    write_metadata(FIXTURES / "metadata.gguf")
