"""The regular expressions of the pre-tokenizers in `tokenizer.ggml.pre`, in the syntax of `tokenizers`.

They are those of the vocabularies' own `tokenizer.json`. The expressions of a list are applied in sequence, each to the
pieces of the previous one; unmatched text remains a piece.
"""

CI = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
W = r"\s*[\r\n]+|\s+(?!\S)|\s+"
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
DEFAULT = r"[\p{P}\$\+<=>\^~\|]+"
U = r"\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}"
V = r"\p{Ll}\p{Lm}\p{Lo}\p{M}"
PUNCTUATED = (
    r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+"
)
ASIA = "[一-鿿㐀-䶿\uf900-\ufaff぀-ゟ゠-ヿ･-ﾟ⼀-⿟เ-๿\u0e80-\u0eff\u1780-\u17ff\u1000-\u109f\uaa60-\uaa7f\ua9e0-\ua9ff\uac00-\ud7af\u1100-\u11ff]+"
BLOOM = " ?[^(\\s|.,!?…。，、।۔،)]+"
LISTED = (
    "\\s?[A-Za-zµÀ-ÖØ-öø-ƺƼ-ƿǄ-ʓʕ-ʯͰ-ͳͶͷͻ-ͽͿΆΈ-ΊΌΎ-ΡΣ-ϵϷ-ҁҊ-ԯԱ-ՖႠ-ჅᎠ-Ᏽᏸ-ᏽᲐ-ᲺᲽ-Ჿᴀ-ᴫᵫ-ᵷᵹ-ᶚḀ-ἕἘ-Ἕἠ-ὅὈ-Ὅὐ-ὗὙὛὝ\u1f5f-\u1f7dᾀ-ᾴᾶ-ᾼ"
    "\u1fbeῂ-ῄῆ-ῌῐ-\u1fd3ῖ-\u1fdbῠ-Ῥῲ-ῴῶ-ῼℂℇℊ-ℓℕℙ-ℝℤ\u2126ℨ\u212a-ℭℯ-ℴℹℼ-ℿⅅ-ⅉⅎↃↄⰀ-ⱻⱾ-ⳤⳫ-ⳮⳲⳳꙀ-ꙭꚀ-ꚛꜢ-ꝯꝱ-ꞇꞋ-ꞎꭰ-ꮿﬀ-ﬆﬓ-ﬗＡ-Ｚａ-ｚ"
    "𐐀-𐑏𐒰-𐓓𐓘-𐓻𐲀-𐲲𐳀-𐳲𑢠-𑣟𞤀-𞥃]+"
)


def words(digits, marks="", contractions=CI + "|", letters=None, tail=r"[\r\n]*", excluded="", newlines=r"\s*[\r\n]+"):
    """Returns the expression of Llama 3 with variations."""
    letters = letters or rf"[\p{{L}}{marks}]+"
    return (
        rf"{contractions}[^\r\n\p{{L}}\p{{N}}]?{letters}|{digits}| ?[^\s\p{{L}}{marks}\p{{N}}{excluded}]+{tail}"
        rf"|{newlines}|\s+(?!\S)|\s+"
    )


def cased(digits, contractions=CI + "?", tail=r"[\r\n/]*", excluded="", first=""):
    """Returns the expression of GPT-4o with variations."""
    upper, lower = rf"[{U}{excluded}]", rf"[{V}{excluded}]"
    return (
        rf"{first}[^\r\n\p{{L}}\p{{N}}]?{upper}*{lower}+{contractions}"
        rf"|[^\r\n\p{{L}}\p{{N}}]?{upper}+{lower}*{contractions}|{digits}| ?[^\s\p{{L}}\p{{N}}]+{tail}|{W}"
    )


QWEN2 = words(r"\p{N}")
GPT4O = cased(r"\p{N}{1,3}")
POWERS = "|".join(rf"\s{{{count}}}(?!\S)" for count in (512, 256, 128, 64, 32, 16, 8, 4))

# The expressions by name.
PATTERNS = [
    ([DEFAULT, GPT2, r"\p{N}+", "[0-9][0-9][0-9]"], ["default"]),
    (
        [GPT2],
        "gpt-2 phi-2 mpt olmo jais exaone4 modern-bert roberta-bpe gigachat mellum trillion a.x-4.0 granite-docling "
        "jina-es jina-de jina-v1-en jina-v2-es jina-v2-de jina-v2-code".split(),
    ),
    (
        [r"\p{N}", GPT2],
        "smollm starcoder refact command-r codeshell exaone minerva minerva-7b mellum2".split(),
    ),
    ([r"[\p{P}\$\+<=>\^~\|`]+", GPT2, "[0-9][0-9][0-9]"], ["falcon"]),
    (
        [r"<sentinel:[0-9]+>", r"(IMGIMG)((A|B|C|D|E|F|G|H|I){1,4})Z", r"([\t\n]|    |  )", r"\p{N}"]
        + [r"[\p{P}!-/:-@\[-`{-~]", GPT2],
        ["chameleon"],
    ),
    (
        [words(r"\p{N}{1,3}")],
        "llama-bpe llama3 llama-v3 falcon3 falcon-h1 pixtral midm-2.0 lfm2 jina-v5-nano dbrx smaug-bpe glm4 "
        "chatglm-bpe".split(),
    ),
    (
        [
            words(r"\p{N}{1,3}").removesuffix(W)
            + rf"\s*[\r\n]+|{POWERS}|\s{{1,2}}(?!\S)|\s{{1}}"
        ],
        ["jais-2"],
    ),
    ([r"\p{N}{1,3}", words(r"\p{N}+")], ["minicpm5"]),
    (
        [QWEN2],
        "qwen2 deepseek-r1-qwen stablelm2 hunyuan megrez solar-open grok-2 kormo f2llmv2".split(),
    ),
    (
        [
            r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*"
            r"|\s*[\r\n]|\s+(?!\S)|\s+"
        ],
        ["bailingmoe", "bailingmoe2", "llada-moe"],
    ),
    ([words(r"\p{N}", marks=r"\p{M}")], ["qwen35"]),
    ([words(r"\p{N}", contractions="")], ["ufakzeka"]),
    ([words(r"\p{N}{1}", tail="", excluded=r"\r\n")], ["seed-coder"]),
    (
        [words(r"\p{N}", letters=r"(?:\p{L}\p{M}*(?: \p{L}\p{M}*)*)+", tail=r"[\r\n/]?", newlines=r"\s*[\r\n]")],
        ["exaone-moe"],
    ),
    ([r"[^\n]+|[\n]+", QWEN2], ["laguna"]),
    ([GPT4O], ["gpt-4o", "llama4", "kanana2", "minimax-m2", "talkie", "granite-embed-multi-97m"]),
    ([cased(r"\p{N}", contractions="")], ["tekken"]),
    ([r"\d{1,3}(?=(?:\d{3})*\b)", GPT4O], ["tiny_aya", "cohere2moe"]),
    ([cased(r"\p{N}{1,3}", tail=r"[\r\n]*", excluded=r"&&[^\p{Han}]", first=r"[\p{Han}]+|")], ["kimi-k2"]),
    (
        [
            "[가-힣ㄱ-ㆎ]+|[！…“”‘’—：；，、-〿︰-﹏]+|[ㄅ-ㄯ]+|[一-龥぀-ゟ゠-ヿ]+",
            cased(r"\p{N}"),
        ],
        ["youtu"],
    ),
    (
        [r"[\r\n]", LISTED, "\\s?[!-/:-~！-／：-～‘-‟\u3000-。]+", r"\s+$", "[一-龥ࠀ-一가-\ud7ff]+", r"\p{N}+"],
        ["deepseek-llm"],
    ),
    ([r"[\r\n]", r"\s?\p{L}+", r"\s?\p{P}+", "[一-龥ࠀ-一가-\ud7ff]+", r"\p{N}"], ["deepseek-coder"]),
    (
        [r"\p{N}{1,3}", "[一-龥぀-ゟ゠-ヿ]+", PUNCTUATED + r"[\r\n]*|" + W],
        ["deepseek-v3", "hunyuan-dense", "joyai", "joyai-llm", "hy_v4"],
    ),
    (
        [r"\p{N}{1,3}", "[一-龥぀-ゟ゠-ヿ]+", PUNCTUATED + r"|[\r\n]|\s+(?!\S)|\s+", r"\p{N}"],
        ["spark2_5"],
    ),
    ([r"\p{N}+", r"(?=(\p{N}{3})+(?!\p{N}))", ASIA, PUNCTUATED + r"[\r\n]*|" + W], ["afmoe"]),
    ([BLOOM], ["bloom", "poro", "poro-chat", "gpt3-finnish"]),
    ([BLOOM, r"\p{N}"], ["viking"]),
    ([r"\p{N}+", r"(?=(\d{3})+(?!\d))"], ["superbpe"]),
    ([r"[^\n]+|[\n]+"], ["gemma4", "granite-embed-multi-311m", "sarvam-moe"]),
]

BY_NAME = {name: expressions for expressions, names in PATTERNS for name in names}
