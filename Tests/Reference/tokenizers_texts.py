"""Generates random texts that are difficult to tokenize.

    python3 Tests/Reference/tokenizers_texts.py 10000000 > mixed.txt    # bytes of source code and of many scripts
"""

import random
import sys
import unicodedata
from pathlib import Path

FRAGMENTS = (
    [" ", "  ", "   ", "\n", "\n\n", "\r\n", "\r", "\t", "\v", "\f", "\x85", "\xa0", "\u3000", "\u2028", "\u2029", "\ufeff"]
    + ["'s", "'LL", "'Re", "'", "’", "'\u017f", "it's", "WE'VE", "the", "Hello", "WORLD", "camelCase", "HTTPServer", "naïve"]
    + ["Straße", "нещо", "Ελλάδα", "漢字", "中文。", "かな", "カタカナ", "한국어", "ㄅㄆ", "हिन्दी", "ไทย", "ລາວ", "ខ្មែរ", "မြန်မာ", "עברית", "العربية", "বাংলা"]
    + ["🦙", "👩‍👩‍👧", "🏳️‍🌈", "👍🏽", "e\u0301", "a\u0308\u0323", "\u0301", "\u200d", "\u200b", "\u200f", "\u202e", "\0", "\x01", "\x1b[0m", "\x7f"]
    + ["1", "42", "123", "1234567", "3.14159", "1,000", "½", "٣", "४५६", "Ⅷ", "〇", "〡", "²", "1234abc", "2024-01-01"]
    + [".", "...", "!?", "--", "/", "//", "\\", "<|", "|>", "</s>", "`", "```", "$", "€", "_", "__init__", "#", "@", "&&", "(", "]", "{", "}", "~", "|"]
    + ["<sentinel:12>", "IMGIMGABZ", "IMGIMGABCDEZ", "▁", "\ufffd", "\U0010ffff", "\ue000", "⺀", "々", "﷽", "ﬁ", "Ａ", "İ", "ǅ", "Σ", "ß"]
)
# Characters with the same properties in all relevant Unicode versions.
ASSIGNED = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) not in ("Cn", "Cs", "Co")]
BY_CATEGORY = {}
for character in ASSIGNED:
    BY_CATEGORY.setdefault(unicodedata.category(character), []).append(character)
LANGUAGES = [
    "The quick brown fox jumps over the lazy dog. ", "Der schnelle Fuchs läuft über 12 Brücken. ", "Η γρήγορη αλεπού. ",
    "Быстрая лиса прыгает. ", "快速的狐狸跳过懒狗。", "素早い狐が犬を飛び越える。", "빠른 여우가 개를 뛰어넘는다. ",
    "الثعلب السريع يقفز. ", "השועל המהיר קופץ. ", "तेज़ लोमड़ी कूदती है। ", "สุนัขจิ้งจอกกระโดด ", "def f(x):\n    return x + 1  # ok\n",
    "for (int i = 0; i < n; ++i) { sum += a[i]; }\n", "\tif err != nil {\n\t\treturn err\n\t}\n", '{"key": [1, 2.5e10, null]}\n',
]


def text(generator):
    """Returns a text of a random kind."""
    kind = generator.randrange(8)
    count = generator.randrange(1, 24)
    if kind <= 2:
        return "".join(generator.choice(FRAGMENTS) for _ in range(count))
    if kind == 3:
        return "".join(generator.choice(BY_CATEGORY[generator.choice(list(BY_CATEGORY))]) for _ in range(count))
    if kind == 4:
        return "".join(generator.choice(LANGUAGES) for _ in range(generator.randrange(1, 4)))
    if kind == 5:
        return generator.choice(FRAGMENTS) * generator.choice([1, 2, 3, 7, 40, 130]) + generator.choice(FRAGMENTS)
    if kind == 6:
        return "".join(chr(generator.randrange(0x20, 0x7F)) for _ in range(count * 3))
    parts = list(generator.choice(LANGUAGES))
    for _ in range(generator.randrange(1, 6)):
        parts.insert(generator.randrange(len(parts) + 1), generator.choice(FRAGMENTS))
    return "".join(parts)


def texts(count, seed=1):
    """Returns texts that depend on the seed only."""
    generator = random.Random(seed)
    return [text(generator) for _ in range(count)]


def mixed(size, seed=1):
    """Returns a text of a number of bytes: excerpts of this repository's sources, and sentences in many languages."""
    generator = random.Random(seed)
    sources = [path.read_text() for path in sorted(Path(__file__).resolve().parents[2].glob("Sources/**/*.swift"))]
    parts = []
    while size > 0:
        lines = generator.choice(sources).splitlines(keepends=True)
        first = generator.randrange(len(lines) or 1)
        parts.append("".join(lines[first : first + 20]))
        for _ in range(6):
            words = generator.choice(LANGUAGES).split(" ")
            generator.shuffle(words)
            parts.append(" ".join(words) + generator.choice([" ", "\n", "\n\n", "42 ", "🦙 "]))
        size -= sum(len(part.encode()) for part in parts[-7:])
    return "".join(parts)


if __name__ == "__main__":
    sys.stdout.write(mixed(int(sys.argv[1])))
