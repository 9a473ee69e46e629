"""Generates Tests/Fixtures/tokenizers: small vocabularies with the token ids of random texts from the reference tokenizers,
and the pieces of such texts for each pre-tokenizer.

    pip install -r Tests/Reference/requirements.txt
    python3 Tests/Reference/tokenizers_fixtures.py STORIES.txt        # an English text of some 200 KB
    python3 Tests/Reference/tokenizers_fixtures.py STORIES.txt --nfkc unigram-nfkc.gguf

The committed fixtures use Andrew Lang's "The Blue Fairy Book" from Project Gutenberg (503-0.txt). The trainers of the
package `tokenizers` are not deterministic, so existing vocabularies from them are kept: characters.gguf and words.gguf.
Remove them to train new ones.

With `--nfkc`, writes only a unigram vocabulary with SentencePiece's largest character map, for tokenizers_fuzz.py.
"""

import io
import json
import random
import sys
import tempfile
from pathlib import Path

import gguf
import sentencepiece
from sentencepiece import sentencepiece_model_pb2 as sp_model
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, trainers
from tokenizers.implementations import BertWordPieceTokenizer

from fixture_paths import fixtures
from tokenizers_fuzz import REFERENCES, is_outdated, metadata, split_ends
from tokenizers_patterns import PATTERNS
from tokenizers_texts import LANGUAGES, texts

FOLDER = fixtures("tokenizers")
NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = 1, 2, 3, 4, 5, 6
# A small character map: what SentencePiece's own rules do, for a few characters of each kind.
RULES = {"\u00a0": " ", "\u3000": " ", "\t": " ", "\n": " ", "\r": " ", "\u00ad": "", "\u200b": "", "\x01": "", "\ufeff": ""}
RULES |= {"ﬁ": "fi", "ﬀ": "ff", "½": "1/2", "Ⅷ": "VIII", "²": "2", "…": "...", "㌀": "アパート", "﷽": " a  b ", "e\u0301": "é"}
RULES |= {chr(0xFF01 + offset): chr(0x21 + offset) for offset in range(94)}


def write(path, model, tokens, kinds, **keys):
    """Writes a file that contains only a vocabulary."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_tokenizer_model(model)
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    for key, value in keys.items():
        key = "tokenizer.ggml." + key.replace("__", ".")
        if isinstance(value, bool):
            writer.add_bool(key, value)
        elif isinstance(value, int):
            writer.add_uint32(key, value)
        else:
            writer.add_array(key, value)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()


def unigram(path, lines, size, rules):
    """Writes a unigram vocabulary with user-defined normalization rules or a rule set of SentencePiece."""
    model = io.BytesIO()
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as table:
        options = {"normalization_rule_name": rules} if isinstance(rules, str) else {}
        if not isinstance(rules, str):
            for source, target in sorted(rules.items()):
                code = lambda text: " ".join(f"{ord(each):X}" for each in text)
                table.write(f"{code(source)}\t{code(target)}\n")
            table.flush()
            options = {"normalization_rule_tsv": table.name}
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines), model_writer=model, vocab_size=size, model_type="unigram",
            character_coverage=0.9995, pad_id=0, eos_id=1, unk_id=2, bos_id=-1, num_threads=1, minloglevel=2,
            **options,
        )
    proto = sp_model.ModelProto.FromString(model.getvalue())
    write(
        path, "t5", [piece.piece for piece in proto.pieces], [piece.type for piece in proto.pieces],
        scores=[piece.score for piece in proto.pieces], add_space_prefix=True, remove_extra_whitespaces=True,
        precompiled_charsmap=list(proto.normalizer_spec.precompiled_charsmap),
    )


def character_pairs(path, lines, size):
    """Writes a character-level BPE vocabulary, as in Gemma 4."""
    special = ["<pad>", "<eos>", "<bos>", "<unk>"]
    bytes_ = [f"<0x{byte:02X}>" for byte in range(256)]
    tokenizer = Tokenizer(models.BPE(byte_fallback=True))
    tokenizer.normalizer = normalizers.Replace(" ", "▁")
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(r"[^\n]+|[\n]+"), "isolated")
    trainer = trainers.BpeTrainer(
        vocab_size=size, special_tokens=special + bytes_, show_progress=False, limit_alphabet=150, max_token_length=12
    )
    tokenizer.train_from_iterator(lines, trainer)
    model = json.loads(tokenizer.to_str())["model"]
    tokens = sorted(model["vocab"], key=model["vocab"].get)
    kinds = [CONTROL] * 4 + [BYTE] * 256 + [NORMAL] * (len(tokens) - 260)
    kinds[3] = UNKNOWN
    write(
        path, "gemma4", tokens, kinds, merges=[" ".join(pair) for pair in model["merges"]], bos_token_id=2,
        eos_token_id=1, unknown_token_id=3, padding_token_id=0,
    )


def word_piece(path, lines, size):
    """Writes a WordPiece vocabulary, as in BERT."""
    tokenizer = BertWordPieceTokenizer(lowercase=True)
    tokenizer.train_from_iterator(lines, vocab_size=size, limit_alphabet=200, show_progress=False)
    vocabulary = tokenizer.get_vocab()
    tokens = sorted(vocabulary, key=vocabulary.get)
    special = [f"[{name}]" for name in ("PAD", "UNK", "CLS", "SEP", "MASK")]
    ids = {name: vocabulary[token] for name, token in zip(("padding", "unknown", "bos", "seperator", "mask"), special)}
    kinds = [CONTROL if token in special else NORMAL for token in tokens]
    stored = [token if token in special else token[2:] if token.startswith("##") else "▁" + token for token in tokens]
    write(path, "bert", stored, kinds, **{f"{name}_token_id": id for name, id in ids.items()})


def main():
    """Writes all fixtures."""
    # Removes the header and footer of Project Gutenberg.
    stories = Path(sys.argv[1]).read_text()[20_000:220_000].splitlines(keepends=True)
    generator = random.Random(3)
    lines = stories + [generator.choice(LANGUAGES) for _ in range(600)]
    if "--nfkc" in sys.argv:
        return unigram(sys.argv[sys.argv.index("--nfkc") + 1], lines, 3000, "nmt_nfkc")
    unigram(FOLDER / "unigram.gguf", lines, 1500, RULES)
    paragraphs = ["".join(lines[start : start + 20]) for start in range(0, len(lines), 20)]
    if not (FOLDER / "characters.gguf").exists():
        character_pairs(FOLDER / "characters.gguf", paragraphs, 1500)
    if not (FOLDER / "words.gguf").exists():
        word_piece(FOLDER / "words.gguf", lines, 1500)
    samples = texts(150, seed=7)
    ids = {}
    for name in ("unigram", "characters", "words"):
        keys = metadata(FOLDER / f"{name}.gguf")
        reference = REFERENCES[keys["model"]](keys)
        ids[name] = [
            None if name == "words" and any(is_outdated(each) for each in sample) else reference(sample)
            for sample in samples
        ]
    splits = [
        {"names": names, "ends": [split_ends(expressions, sample) for sample in samples[:80]]}
        for expressions, names in PATTERNS
    ]
    for name, value in (("ids", {"texts": samples, "ids": ids}), ("splits", {"texts": samples[:80], "rules": splits})):
        (FOLDER / f"{name}.json").write_text(json.dumps(value, separators=(",", ":")) + "\n")


main()
