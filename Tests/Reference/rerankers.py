"""Generates small random rerankers (cross-encoders), and scores of queries with documents from `transformers`.

    pip install -r Tests/Reference/requirements-5.24.txt
    python3 Tests/Reference/rerankers.py             # rewrites Tests/Fixtures/rerankers, to the same bits
    python3 Tests/Reference/rerankers.py bert        # only this

<name>.gguf is a model file, with keys and tensors as the converters of llama.cpp write them; matrices are F16.

<name>.expected.gguf contains the reference results for some pairs, each run separately:
    lengths, tokens     token count of each pair, and token ids of all pairs, as metadata
    starts              the index of the first token of each document, as metadata
    queries, documents  the texts, for word-level vocabularies, as metadata
    scores              F32 (pairs, 1), the logit of each pair

The transformer runs in double precision, except for operations that `transformers` always does in single precision.
"""

import sys

import numpy as np
import torch
import transformers as hf
from embeddings import encoder, finish, modern_bert_keys, tensors, words, write_words
from families import Family, small, theta
from gguf import MODEL_ARCH, MODEL_ARCH_NAMES, GGMLQuantizationType, GGUFWriter, PoolingType
from gguf.quants import dequantize, quantize
from make_fixtures import ROWS, WORDS, random_weights, write_keys, write_vocabulary
from fixture_paths import fixtures
from tokenizers import BertWordPieceTokenizer

FIXTURES = fixtures("rerankers")
# Tokens of the query and the document of each pair, without special tokens.
LENGTHS = [(3, 40), (1, 1), (12, 5), (7, 60), (2, 9)]
TEXTS = [
    ("the fox", "The fox runs, and the quick fox knows."), ("the fox", "unknowable things"), ("a thing", ""),
    ("running: foxes!", "x"), ("naïve café", "the the the the the the the the the the the the the the the the"),
]
# The rows of the output matrix for "yes" and "no".
YES, NO = 12, 5
# 128 tokens have no room for a whole instruction.
TEMPLATE = "<|begin|>?{query}!{document}<|finish|>"


class Model(Family):
    """A reranker: a family, the tensors of its head by their names in the file, and its kind of vocabulary."""

    def __init__(self, *arguments, head, words=False, pooling=None, **others):
        super().__init__(*arguments, **others)
        self.head, self.words, self.pooling = head, words, pooling


MODELS = [
    # The dense layer of BERT's pooler is a part of its head.
    Model("bert", MODEL_ARCH.BERT, hf.BertForSequenceClassification,
          encoder(hf.BertConfig, type_vocab_size=2, num_labels=1), words=True,
          skipped=("pooler.dense.weight", "pooler.dense.bias"),
          head={"bert.pooler.dense": "cls", "classifier": "cls.output"}),
    # As BGE's: positions begin after that of the padding, and two separators lie between the texts.
    Model("xlm-roberta", MODEL_ARCH.BERT, hf.XLMRobertaForSequenceClassification,
          encoder(hf.XLMRobertaConfig, type_vocab_size=1, num_labels=1, pad_token_id=1, max_position_embeddings=82),
          head={"classifier.dense": "cls", "classifier.out_proj": "cls.output"}, seed=2),
    Model("modern-bert", MODEL_ARCH.MODERN_BERT, hf.ModernBertForSequenceClassification,
          encoder(hf.ModernBertConfig, num_hidden_layers=5, local_attention=10, cls_token_id=None, sep_token_id=None,
                  num_labels=1, classifier_pooling="mean", rope_parameters={
                      "full_attention": theta(160_000.0), "sliding_attention": theta(10_000.0)}),
          head={"head.dense": "cls", "head.norm": "cls.norm", "classifier": "cls.output"}, keys=modern_bert_keys,
          pooling=PoolingType.MEAN),
    Model("qwen3", MODEL_ARCH.QWEN3, hf.Qwen3ForCausalLM,
          small(hf.Qwen3Config, head_dim=16, num_hidden_layers=2, rope_parameters=theta(1_000_000.0)), head={}),
]


def file_tensors(model: Model, transformer: torch.nn.Module, config):
    """Returns the tensors of the file: those of the encoder, then those of the head."""
    inner = transformer.base_model
    for name, values in tensors(model, inner, config):
        if not name.startswith("cls"):
            yield name, values
    state = {name: values.numpy().astype(np.float32) for name, values in transformer.state_dict().items()}
    for theirs, ours in model.head.items():
        for ending in [".weight", ".bias"]:
            if theirs + ending in state:
                yield ours + ending, state[theirs + ending]
    if not model.head:
        yield "cls.output.weight", state["lm_head.weight"][[YES, NO]]


def write_model(model: Model, transformer: torch.nn.Module, config) -> None:
    writer = GGUFWriter(FIXTURES / f"{model.name}.gguf", MODEL_ARCH_NAMES[model.arch])
    offset = 2 if model.name == "xlm-roberta" else 0
    config.max_position_embeddings -= offset
    write_keys(writer, model, config)
    config.max_position_embeddings += offset
    model.write_keys(writer, config)
    writer.add_pooling_type(PoolingType.RANK)
    if model.pooling is not None:
        writer.add_uint32(f"{writer.arch}.classifier.pooling_type", int(model.pooling))
    if model.head:
        writer.add_causal_attention(False)
        writer.add_classifier_output_labels(["LABEL_0"])
    else:
        writer.add_classifier_output_labels(["yes", "no"])
        writer.add_chat_template([{"name": "rerank", "template": TEMPLATE}])
    if hasattr(config, "type_vocab_size"):
        writer.add_token_type_count(config.type_vocab_size)
    if model.words:
        write_words(writer)
    else:
        write_vocabulary(writer)
        writer.add_add_bos_token(bool(model.head))
        writer.add_add_eos_token(bool(model.head))
        writer.add_add_sep_token(model.name == "xlm-roberta")
    for name, values in file_tensors(model, transformer, config):
        if name == "position_embd.weight":
            values = values[offset:]
        is_float = values.ndim == 1 or name.startswith(("position_embd", "token_types"))
        kind = GGMLQuantizationType.F32 if is_float else GGMLQuantizationType.F16
        rows = quantize(np.ascontiguousarray(values, dtype=np.float32), kind)
        assert np.array_equal(dequantize(rows, kind).reshape(values.shape), values), name
        writer.add_tensor(name, rows, raw_dtype=kind)
    finish(writer)


def pairs(model: Model) -> list[tuple[list[int], int]]:
    """Returns the tokens of each pair and where its document begins."""
    if model.words:
        reference = BertWordPieceTokenizer(vocab={token: index for index, token in enumerate(words())}, lowercase=True)
        encodings = [reference.encode(query, document) for query, document in TEXTS]
        return [(found.ids, found.type_ids.index(1)) for found in encodings]
    rng, result = np.random.default_rng(1000 + model.seed), []
    begin, end = [WORDS - 2], [WORDS - 1]
    for first, second in LENGTHS:
        query, document = (rng.integers(2, WORDS - 2, length).tolist() for length in (first, second))
        if model.head:
            between = end * 2 if model.name == "xlm-roberta" else end
            start = begin + query + between
            result.append((start + document + end, len(start)))
        else:
            tokens = begin + query + document + end
            result.append((tokens, len(tokens)))
    return result


def score(model: Model, transformer: torch.nn.Module, tokens: list[int], start: int) -> float:
    ids, options = torch.tensor([tokens]), {}
    if model.words:
        options["token_type_ids"] = (torch.arange(len(tokens)) >= start).long()[None]
    with torch.no_grad():
        logits = transformer(ids, **options).logits[0]
    return float(logits[-1, YES] - logits[-1, NO]) if not model.head else float(logits[0])


def write_expected(model: Model, transformer: torch.nn.Module) -> None:
    inputs = pairs(model)
    scores = np.array([[score(model, transformer, tokens, start)] for tokens, start in inputs], dtype=np.float32)
    writer = GGUFWriter(FIXTURES / f"{model.name}.expected.gguf", "expected")
    writer.add_array("lengths", [len(tokens) for tokens, _ in inputs])
    writer.add_array("tokens", [token for tokens, _ in inputs for token in tokens])
    writer.add_array("starts", [start for _, start in inputs])
    if model.words:
        writer.add_array("queries", [query for query, _ in TEXTS])
        writer.add_array("documents", [document for _, document in TEXTS])
    writer.add_tensor("scores", scores)
    finish(writer)
    size = (FIXTURES / f"{model.name}.gguf").stat().st_size
    print(f"{model.name}: {size // 1000} kB, scores {', '.join(f'{value:.3f}' for value in scores[:, 0])}")


def main(chosen: list[str]) -> None:
    torch.set_num_threads(1)
    for model in MODELS:
        if chosen and model.name not in chosen:
            continue
        config = model.config(vocab_size=ROWS)
        config._attn_implementation = "eager"
        transformer = model.model(config).float().eval()
        random_weights(model, transformer)
        write_model(model, transformer, config)
        write_expected(model, transformer.double())


if __name__ == "__main__":
    main(sys.argv[1:])
