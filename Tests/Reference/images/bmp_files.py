"""Writes BMP files that no library writes: headers, depths, masks, top-down rows and run lengths."""

import struct

import numpy as np

MASKS = {
    16: [(0xF800, 0x7E0, 0x1F, 0), (0x7C00, 0x3E0, 0x1F, 0)],
    24: [(0xFF0000, 0xFF00, 0xFF, 0)],
    32: [
        (0xFF0000, 0xFF00, 0xFF, 0x0), (0xFF000000, 0xFF0000, 0xFF00, 0x0), (0xFF000000, 0xFF00, 0xFF, 0x0),
        (0xFF000000, 0xFF0000, 0xFF00, 0xFF), (0xFF, 0xFF00, 0xFF0000, 0xFF000000),
        (0xFF0000, 0xFF00, 0xFF, 0xFF000000), (0xFF000000, 0xFF00, 0xFF, 0xFF0000), (0, 0, 0, 0),
    ],
}


def file(header_size, width, height, bits, compression, data, palette=b"", masks=None, colours=0):
    """Returns a BMP file; a negative height means rows from the top."""
    if header_size == 12:
        header = struct.pack("<IHHHH", 12, width, height, 1, bits)
    else:
        header = struct.pack("<IiiHHIIiiII", header_size, width, height, 1, bits, compression, len(data), 2835, 2835,
                             colours, 0)
        after = b""
        if masks:
            values = struct.pack("<IIII", *masks)
            if header_size >= 52:
                header += values
            else:
                after = values[:12]
        header = header.ljust(header_size, b"\0")[:header_size] + after
    offset = 14 + len(header) + len(palette)
    return struct.pack("<2sIHHI", b"BM", offset + len(data), 0, 0, offset) + header + palette + data


def rows(rng, width, height, bits):
    """Returns random rows, padded to multiples of four bytes with random bytes."""
    return rng.integers(0, 256, ((width * bits + 31) // 32 * 4, height)).astype(np.uint8).tobytes()


def run_lengths(rng, width, height, bits):
    """Returns run-length data with all kinds of codes, including runs past the end of a row."""
    out = bytearray()
    y = 0
    x = 0
    while y < height:
        kind = int(rng.integers(0, 8))
        if kind < 3:
            count = int(rng.integers(1, max(2, width // 2)))
            out += bytes([count, int(rng.integers(0, 256))])
            x += count
        elif kind < 6:
            count = int(rng.integers(3, 20))
            if x + count > width:
                x = width
            else:
                size = count if bits == 8 else (count + 1) // 2
                out += bytes([0, count]) + rng.integers(0, 256, size + size % 2).astype(np.uint8).tobytes()
                x += count
        elif kind == 6 and y + 2 < height and x + 3 < width:
            out += bytes([0, 2, 2, 1])
            x += 2
            y += 1
        if x >= width or kind == 7:
            out += b"\0\0"
            x = 0
            y += 1
    return bytes(out + b"\0\1")


def write(folder, rng):
    """Writes all combinations."""
    for header_size in (12, 40, 52, 56, 64, 108, 124):
        for bits in (1, 4, 8, 16, 24, 32):
            width, height = int(rng.integers(1, 40)), int(rng.integers(1, 40))
            size = 3 if header_size == 12 else 4
            palette = rng.integers(0, 256, size << bits).astype(np.uint8).tobytes() if bits <= 8 else b""
            data = rows(rng, width, height, bits)
            name = f"made-{header_size}-{bits}"
            (folder / f"{name}.bmp").write_bytes(file(header_size, width, height, bits, 0, data, palette))
            if header_size == 12:
                continue
            (folder / f"{name}-down.bmp").write_bytes(file(header_size, width, -height, bits, 0, data, palette))
            if bits in (4, 8):
                count = int(rng.integers(2, 1 << bits))
                (folder / f"{name}-few.bmp").write_bytes(
                    file(header_size, width, height, bits, 0, data, palette[: 4 * count], colours=count))
                runs = run_lengths(rng, width, height, bits)
                (folder / f"{name}-runs.bmp").write_bytes(
                    file(header_size, width, height, bits, {8: 1, 4: 2}[bits], runs, palette))
            for index, masks in enumerate(MASKS.get(bits, [])):
                (folder / f"{name}-masks{index}.bmp").write_bytes(
                    file(header_size, width, height, bits, 3, data, masks=masks))
