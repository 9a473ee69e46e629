"""Trains the byte-level BPE tokenizer, or takes that of a model.

    python tokenizer.py --work WORK --corpora CORPORA
    python tokenizer.py --work WORK --corpora CORPORA --of MODEL.gguf    # the tokenizer of an exported model, to go on with it

The split into pieces is the one GGUF readers know as `qwen2`, with every digit
alone. Within it the merges see to three things:

- No punctuation mark is merged with anything, so JSON is always cut alike.
- A word is cut alike after a space and after a quote: a space is merged with a
  word only when the word is whole, common, and no name. What is copied from a
  sentence into JSON is then the same tokens in both.
- Half of the names are left out while merges are learned, so that names of
  several tokens are common, as those are that the model has never seen.
"""

import argparse
import json
import re
import zlib
from collections import Counter
from itertools import islice
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

import chat
from data.__main__ import Tasks
from data.frames import Dice

END_OF_TEXT = "<|endoftext|>"
SPECIALS = [END_OF_TEXT, chat.START, chat.END, chat.CALL, chat.CALL_END]

QWEN2 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
         r"|\s*[\r\n]+|\s+(?!\S)|\s+")

# What merges may join: letters of a word, a part of a name like `firstName`, a contraction, line feeds.
MERGED = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|\p{Lu}?[^\p{Lu}\P{L}]+|\p{Lu}+|\n+|[^\p{L}\n]"
WORD = re.compile(r"[^\W\d_]+")
SPACE = "Ġ"


def path(work):
    return Path(work) / "tokenizer.json"


def load(work):
    return Tokenizer.from_file(str(path(work)))


def samples(path):
    with open(path) as file:
        yield from map(json.loads, file)


def text_of(sample):
    """What merges are learned from. Of schemas, all alike and long, few are taken."""
    text = "".join(text for text, _ in chat.pieces(sample) if text not in SPECIALS)
    if zlib.crc32(text.encode()) % 8:
        text = re.sub(r"(JSON of this form:\n)\{.*", r"\1", text)
    return text


def is_name(word, counts):
    """Whether a capitalised word is hardly ever written small: not just the first of a sentence."""
    return word[0].isupper() and word != "I" and 50 * counts[word.lower()] < counts[word]


def build(merges, extra):
    """A tokenizer with these merges; `extra` are the words with a space, merged last."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = merges + [(SPACE, word) for word in extra]
    texts = SPECIALS + alphabet + [left + right for left, right in merges]
    tokenizer = Tokenizer(models.BPE(vocab={text: i for i, text in enumerate(texts)}, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(QWEN2), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(text, special=True, normalized=False) for text in SPECIALS])
    return tokenizer


def learned_merges(texts, counts, vocab):
    """Merges within words, from a text that half of the names are taken out of."""
    def kept(text):
        def word(match):
            name = match.group()
            return "" if is_name(name, counts) and zlib.crc32(name.encode()) % 2 else name
        return WORD.sub(word, text)

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(MERGED), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    trainer = trainers.BpeTrainer(vocab_size=vocab, special_tokens=SPECIALS, show_progress=False,
                                  initial_alphabet=pre_tokenizers.ByteLevel.alphabet())
    tokenizer.train_from_iterator(map(kept, texts), trainer)
    merges = json.loads(tokenizer.to_str())["model"]["merges"]
    return [tuple(m.split(" ")) if isinstance(m, str) else tuple(m) for m in merges]


def train(drawn, vocab, spaced, most):
    texts = [text_of(sample) for sample in islice(drawn, most)]
    counts, after_space = Counter(), Counter()
    for text in texts:
        counts.update(WORD.findall(text))
        after_space.update(re.findall(r" ([^\W\d_]+)", text))
    merges = learned_merges(texts, counts, vocab - spaced)
    known = {left + right for left, right in merges} | set("aI")
    words = [w for w, _ in after_space.most_common() if w in known and not is_name(w, counts)]
    return build(merges, words[:vocab - len(SPECIALS) - 256 - len(merges)])


def exported(path):
    """The tokenizer of a model that `export.py` wrote."""
    import gguf  # which a machine that only trains does without
    fields = gguf.GGUFReader(str(path)).fields
    tokens, merges = (fields[f"tokenizer.ggml.{key}"].contents() for key in ("tokens", "merges"))
    tokenizer = build([tuple(merge.split(" ")) for merge in merges], [])
    if tokens != [tokenizer.id_to_token(i) for i in range(tokenizer.get_vocab_size())]:
        raise SystemExit(f"{path}: its tokens are not those of its merges, in their order")
    return tokenizer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--corpora", type=Path, required=True, help="what samples are made of")
    parser.add_argument("--vocab", type=int, default=8192)
    parser.add_argument("--spaced", type=int, default=2800, help="tokens that are a word with a space")
    parser.add_argument("--samples", type=int, default=100_000, help="samples that merges are learned from")
    parser.add_argument("--of", type=Path, help="an exported model whose tokenizer is taken instead")
    options = parser.parse_args()
    if options.of:
        tokenizer = exported(options.of)
    else:
        tokenizer = train(Tasks(options.corpora).endless(Dice(1), "all"), options.vocab, options.spaced, options.samples)
        assert tokenizer.get_vocab_size() == options.vocab, tokenizer.get_vocab_size()
    tokenizer.save(str(options.work / "tokenizer.json"))

    texts = [text_of(sample) for sample in islice(Tasks(options.corpora).endless(Dice(2), "all"), 2000)]
    tokens = sum(len(tokenizer.encode(text).ids) for text in texts)
    print(f"{tokenizer.get_vocab_size()} tokens; {tokens / sum(len(WORD.findall(t)) for t in texts):.2f} a word, "
          f"{tokens / sum(map(len, texts)):.3f} a character of validation")


if __name__ == "__main__":
    main()
