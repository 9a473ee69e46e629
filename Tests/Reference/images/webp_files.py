"""Makes WebP files with cwebp (libwebp) and Pillow: lossy and lossless, alpha, palettes, filters, animations.

    apt-get install webp
    pip install pillow numpy
    python3 Tests/Reference/images/webp_files.py FOLDER
"""

import subprocess
import sys
from pathlib import Path

import numpy as np
from PIL import Image

from jpeg_files import noise, smooth

SIZES = [(1, 1), (2, 2), (3, 1), (1, 5), (7, 5), (16, 16), (17, 17), (15, 33), (64, 40), (100, 75), (129, 65),
         (200, 133)]
OPTIONS = [
    "-segments 1", "-segments 4 -sns 100", "-f 0", "-f 100 -sharpness 7", "-f 60 -sharpness 3", "-f 60 -nostrong",
    "-f 90 -nostrong -sharpness 5", "-partition_limit 100", "-m 0", "-m 6 -pass 5", "-preset text", "-preset photo",
    "-preset icon", "-preset drawing", "-q 0", "-q 1 -f 80", "-jpeg_like", "-near_lossless 40", "-near_lossless 0",
    "-size 3000", "-sharp_yuv", "-m 1", "-m 2", "-low_memory", "-af", "-lossless -m 0 -q 0", "-lossless -m 6 -q 100",
    "-lossless -m 4 -q 20", "-hint graph -lossless",
]


def with_alpha(image, seed):
    """Adds waves of alpha, or only 0 and 255."""
    y, x = np.mgrid[0 : image.shape[0], 0 : image.shape[1]]
    alpha = np.clip(128 + 127 * np.sin(x / 9 + seed) + 60 * np.cos(y / 7), 0, 255).astype(np.uint8)
    return np.dstack([image, (alpha > 128).astype(np.uint8) * 255 if seed % 3 == 0 else alpha])


def compress(folder, name, image, *options):
    """Writes a file with cwebp."""
    path = folder / "source.png"
    Image.fromarray(image).save(path)
    subprocess.run(["cwebp", "-quiet", *options, path, "-o", folder / f"{name}.webp"], check=True)
    path.unlink()


def write(folder):
    """Writes all files."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for width, height in SIZES:
        for make in (smooth, noise):
            image, name = make(width, height, count), f"{make.__name__}-{width}x{height}"
            alpha = with_alpha(image, count)
            count += 1
            compress(folder, f"lossy-{name}", image, "-q", str([5, 30, 60, 80, 100][count % 5]))
            compress(folder, f"lossless-{name}", image, "-lossless", "-z", str(count % 10))
            compress(folder, f"lossy-alpha-{name}", alpha, "-q", "75", "-alpha_q", str([100, 50, 0][count % 3]),
                     "-alpha_filter", ["none", "fast", "best"][count % 3], "-alpha_method", str(count % 2))
            compress(folder, f"lossless-alpha-{name}", alpha, "-lossless", "-exact")
    for index, options in enumerate(OPTIONS):
        compress(folder, f"option-{index}", smooth(150 + index * 3, 90 + index, 500 + index), *options.split())
    for colours in (1, 2, 3, 4, 5, 15, 16, 17, 100, 256):
        palette = noise(colours, 1, colours)[0]
        y, x = np.mgrid[0:47, 0:61]
        image = palette[(x // 5 + y // 3 * 7 + x * y // 50) % colours]
        compress(folder, f"palette-{colours}", image, "-lossless")
        compress(folder, f"palette-{colours}-slow", image, "-lossless", "-z", "9")
    for index in range(8):
        exif = Image.Exif()
        exif[0x0112] = index + 1
        image = Image.fromarray(smooth(60 + index, 50, 700 + index))
        image.save(folder / f"orientation-{index + 1}.webp", exif=exif, quality=80)
        image.save(folder / f"orientation-lossless-{index + 1}.webp", exif=exif, lossless=True)
    for index in range(6):
        frames = [smooth(64, 48, 800 + index * 3 + frame) for frame in range(3)]
        if index % 2:
            frames = [with_alpha(frame, index + number) for number, frame in enumerate(frames)]
        frames = [Image.fromarray(frame) for frame in frames]
        frames[0].save(folder / f"animation-{index}.webp", save_all=True, append_images=frames[1:], duration=100,
                       lossless=index > 2, quality=70)
    for index in range(4):
        image = smooth(500, 400, 900 + index)
        compress(folder, f"large-{index}", image, "-q", str(20 + 25 * index))
        compress(folder, f"large-lossless-{index}", image, "-lossless")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
    print(len(list(Path(sys.argv[1]).glob("*.webp"))), "WebP files")
