"""Makes JPEG files with cjpeg (libjpeg-turbo), Pillow and ImageMagick: codings, samplings, scans, restarts, colours.

    apt-get install libjpeg-turbo-progs imagemagick
    pip install pillow numpy
    python3 Tests/Reference/images/jpeg_files.py FOLDER
"""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
from PIL import Image

SIZES = [(1, 1), (2, 1), (1, 2), (3, 3), (4, 5), (5, 2), (7, 9), (8, 8), (9, 7), (15, 17), (16, 16), (17, 15), (31, 33),
         (33, 31), (64, 48), (65, 49), (100, 37), (127, 129), (250, 3), (3, 250), (203, 151)]
# Factors that libjpeg upsamples smoothly or by repetition, of all components or of each.
SAMPLINGS = ["1x1", "2x1", "1x2", "2x2", "4x1", "4x2", "1x4", "2x4", "3x1", "3x2", "1x3", "2x2,1x2,1x2",
             "2x2,2x1,1x2", "2x1,1x1,2x1", "1x1,2x2,1x1", "4x1,2x1,1x1", "2x2,1x1,2x2"]
OPTIONS = [["-grayscale"], ["-grayscale", "-progressive"], ["-restart", "1"], ["-restart", "5B"], ["-rgb"],
           ["-rgb", "-progressive"], ["-quality", "1"], ["-quality", "3", "-baseline"],
           ["-quality", "100", "-sample", "1x1"], ["-quality", "100", "-progressive"], ["-dct", "fast"],
           ["-restart", "1B", "-sample", "2x2"], ["-grayscale", "-restart", "2B", "-sample", "2x2"]]
SCANS = [
    "0;\n1;\n2;\n",
    "0 2;\n1;\n",
    "0 1 2: 0-0, 0, 1;\n0: 1-63, 0, 2;\n1: 1-63, 0, 2;\n2: 1-63, 0, 2;\n0: 1-63, 2, 1;\n1: 1-63, 2, 1;\n"
    "2: 1-63, 2, 1;\n0 1 2: 0-0, 1, 0;\n0: 1-63, 1, 0;\n1: 1-63, 1, 0;\n2: 1-63, 1, 0;\n",
    "0: 0-0, 0, 3;\n1 2: 0-0, 0, 3;\n0 1 2: 0-0, 3, 2;\n0 1: 0-0, 2, 1;\n2: 0-0, 2, 1;\n0 1 2: 0-0, 1, 0;\n"
    "0: 1-1, 0, 0;\n0: 2-5, 0, 4;\n0: 2-5, 4, 3;\n0: 2-5, 3, 2;\n0: 2-5, 2, 1;\n0: 2-5, 1, 0;\n0: 6-63, 0, 0;\n"
    "1: 1-63, 0, 1;\n2: 1-63, 0, 0;\n1: 1-63, 1, 0;\n",
]


def smooth(width, height, seed):
    """Returns waves, some rectangles and a little noise."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0:height, 0:width].astype(float)
    image = np.full((height, width, 3), 128.0)
    for channel in range(3):
        for _ in range(6):
            fx, fy, phase = rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2), rng.uniform(0, 6)
            image[..., channel] += rng.uniform(10, 50) * np.sin(fx * x + fy * y + phase)
    for _ in range(4):
        left, top = rng.integers(0, width), rng.integers(0, height)
        bottom, right = top + rng.integers(1, height + 1), left + rng.integers(1, width + 1)
        image[top:bottom, left:right] += rng.uniform(-90, 90, 3)
    return np.clip(image + rng.normal(0, 3, image.shape), 0, 255).astype(np.uint8)


def noise(width, height, seed):
    """Returns random samples."""
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


def compress(folder, name, image, *options):
    """Writes a file with cjpeg."""
    data = b"P6\n%d %d\n255\n" % (image.shape[1], image.shape[0]) + image.tobytes()
    result = subprocess.run(["cjpeg", *options], input=data, capture_output=True, check=True)
    (folder / f"{name}.jpg").write_bytes(result.stdout)


def write(folder):
    """Writes all files."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(7)
    count = 0
    for width, height in SIZES:
        for sampling in SAMPLINGS[:4]:
            count += 1
            image = (noise if count % 4 == 0 else smooth)(width, height, count)
            quality = ["-quality", str([10, 50, 75, 90, 100][count % 5]), "-sample", sampling]
            compress(folder, f"baseline-{width}x{height}-{sampling}", image, *quality)
            compress(folder, f"progressive-{width}x{height}-{sampling}", image, *quality, "-progressive")
    for index, sampling in enumerate(SAMPLINGS):
        width, height = map(int, rng.integers(20, 130, 2))
        name, image = sampling.replace(",", "-"), smooth(width, height, 300 + index)
        compress(folder, f"sampling-{name}", image, "-sample", sampling, "-optimize")
        compress(folder, f"sampling-progressive-{name}", image, "-sample", sampling, "-progressive", "-restart", "3B")
    for index, options in enumerate(OPTIONS):
        for make in (noise, smooth):
            width, height = map(int, rng.integers(50, 300, 2))
            compress(folder, f"option-{index}-{make.__name__}", make(width, height, 400 + index), *options)
    for index, script in enumerate(SCANS):
        (folder / "scans.txt").write_text(script)
        for sampling in ("1x1", "2x2", "2x1"):
            for make in (noise, smooth):
                width, height = map(int, rng.integers(50, 200, 2))
                compress(folder, f"scans-{index}-{sampling}-{make.__name__}", make(width, height, 500 + index),
                         "-scans", str(folder / "scans.txt"), "-sample", sampling)
    (folder / "scans.txt").unlink()
    for index in range(8):
        width, height = map(int, rng.integers(20, 150, 2))
        exif = Image.Exif()
        exif[0x0112] = index + 1
        Image.fromarray(smooth(width, height, 600 + index)).save(folder / f"orientation-{index + 1}.jpg", exif=exif)
        inks = np.dstack([smooth(width, height, 700 + index), smooth(width, height, 800 + index)[..., :1]])
        Image.fromarray(inks, "CMYK").save(folder / f"cmyk-{index}.jpg", quality=60 + 5 * index,
                                           progressive=index % 2 == 1)
    for index in range(4):
        path = folder / "source.ppm"
        Image.fromarray(smooth(90 + index, 70 + index, 900 + index)).save(path)
        for options in (["-colorspace", "CMYK"], ["-colorspace", "Gray"],
                        ["-colorspace", "CMYK", "-interlace", "Plane"], ["-sampling-factor", "4:1:1"],
                        ["-sampling-factor", "4:1:0"], ["-sampling-factor", "4:4:0"],
                        ["-interlace", "JPEG", "-sampling-factor", "4:2:2"]):
            name = "".join(options).replace(":", "")
            subprocess.run([shutil.which("convert-im6") or "magick", path, *options, "-quality", str(50 + 12 * index),
                            folder / f"magick-{index}{name}.jpg"], check=True)
        path.unlink()


if __name__ == "__main__":
    write(Path(sys.argv[1]))
    print(len(list(Path(sys.argv[1]).glob("*.jpg"))), "JPEG files")
