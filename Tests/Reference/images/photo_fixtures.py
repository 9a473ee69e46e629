"""Writes the JPEG and WebP files among the committed pictures, for `fixtures.py`.

    apt-get install libjpeg-turbo-progs webp
    pip install pillow==13.0.0 numpy
"""

import numpy as np
from PIL import Image

import jpeg_files
import webp_files
from jpeg_files import smooth

JPEG = {
    "444": "-sample 1x1", "422": "-sample 2x1", "440": "-sample 1x2", "420": "-sample 2x2", "411": "-sample 4x1",
    "thirds": "-sample 3x1", "progressive": "-progressive", "progressive-444": "-progressive -sample 1x1",
    "restarts": "-restart 1B", "grey": "-grayscale", "grey-progressive": "-grayscale -progressive", "rgb": "-rgb",
}
WEBP = {
    "lossy": "-q 60", "lossy-simple": "-q 20 -f 80 -nostrong", "lossy-sharp": "-q 10 -f 70 -sharpness 4 -segments 4",
    "lossless": "-lossless", "lossless-slow": "-lossless -z 9",
}


def write(folder):
    """Writes the files."""
    for index, (name, options) in enumerate(JPEG.items()):
        jpeg_files.compress(folder, f"jpeg-{name}", smooth(27, 21, index), "-quality", "60", "-optimize",
                            *options.split())
    (folder / "scans.txt").write_text("0 2;\n1;\n")
    jpeg_files.compress(folder, "jpeg-scans", smooth(27, 21, 20), "-optimize", "-scans", str(folder / "scans.txt"))
    (folder / "scans.txt").unlink()
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.fromarray(smooth(27, 21, 21)).save(folder / "jpeg-orientation.jpg", exif=exif, optimize=True, quality=60)
    inks = np.dstack([smooth(27, 21, 22), smooth(27, 21, 23)[..., :1]])
    Image.fromarray(inks, "CMYK").save(folder / "jpeg-cmyk.jpg", optimize=True, quality=60)

    for index, (name, options) in enumerate(WEBP.items()):
        webp_files.compress(folder, f"webp-{name}", smooth(37, 29, 30 + index), *options.split())
    alpha = webp_files.with_alpha(smooth(19, 17, 40), 1)
    webp_files.compress(folder, "webp-alpha", alpha, "-q", "50", "-alpha_filter", "best")
    webp_files.compress(folder, "webp-alpha-raw", alpha[6:, 2:], "-q", "50", "-alpha_method", "0")
    webp_files.compress(folder, "webp-alpha-lossless", alpha, "-lossless", "-exact")
    palette = np.array([[0, 0, 0], [255, 0, 0], [0, 200, 90]], np.uint8)
    stripes = np.add.outer(np.arange(23) // 2, np.arange(31) // 3) % 3
    webp_files.compress(folder, "webp-palette", palette[stripes], "-lossless")
    frames = [Image.fromarray(webp_files.with_alpha(smooth(20, 12, 50 + index), index)) for index in range(2)]
    frames[0].save(folder / "webp-animation.webp", save_all=True, append_images=frames[1:], quality=40)
    Image.fromarray(smooth(27, 21, 60)).save(folder / "webp-orientation.webp", exif=exif, quality=40)
