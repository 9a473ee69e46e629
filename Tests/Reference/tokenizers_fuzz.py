"""Compares Swiftlet's tokenizers with `tokenizers` and `sentencepiece` on random texts.

    pip install tokenizers sentencepiece protobuf gguf numpy
    swift build --package-path Tests/Reference/tokenizers
    python3 Tests/Reference/tokenizers_fuzz.py splits                       # each pre-tokenizer's expressions
    python3 Tests/Reference/tokenizers_fuzz.py ids ../shared/data/vocab/*.gguf   # whole vocabularies

The reference tokenizers are built from the vocabulary files. Prints a line per name or file with the number of differing
texts and the first of them. `--count N` and `--seed N` select the texts, `--check PROGRAM` the program that runs
Swiftlet's tokenizers.
"""

import argparse
import string
import subprocess
import sys
import unicodedata
from pathlib import Path

import gguf
import sentencepiece
from sentencepiece import sentencepiece_model_pb2 as sp_model
from tokenizers import AddedToken, Regex, Tokenizer, models, normalizers, pre_tokenizers

from tokenizers_patterns import BY_NAME
from tokenizers_texts import texts

HERE = Path(__file__).resolve().parent
NORMAL, UNKNOWN, CONTROL, USER_DEFINED, _, BYTE = 1, 2, 3, 4, 5, 6


def answers(program, arguments, lines):
    """Returns the result of Swiftlet for each text, a list of numbers."""
    text = "".join(line.encode().hex() + "\n" for line in lines)
    run = subprocess.run([program, *arguments], input=text.encode(), stdout=subprocess.PIPE, check=True)
    return [[int(word) for word in line.split()] for line in run.stdout.decode().split("\n")[: len(lines)]]


def splitter(expressions):
    """Creates the pre-tokenizer for a list of expressions."""
    return pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(each), "isolated") for each in expressions])


def split_ends(expressions, text):
    """Returns the end offsets of the pieces of a text, in bytes."""
    pieces = splitter(expressions).pre_tokenize_str(text)
    ends = []
    for piece, (_, end) in pieces:
        ends.append(len(text[:end].encode()))
    return ends


def metadata(path):
    """Returns the tokenizer metadata of a file."""
    fields = gguf.GGUFReader(path).fields
    prefix = "tokenizer.ggml."
    return {key.removeprefix(prefix): field.contents() for key, field in fields.items() if key.startswith(prefix)}


def byte_pair(keys):
    """Creates the BPE tokenizer of `tokenizers` for a vocabulary."""
    tokens, kinds = keys["tokens"], keys["token_type"]
    raw = keys["model"] == "gemma4"
    name = "gemma4" if raw else keys.get("pre", "default")
    special = [id for id, kind in enumerate(kinds) if kind in (CONTROL, UNKNOWN, USER_DEFINED)]
    vocabulary = {token: id for id, token in enumerate(tokens)}
    merges = []
    for merge in keys["merges"]:
        space = merge.index(" ", 1)
        merges.append((merge[:space], merge[space + 1 :]))
    merges = [pair for pair in merges if pair[0] in vocabulary and pair[1] in vocabulary and "".join(pair) in vocabulary]
    ignores = name in ("llama-bpe", "llama3", "tekken", "youtu")
    model = models.BPE(vocabulary, merges, ignore_merges=ignores, byte_fallback=raw, fuse_unk=False)
    tokenizer = Tokenizer(model)
    if raw:
        tokenizer.normalizer = normalizers.Replace(" ", "▁")
        tokenizer.pre_tokenizer = splitter(BY_NAME[name])
    else:
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [
                *(pre_tokenizers.Split(Regex(each), "isolated") for each in BY_NAME[name]),
                pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
            ]
        )
    found = [AddedToken(tokens[id], normalized=False) for id in special if kinds[id] == USER_DEFINED]
    tokenizer.add_tokens(found)
    return lambda text: tokenizer.encode(text, add_special_tokens=False).ids


def sentence_piece(keys):
    """Creates the `sentencepiece` model for a vocabulary, BPE or unigram."""
    proto = sp_model.ModelProto()
    is_unigram = keys["model"] == "t5"
    proto.trainer_spec.model_type = 1 if is_unigram else 2
    proto.trainer_spec.byte_fallback = BYTE in keys["token_type"]
    proto.normalizer_spec.add_dummy_prefix = bool(keys.get("add_space_prefix", not is_unigram))
    proto.normalizer_spec.remove_extra_whitespaces = bool(keys.get("remove_extra_whitespaces", False))
    proto.normalizer_spec.precompiled_charsmap = bytes(byte % 256 for byte in keys.get("precompiled_charsmap", []))
    unknown = keys.get("unknown_token_id", 2 if is_unigram else 0)
    for id, (token, score, kind) in enumerate(zip(keys["tokens"], keys["scores"], keys["token_type"])):
        # What is found in text before anything else is tested elsewhere; here it must not be found.
        if kind in (USER_DEFINED, UNKNOWN):
            kind = CONTROL
        proto.pieces.add(piece=token, score=score, type=UNKNOWN if id == unknown else kind)
    processor = sentencepiece.SentencePieceProcessor()
    processor.LoadFromSerializedProto(proto.SerializeToString())
    return lambda text: processor.EncodeAsIds(text)


def word_piece(keys):
    """Creates the WordPiece tokenizer of `tokenizers` for a vocabulary."""
    vocabulary = {}
    for id, (token, kind) in enumerate(zip(keys["tokens"], keys["token_type"])):
        if token.startswith("▁"):
            token = token[1:]
        elif kind == NORMAL and not (token.startswith("[") and token.endswith("]")):
            token = "##" + token
        vocabulary.setdefault(token, id)
    unknown = keys["tokens"][keys.get("unknown_token_id", 100)]
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token=unknown))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return lambda text: tokenizer.encode(text, add_special_tokens=False).ids


def is_outdated(character):
    """Returns true if `tokenizers` and Python's Unicode database classify a character differently."""
    category = unicodedata.category(character)
    if character == "\ufffd":
        return False
    normalized = normalizers.BertNormalizer(lowercase=True).normalize_str("a" + character)
    if (normalized == "a") != (category in ("Mn", "Cc", "Cf", "Co") and character not in "\t\n\r"):
        return True
    pieces = pre_tokenizers.BertPreTokenizer().pre_tokenize_str("a" + character)
    is_punctuation = category[0] == "P" or character in string.punctuation
    return not character.isspace() and (len(pieces) == 2) != is_punctuation


REFERENCES = {"gpt2": byte_pair, "gemma4": byte_pair, "llama": sentence_piece, "t5": sentence_piece, "bert": word_piece}


def report(name, lines, ours, theirs):
    """Prints the result of a comparison; returns true if there were no differences."""
    different = [line_number for line_number in range(len(lines)) if ours[line_number] != theirs[line_number]]
    print(f"{name:42} {len(lines):6} texts  {len(different):5} different", flush=True)
    for line_number in different[: options.show]:
        print(f"    {lines[line_number]!r}\n      Swiftlet  {ours[line_number]}\n      reference {theirs[line_number]}")
    return not different


parser = argparse.ArgumentParser()
parser.add_argument("what", choices=["splits", "ids"])
parser.add_argument("names", nargs="*")
parser.add_argument("--count", type=int, default=2000)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--show", type=int, default=3)
parser.add_argument("--check", default=str(HERE / "tokenizers/.build/debug/TokenizerCheck"))

if __name__ == "__main__":
    options = parser.parse_args()
    lines = texts(options.count, options.seed)
    equal = True
    if options.what == "splits":
        done = {}
        for name, expressions in BY_NAME.items():
            if options.names and name not in options.names:
                continue
            key = tuple(expressions)
            done[key] = done.get(key) or [split_ends(expressions, line) for line in lines]
            ours = answers(options.check, ["splits", name], lines)
            equal = report(name, lines, ours, done[key]) and equal
    else:
        for path in options.names:
            keys = metadata(path)
            reference = REFERENCES[keys["model"]](keys)
            known = lines
            if keys["model"] == "bert":
                outdated = {character for character in set("".join(lines)) if is_outdated(character)}
                known = [line for line in lines if not outdated & set(line)]
                print(f"  {len(lines) - len(known)} texts have characters that the reference takes for others:")
                print("  " + " ".join(f"U+{ord(each):04X} {unicodedata.category(each)}" for each in sorted(outdated)))
            ours = answers(options.check, ["ids", path], known)
            equal = report(Path(path).name, known, ours, [reference(line) for line in known]) and equal
    sys.exit(0 if equal else 1)
