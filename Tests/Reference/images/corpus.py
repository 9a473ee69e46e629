"""Makes a corpus of picture files with Pillow, ImageMagick, pngcrush, optipng and gifsicle.

    pip install pillow numpy
    apt-get install imagemagick pngcrush optipng gifsicle
    python3 Tests/Reference/images/corpus.py FOLDER

The pictures are noise, gradients, text-like blocks and single pixels, in sizes around multiples of 8 and in all modes
that the formats have. Programs that are not installed are left out, which the printed count shows. PNG files that no
library writes (filters, depths, transparency, interlacing in all combinations) are written by `png_files.py`, BMP files
by `bmp_files.py`. The same seed gives the same pictures.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
from PIL import Image

import bmp_files
import png_files

SIZES = [(1, 1), (2, 3), (7, 5), (8, 8), (9, 17), (31, 33), (64, 48), (100, 3), (3, 100), (130, 71)]


def pictures(rng):
    """Yields names and RGBA arrays of several kinds."""
    for width, height in SIZES:
        y, x = np.mgrid[0:height, 0:width]
        gradient = np.stack([x * 255 // max(1, width - 1), y * 255 // max(1, height - 1), (x + y) % 256,
                             255 - (x * 5 + y * 3) % 256], -1)
        noise = rng.integers(0, 256, (height, width, 4))
        blocks = (rng.integers(0, 4, (height // 4 + 1, width // 4 + 1, 4)) * 85).repeat(4, 0).repeat(4, 1)
        for name, array in [("gradient", gradient), ("noise", noise), ("blocks", blocks[:height, :width])]:
            yield f"{name}-{width}x{height}", array.astype(np.uint8)


def with_pillow(folder, rng):
    """Writes the pictures in all modes with Pillow."""
    for index, (name, array) in enumerate(pictures(rng)):
        rgba = Image.fromarray(array)
        rgb = rgba.convert("RGB")
        grey = rgb.convert("L")
        rgb.save(folder / f"{name}-rgb.png", compress_level=index % 10)
        rgba.save(folder / f"{name}-rgba.png", optimize=index % 2 == 0)
        grey.save(folder / f"{name}-grey.png")
        colours = [2, 4, 16, 256][index % 4]
        palette = rgb.quantize(colours)
        palette.save(folder / f"{name}-palette{colours}.png", transparency=0 if index % 3 else None or 0)
        palette.save(folder / f"{name}-palette{colours}.gif", interlace=index % 2)
        palette.save(folder / f"{name}-transparent.gif", transparency=index % colours)
        grey.save(folder / f"{name}-grey.gif")
        rgb.save(folder / f"{name}-rgb.bmp")
        grey.save(folder / f"{name}-grey.bmp")
        palette.save(folder / f"{name}-palette.bmp")
        rgb.convert("1").save(folder / f"{name}-bits.bmp")
        rgb.convert("1").save(folder / f"{name}-bits.png")
        rgba.save(folder / f"{name}-rgba.bmp")
        if index % 5 == 0:
            frames = [rgb.rotate(90 * turn) for turn in range(3)]
            frames[0].save(folder / f"{name}-frames.gif", save_all=True, append_images=frames[1:], disposal=2)
            frames[0].save(folder / f"{name}-frames.png", save_all=True, append_images=frames[1:])
        if index % 7 == 0:
            exif = Image.Exif()
            exif[0x0112] = index % 8 + 1
            rgb.save(folder / f"{name}-turned.png", exif=exif)


def with_programs(folder):
    """Rewrites some of the pictures with other programs."""
    sources = sorted(folder.glob("*-rgba.png"))
    convert = shutil.which("convert-im6") or shutil.which("magick")
    commands = []
    for index, source in enumerate(sources):
        stem = folder / source.stem
        if convert:
            options = [["-interlace", "PNG"], ["-depth", "16"], ["-alpha", "off", "-type", "Grayscale"],
                       ["-alpha", "off", "-colors", "7"], ["-alpha", "off", "-depth", "16", "-interlace", "PNG"]]
            commands.append([convert, source, *options[index % 5], f"{stem}-magick.png"])
            commands.append([convert, source, "-alpha", "off", "-colors", "200", "-compress", "RLE",
                             f"BMP:{stem}-magick-rle.bmp"])
            commands.append([convert, source, f"BMP{[2, 3, 4][index % 3]}:{stem}-magick.bmp"])
            commands.append([convert, source, "-interlace", ["none", "GIF"][index % 2], f"{stem}-magick.gif"])
        if shutil.which("pngcrush"):
            commands.append(["pngcrush", "-q", "-brute" if index % 4 == 0 else "-reduce", source, f"{stem}-crush.png"])
        if shutil.which("optipng"):
            commands.append(["optipng", "-quiet", "-i1", "-o1", "-out", f"{stem}-opti.png", source])
    if shutil.which("gifsicle"):
        for index, source in enumerate(sorted(folder.glob("*-transparent.gif"))):
            option = ["-O3", "--interlace", "--colors=3"][index % 3]
            commands.append(["gifsicle", option, source, "-o", folder / f"{source.stem}-gifsicle.gif"])
    for command in commands:
        subprocess.run(command, check=False, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(53)
    with_pillow(folder, rng)
    with_programs(folder)
    png_files.write(folder, rng)
    bmp_files.write(folder, rng)
    counts = {kind: len(list(folder.glob("*" + kind))) for kind in (".png", ".gif", ".bmp")}
    print(", ".join(f"{count} {kind[1:].upper()} files" for kind, count in counts.items()))


if __name__ == "__main__":
    main()
