"""Writes PNG files that no library writes: every colour type, depth, filter and kind of block, interlaced or not."""

import struct
import zlib

import numpy as np

DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(name, data):
    """Returns a chunk with its checksum."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def packed(row, depth):
    """Packs a row of samples into bytes."""
    if depth == 16:
        return row.astype(">u2").tobytes()
    if depth == 8:
        return row.astype(np.uint8).tobytes()
    bits = (row.reshape(-1, 1) >> np.arange(depth - 1, -1, -1)) & 1
    return np.packbits(bits.astype(np.uint8).reshape(-1)).tobytes()


def filtered(rows, distance, choose):
    """Filters rows of bytes of one pass, each with the type that `choose` returns."""
    out = bytearray()
    above = None
    for row in rows:
        line = np.frombuffer(row, np.uint8).astype(int)
        up = np.zeros_like(line) if above is None else above
        left = np.concatenate([np.zeros(distance, int), line])[: len(line)]
        corner = np.concatenate([np.zeros(distance, int), up])[: len(line)]
        p = left + up - corner
        distances = np.stack([abs(p - left), abs(p - up), abs(p - corner)])
        paeth = np.choose(distances.argmin(0), [left, up, corner])
        kind = choose()
        out.append(kind)
        out += ((line - [0 * line, left, up, (left + up) // 2, paeth][kind]) % 256).astype(np.uint8).tobytes()
        above = line
    return bytes(out)


def encode(samples, colour, depth, interlaced, rng, extra=b"", level=9, strategy=0, split=False, kinds=(0, 1, 2, 3, 4)):
    """Returns a PNG file with the samples, an array of height, width and samples of a pixel."""
    height, width, count = samples.shape
    distance = max(1, count * depth // 8)
    data = b""
    for x, y, dx, dy in PASSES if interlaced else [(0, 0, 1, 1)]:
        part = samples[y::dy, x::dx]
        if part.size:
            data += filtered([packed(row.reshape(-1), depth) for row in part], distance, lambda: int(rng.choice(kinds)))
    packer = zlib.compressobj(level, zlib.DEFLATED, 15, 9, strategy)
    stream = packer.compress(data) + packer.flush()
    pieces = [stream]
    if split:
        cuts = sorted(rng.integers(0, len(stream) + 1, 5))
        pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)])]
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, int(interlaced))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"tEXt", b"Comment\0made") + extra
            + b"".join(chunk(b"IDAT", piece) for piece in pieces) + chunk(b"IEND", b""))


def write(folder, rng):
    """Writes all combinations, and long rows, large pictures and odd streams."""
    for colour, depths in DEPTHS.items():
        for depth in depths:
            for interlaced in (False, True):
                for transparent in (False, True):
                    if transparent and colour in (4, 6):
                        continue
                    size = (int(rng.integers(1, 40)), int(rng.integers(1, 40)), SAMPLES[colour])
                    samples = rng.integers(0, 1 << depth, size)
                    extra = b""
                    if colour == 3:
                        extra = chunk(b"PLTE", rng.integers(0, 256, 3 << depth).astype(np.uint8).tobytes())
                    if transparent:
                        key = rng.integers(0, 256, 1 << depth if colour == 3 else 0).astype(np.uint8).tobytes()
                        extra += chunk(b"tRNS", key or samples[0, 0].astype(">u2").tobytes())
                    name = f"made-{colour}-{depth}{'-interlaced' if interlaced else ''}{'-keyed' if transparent else ''}"
                    level, strategy = int(rng.integers(0, 10)), int(rng.integers(0, 5))
                    file = encode(samples, colour, depth, interlaced, rng, extra, level, strategy, split=True)
                    (folder / f"{name}.png").write_bytes(file)
    y, x = np.mgrid[0:300, 0:400]
    photo = np.stack([x % 256, (x * y) % 256 // 3 + 50, (x + 2 * y) % 256], -1)
    for kind in range(5):
        for colour, array in ((2, photo), (0, photo[:, :, :1]), (6, np.concatenate([photo, photo[:, :, :1]], -1))):
            (folder / f"filter-{kind}-{colour}.png").write_bytes(
                encode(array, colour, 8, False, rng, kinds=(kind,), level=6))
    for strategy in range(5):
        for level in (0, 1, 9):
            (folder / f"stream-{strategy}-{level}.png").write_bytes(
                encode(photo[:120, :150], 2, 8, False, rng, level=level, strategy=strategy))
    flat = np.zeros((700, 900, 3), int)
    flat[100:400, 200:300] = 77
    (folder / "flat.png").write_bytes(encode(flat, 2, 8, False, rng, kinds=(0, 2)))
    (folder / "wide.png").write_bytes(encode(rng.integers(0, 9, (3, 30000, 4)), 6, 16, False, rng))
    noise = rng.integers(0, 256, (600, 500, 3))
    (folder / "noise.png").write_bytes(encode(noise, 2, 8, True, rng, level=1))
