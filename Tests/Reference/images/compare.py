"""Compares decoded pictures with Pillow's, and decoding speeds.

    pip install pillow numpy
    swift build -c release --package-path Benchmarks --product images
    python3 Tests/Reference/images/compare.py pixels PROGRAM FILE…
    python3 Tests/Reference/images/compare.py resize PROGRAM FILE…
    python3 Tests/Reference/images/compare.py speed PROGRAM FILE…

`pixels` prints the files whose pixels differ, or that only one of the two decodes; `resize` resizes each file with every
method to a few sizes. PngSuite (https://www.schaik.com/pngsuite/) is in folder `spec/png_suite` of the sources of the
library chunky_png. All pixels are compared as RGBA, except for PNG pictures of two kinds: grey with 16 bits, which
Pillow clips to 255 and Swiftlet shortens to the high byte, and one transparent colour in other depths than 8, which
Pillow compares with the wrong samples; these are computed from the samples here.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

METHODS = {"nearest": 0, "box": 4, "bilinear": 2, "hamming": 5, "bicubic": 3, "lanczos": 1}


def png_facts(path):
    """Returns the depth and colour type of a PNG file, and its chunk tRNS or None."""
    data = path.read_bytes()
    position, key = data.find(b"tRNS"), None
    if position > 0:
        key = data[position + 4 : position + 4 + int.from_bytes(data[position - 4 : position], "big")]
    return data[24], data[25], key


def reference(path):
    """Returns the pixels that Swiftlet should decode."""
    image = Image.open(path)
    if image.format == "PNG":
        depth, colour, key = png_facts(path)
        image.load()
        if depth == 16 and colour == 0:
            samples = np.asarray(image).astype(np.uint16)
            alpha = np.where(samples == int.from_bytes(key[:2], "big"), 0, 255) if key else np.full(samples.shape, 255)
            grey = samples >> 8
            return np.stack([grey, grey, grey, alpha], -1).astype(np.uint8)
        if key and colour == 0 and depth < 8:
            grey = np.asarray(image.convert("L"))
            target = int.from_bytes(key[:2], "big") * 255 // ((1 << depth) - 1)
            return np.stack([grey, grey, grey, np.where(grey == target, 0, 255)], -1).astype(np.uint8)
        if key and colour == 2 and depth == 16:
            return None
    return np.asarray(ImageOps.exif_transpose(image).convert("RGBA"))


def read(path):
    """Returns the pixels of a file of the program as RGBA."""
    data = path.read_bytes()
    line, _, body = data.partition(b"\n")
    width, height, channels = map(int, line.split())
    array = np.frombuffer(body, np.uint8).reshape(height, width, channels)
    return array if channels == 4 else np.dstack([array, np.full((height, width), 255, np.uint8)])


def decode(program, paths, folder, *options):
    """Runs the program for some files at a time."""
    for start in range(0, len(paths), 200):
        subprocess.run([program, "--pixels", folder, *options, *paths[start : start + 200]], check=True)


def compare(program, paths):
    equal, different, skipped = 0, [], 0
    with tempfile.TemporaryDirectory() as folder:
        decode(program, paths, folder)
        for path in paths:
            try:
                expected, problem = reference(path), ""
            except Exception as error:  # noqa: BLE001: any refusal of Pillow is compared with one of ours
                expected, problem = None, f"{type(error).__name__}: {error}"
            ours = Path(folder) / (path.name + ".pixels")
            failure = Path(folder) / (path.name + ".error")
            if expected is None and not problem:
                skipped += 1
            elif failure.exists():
                text = failure.read_text().strip()
                if problem:
                    equal += 1
                    print(f"{path.name}: both refuse: {text} | {problem}")
                else:
                    different.append(f"{path.name}: only Swiftlet refuses: {text}")
            elif problem:
                skipped += 1
                print(f"{path.name}: only Pillow refuses: {problem}")
            else:
                pixels = read(ours)
                if pixels.shape == expected.shape and (pixels == expected).all():
                    equal += 1
                elif pixels.shape != expected.shape:
                    different.append(f"{path.name}: {pixels.shape} instead of {expected.shape}")
                else:
                    count = (pixels != expected).any(-1).sum()
                    most = np.abs(pixels.astype(int) - expected).max()
                    different.append(f"{path.name}: {count} of {pixels[..., 0].size} pixels differ, by up to {most}")
    print(*different, f"{equal} equal, {len(different)} different, {skipped} left out", sep="\n")
    return not different


def compare_resized(program, paths):
    equal, different = 0, 0
    for method, number in METHODS.items():
        for width, height in [(1, 1), (17, 40), (200, 9), (64, 64), (301, 257)]:
            with tempfile.TemporaryDirectory() as folder:
                decode(program, paths, folder, "--resize", f"{method},{width},{height}")
                for path in paths:
                    image = ImageOps.exif_transpose(Image.open(path))
                    image = image.convert("RGBA" if image.has_transparency_data else "RGB")
                    expected = np.asarray(image.resize((width, height), number).convert("RGBA"))
                    pixels = read(Path(folder) / (path.name + ".pixels"))
                    if (pixels == expected).all():
                        equal += 1
                    else:
                        different += 1
                        wrong = np.abs(pixels.astype(int) - expected)
                        print(f"{path.name} {method} {width}x{height}: {(wrong > 0).sum()} samples, up to {wrong.max()}")
    print(f"{equal} equal, {different} different")
    return different == 0


def compare_speeds(program, paths):
    """Prints megapixels per second of processor time, best of some runs in turns."""
    for path in paths:
        pixels = np.prod(Image.open(path).size)
        best = float("inf")
        began = time.process_time()
        while time.process_time() - began < 1:
            start = time.process_time()
            image = Image.open(path)
            image.load()
            if image.mode not in ("RGB", "RGBA"):
                image.convert("RGB")
            best = min(best, time.process_time() - start)
        line = subprocess.run([program, path], check=True, stdout=subprocess.PIPE, text=True).stdout.split("\t")
        ours, theirs = float(line[2].split()[0]), pixels / best / 1e6
        print(f"{path.name}: {ours:.1f} Mpx/s, Pillow {theirs:.1f} Mpx/s, ratio {ours / theirs:.2f}")
    return True


if __name__ == "__main__":
    tasks = {"pixels": compare, "resize": compare_resized, "speed": compare_speeds}
    sys.exit(0 if tasks[sys.argv[1]](sys.argv[2], [Path(name) for name in sys.argv[3:]]) else 1)
