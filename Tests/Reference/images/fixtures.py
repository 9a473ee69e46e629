"""Writes the committed picture files in Tests/Fixtures/images, and checksums of their pixels in Pillow.

    pip install pillow==13.0.0 numpy
    python3 Tests/Reference/images/fixtures.py

`pixels.tsv` has the name, width, height and the CRC-32 of the RGBA pixels of each file; `resized.tsv` the name, method,
width, height and checksum of some of them resized.
"""

import sys
import zlib
from pathlib import Path

import numpy as np
from PIL import Image

import bmp_files
import png_files
from compare import METHODS, reference

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from fixture_paths import fixtures  # noqa: E402


def write_pngs(folder, rng):
    """Writes every colour type and depth, interlaced or not, with and without a transparent colour."""
    for index, (colour, depth) in enumerate((c, d) for c, depths in png_files.DEPTHS.items() for d in depths):
        for interlaced in (False, True):
            size = (int(rng.integers(5, 14)), int(rng.integers(5, 14)), png_files.SAMPLES[colour])
            samples = rng.integers(0, 1 << depth, size)
            extra = b""
            if colour == 3:
                palette = rng.integers(0, 256, 3 << depth).astype(np.uint8).tobytes()
                extra = png_files.chunk(b"PLTE", palette[: 3 * 200])
                samples %= 200
            if colour in (0, 3) and interlaced or (colour, depth) == (2, 8):
                key = rng.integers(0, 256, min(200, 1 << depth)).astype(np.uint8).tobytes()
                extra += png_files.chunk(b"tRNS", key if colour == 3 else samples[0, 0].astype(">u2").tobytes())
            name = f"png-{colour}-{depth}{'-interlaced' if interlaced else ''}.png"
            file = png_files.encode(samples, colour, depth, interlaced, rng, extra, index % 10, index % 5, split=interlaced)
            (folder / name).write_bytes(file)
    y, x = np.mgrid[0:48, 0:64]
    ramp = np.stack([x * 4, y * 5, (x * y) % 251], -1)
    for kind in range(5):
        (folder / f"png-filter-{kind}.png").write_bytes(png_files.encode(ramp, 2, 8, False, rng, kinds=(kind,)))
    exif = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    turned = png_files.encode(ramp[:6, :9], 2, 8, False, rng, png_files.chunk(b"eXIf", exif))
    (folder / "png-turned.png").write_bytes(turned)
    flat = np.zeros((200, 300, 3), int)
    flat[40:90, 100:170] = (250, 3, 77)
    (folder / "png-flat.png").write_bytes(png_files.encode(flat, 2, 8, False, rng, kinds=(0, 2)))


def write_gifs(folder, rng):
    """Writes frames that are interlaced, transparent, or smaller than the screen, and long codes."""
    noise = Image.fromarray(rng.integers(0, 256, (40, 50, 3)).astype(np.uint8))
    noise.quantize(64).save(folder / "gif-noise.gif", interlace=0)
    small = noise.crop((0, 0, 13, 11))
    small.quantize(16).save(folder / "gif-interlaced.gif", interlace=1)
    small.quantize(4).save(folder / "gif-transparent.gif", transparency=2)
    small.convert("L").save(folder / "gif-grey.gif")
    small.save(folder / "gif-frames.gif", save_all=True, append_images=[small.rotate(180)])
    data = bytearray((folder / "gif-transparent.gif").read_bytes())
    data[6:10] = b"\x14\0\x0c\0"
    frame = data.find(b",", 13 + 3 * 4)
    data[frame + 1 : frame + 5] = b"\x03\0\x01\0"
    (folder / "gif-screen.gif").write_bytes(data)


def write_bmps(folder, rng):
    """Writes all depths, masks of alpha, run lengths and the oldest header."""
    for header_size, bits, compression, masks, height in [
        (12, 4, 0, None, 9), (12, 24, 0, None, 5), (40, 1, 0, None, 9), (40, 4, 0, None, -9), (40, 8, 0, None, 6),
        (40, 16, 0, None, 6), (40, 24, 0, None, -6), (40, 32, 0, None, 6), (56, 16, 3, bmp_files.MASKS[16][0], 6),
        (108, 32, 3, bmp_files.MASKS[32][5], 6), (124, 32, 3, bmp_files.MASKS[32][3], -6), (64, 8, 0, None, 7),
        (40, 8, 1, None, 12), (40, 4, 2, None, 12),
    ]:
        width = int(rng.integers(5, 14))
        size = 3 if header_size == 12 else 4
        count = size << bits if bits < 8 else size * 40
        colours = 40 if bits == 8 else 0
        palette = rng.integers(0, 256, count).astype(np.uint8).tobytes() if bits <= 8 else b""
        data = bmp_files.rows(rng, width, abs(height), bits)
        if bits == 8:
            data = bytes(byte % 40 for byte in data)
        if compression in (1, 2):
            data = b"\x05\x12\0\x04\x01\x23\x11\x21\0\x02\x01\x01\x03\x04\0\0" * 20
        name = f"bmp-{header_size}-{bits}{'-runs' if compression in (1, 2) else ''}{'-down' if height < 0 else ''}.bmp"
        (folder / name).write_bytes(bmp_files.file(header_size, width, height, bits, compression, data, palette, masks, colours))


def main():
    folder = fixtures("images")
    rng = np.random.default_rng(53)
    write_pngs(folder, rng)
    write_gifs(folder, rng)
    write_bmps(folder, rng)
    lines, resized = [], []
    for path in sorted(path for kind in ("png", "gif", "bmp") for path in folder.glob(f"{kind}-*")):
        pixels = reference(path)
        lines.append(f"{path.name}\t{pixels.shape[1]}\t{pixels.shape[0]}\t{zlib.crc32(pixels.tobytes())}")
    for name in ("png-filter-0.png", "png-6-8.png", "gif-noise.gif"):
        image = Image.open(folder / name)
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
        for method, number in METHODS.items():
            for width, height in [(1, 1), (17, 30), (20, 3), (90, 70), (64, 20)]:
                pixels = np.asarray(image.resize((width, height), number).convert("RGBA"))
                resized.append(f"{name}\t{method}\t{width}\t{height}\t{zlib.crc32(pixels.tobytes())}")
    (folder / "pixels.tsv").write_text("\n".join(lines) + "\n")
    (folder / "resized.tsv").write_text("\n".join(resized) + "\n")


if __name__ == "__main__":
    main()
