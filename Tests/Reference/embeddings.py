"""Generates small random embedding models, and embeddings from `transformers` and `sentence-transformers`.

    pip install -r Tests/Reference/requirements.txt
    python3 Tests/Reference/embeddings.py             # rewrites Tests/Fixtures/embeddings, to the same bits
    python3 Tests/Reference/embeddings.py bert        # only this

<name>.gguf is a model file, with keys and tensors as the converters of llama.cpp write them; matrices are F16.

<name>.expected.gguf contains the reference results for some texts, each run separately:
    lengths             token count of each text, as metadata
    tokens              token ids of all texts, concatenated, as metadata
    texts               the texts, for word-level vocabularies, as metadata
    hidden              F32 (all tokens, width), the vectors of the tokens
    mean, cls, last     F32 (texts, width), the embeddings with each pooling type
    sentence            F32 (texts, dimension), with the pooling of the file and its dense layers, normalised

The transformer runs in double precision, except for operations that `transformers` always does in single precision.
"""

import sys

import numpy as np
import torch
import transformers as hf
from families import Family, small, theta
from gguf import MODEL_ARCH, MODEL_ARCH_NAMES, GGMLQuantizationType, GGUFWriter, PoolingType, TokenType
from gguf import get_tensor_name_map
from gguf.quants import dequantize, quantize
from make_fixtures import ROWS, WORDS, random_weights, write_keys, write_vocabulary
from fixture_paths import fixtures
from sentence_transformers.sentence_transformer import modules
from tokenizers import BertWordPieceTokenizer

FIXTURES = fixtures("embeddings")
LENGTHS = [48, 1, 7, 70, 16, 2]
TEXTS = [
    "The fox runs.", "", "a QUICK, brown fox!", "running foxes and unknowable things: 漢字 naïve café",
    "the the the the the the the the the the the the the the the the", "x",
]
ENCODER = dict(
    hidden_size=32, intermediate_size=48, num_hidden_layers=3, num_attention_heads=4, max_position_embeddings=80,
    pad_token_id=0, bos_token_id=None, eos_token_id=None,
)


def encoder(config: type, **changes):
    return lambda **given: config(**(ENCODER | changes | given))


def fused(name, values, config, parts={}):
    """Fuses the query, key and value matrices of a layer, and maps newer tensor names to older ones."""
    layer = name.split(".")[1]
    for kind, part in [("q_proj", 0), ("k_proj", 1), ("v_proj", 2)]:
        if f"self_attn.{kind}." in name:
            ending = name.rsplit(".", 1)[1]
            found = parts.setdefault((config.model_type, layer, ending), {})
            found[part] = values
            if len(found) < 3:
                return []
            return [(f"blk.{layer}.attn_qkv.{ending}", np.concatenate([found[0], found[1], found[2]]))]
    for theirs, ours in [
        ("self_attn.o_proj", "attn_output"), ("post_attention_layernorm", "attn_output_norm"),
        ("post_mlp_layernorm", "layer_output_norm"), ("mlp.gate_proj", "ffn_gate"), ("mlp.up_proj", "ffn_up"),
        ("mlp.down_proj", "ffn_down"), ("mlp.fc1", "ffn_up"), ("mlp.fc2", "ffn_down"),
    ]:
        if f".{theirs}." in name:
            return [(f"blk.{layer}.{ours}.{name.rsplit('.', 1)[1]}", values)]
    return None


def modern_bert_keys(writer, config):
    writer.add_layer_norm_eps(config.norm_eps)
    writer.add_sliding_window(config.local_attention)
    writer.add_sliding_window_pattern(3)
    writer.add_float32("modern-bert.rope.freq_base_swa", config.rope_parameters["sliding_attention"]["rope_theta"])
    writer.add_string("modern-bert.rope.scaling.type", "none")


def gemma_keys(writer, config):
    # The configuration keeps half of the file's window, and one more.
    writer.add_sliding_window(2 * (config.sliding_window - 1))


class Model(Family):
    """An embedding model: a family, its pooling and its dense layers."""

    def __init__(self, *arguments, pooling, dense=(), words=False, ends=False, **others):
        super().__init__(*arguments, **others)
        self.pooling, self.dense, self.words, self.ends = pooling, dense, words, ends


MODELS = [
    Model("bert", MODEL_ARCH.BERT, hf.BertModel, encoder(hf.BertConfig, type_vocab_size=2), pooling="mean", words=True),
    # Without kinds of tokens, and with the first token's vector.
    Model("bert-cls", MODEL_ARCH.BERT, hf.BertModel,
          encoder(hf.BertConfig, hidden_size=48, num_attention_heads=3, num_hidden_layers=2, type_vocab_size=1),
          pooling="cls", words=True, seed=2, skipped=("embeddings.token_type_embeddings.weight",),
          special={"embeddings.token_type_embeddings.weight": lambda draw: 0 * draw}),
    Model("nomic-bert", MODEL_ARCH.NOMIC_BERT, hf.NomicBertModel,
          encoder(hf.NomicBertConfig, type_vocab_size=2, rope_parameters=theta(1000.0)), pooling="mean", words=True,
          renames=fused, writes_head_width=False),
    Model("jina-bert-v3", MODEL_ARCH.JINA_BERT_V3, hf.JinaEmbeddingsV3Model,
          encoder(hf.JinaEmbeddingsV3Config, type_vocab_size=1, rope_parameters=theta(20_000.0)), pooling="mean",
          renames=fused),
    Model("modern-bert", MODEL_ARCH.MODERN_BERT, hf.ModernBertModel,
          encoder(hf.ModernBertConfig, num_hidden_layers=5, local_attention=10, cls_token_id=None, sep_token_id=None,
                  rope_parameters={"full_attention": theta(160_000.0), "sliding_attention": theta(10_000.0)}),
          pooling="cls", keys=modern_bert_keys),
    Model("eurobert", MODEL_ARCH.EUROBERT, hf.EuroBertModel,
          encoder(hf.EuroBertConfig, num_key_value_heads=2, mask_token_id=3, rope_parameters=theta(250_000.0)),
          pooling="mean"),
    Model("gemma-embedding", MODEL_ARCH.GEMMA_EMBEDDING, hf.Gemma3TextModel,
          small(hf.Gemma3TextConfig, head_dim=16, num_hidden_layers=7, intermediate_size=40, sliding_window=12,
                query_pre_attn_scalar=16, use_bidirectional_attention=True, rope_parameters={
                    "full_attention": theta(1_000_000.0), "sliding_attention": theta(10_000.0)}),
          norms_are_shifted=True, keys=gemma_keys, pooling="mean", dense=(48, 32)),
    Model("qwen3-embedding", MODEL_ARCH.QWEN3, hf.Qwen3Model,
          small(hf.Qwen3Config, head_dim=16, num_hidden_layers=2, rope_parameters=theta(1_000_000.0)), pooling="last",
          ends=True),
]


def words() -> list[str]:
    """Returns a WordPiece vocabulary of characters and continuation pieces."""
    letters = [chr(code) for code in range(ord("a"), ord("z") + 1)]
    return ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *["##" + letter for letter in letters], "the", "fox",
            "run", "##ing", "##ning", "##es", "and", ".", ",", "!", ":", "thing", "quick", "know", "un"]


def write_words(writer: GGUFWriter) -> None:
    """Writes the vocabulary as the converters do: pieces at word starts have the prefix ▁, others none."""
    def written(token):
        if token.startswith("["):
            return token
        return token[2:] if token.startswith("##") else "▁" + token

    tokens = words()
    writer.add_tokenizer_model("bert")
    writer.add_tokenizer_pre("jina-v2-en")
    writer.add_token_list([written(token) for token in tokens])
    writer.add_token_types([TokenType.CONTROL if token.startswith("[") else TokenType.NORMAL for token in tokens])
    for name, token in [("unk", "[UNK]"), ("sep", "[SEP]"), ("pad", "[PAD]"), ("mask", "[MASK]")]:
        getattr(writer, f"add_{name}_token_id")(tokens.index(token))
    # Converters also set EOS to the separator, which does not mean two separators.
    writer.add_bos_token_id(tokens.index("[CLS]"))
    writer.add_eos_token_id(tokens.index("[SEP]"))
    writer.add_add_bos_token(True)
    writer.add_add_eos_token(True)


def tensors(model: Model, transformer: torch.nn.Module, config):
    names = get_tensor_name_map(model.arch, config.num_hidden_layers)
    for name, parameter in transformer.state_dict().items():
        if name in model.skipped or "position_ids" in name:
            continue
        for name, values in model.convert(name, parameter.numpy().astype(np.float32), config):
            endings = (".weight", ".bias")
            written = name if name.startswith("blk.") else (
                names.get_name(name, endings) or names.get_name("model." + name, endings))
            assert written, f"{model.name}: no name for {name}"
            yield written, values


def dense_layers(model: Model, width: int) -> list:
    """Creates the dense layers after pooling."""
    rng, layers = np.random.default_rng(100 + model.seed), []
    for output in model.dense:
        layer = modules.Dense(width, output, bias=False, activation_function=torch.nn.Identity())
        weight = (rng.standard_normal((output, width)) / width**0.5).astype(np.float16).astype(np.float32)
        with torch.no_grad():
            layer.linear.weight.copy_(torch.from_numpy(weight))
        layers.append(layer.double())
        width = output
    return layers


def write_model(model: Model, transformer: torch.nn.Module, config, layers: list) -> None:
    writer = GGUFWriter(FIXTURES / f"{model.name}.gguf", MODEL_ARCH_NAMES[model.arch])
    write_keys(writer, model, config)
    model.write_keys(writer, config)
    if model.arch != MODEL_ARCH.QWEN3:
        writer.add_causal_attention(False)
    writer.add_pooling_type(PoolingType[model.pooling.upper()])
    if hasattr(config, "type_vocab_size"):
        writer.add_token_type_count(config.type_vocab_size)
    if model.words:
        write_words(writer)
    else:
        write_vocabulary(writer)
        writer.add_add_bos_token(False)
        writer.add_add_eos_token(model.ends)
    written = list(tensors(model, transformer, config))
    for index, layer in enumerate(layers):
        weight = layer.linear.weight.detach().numpy().astype(np.float32)
        writer.add_dense_features_dims(f"dense_{index + 2}", weight.shape[1], weight.shape[0])
        written.append((f"dense_{index + 2}.weight", weight))
    for name, values in written:
        is_float = values.ndim == 1 or name.startswith(("position_embd", "token_types"))
        kind = GGMLQuantizationType.F32 if is_float else GGMLQuantizationType.F16
        rows = quantize(np.ascontiguousarray(values, dtype=np.float32), kind)
        assert np.array_equal(dequantize(rows, kind).reshape(values.shape), values), name
        writer.add_tensor(name, rows, raw_dtype=kind)
    finish(writer)


def finish(writer: GGUFWriter) -> None:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def tokenized(model: Model) -> list[list[int]]:
    if model.words:
        reference = BertWordPieceTokenizer(vocab={token: index for index, token in enumerate(words())}, lowercase=True)
        return [reference.encode(text).ids for text in TEXTS]
    rng = np.random.default_rng(1000 + model.seed)
    return [rng.integers(0, WORDS - 2, length).tolist() for length in LENGTHS]


def pooled(hidden: torch.Tensor, mode: str, behind: list) -> torch.Tensor:
    """Returns the embedding of a text from the modules of sentence-transformers."""
    features = {"token_embeddings": hidden[None], "attention_mask": torch.ones(1, len(hidden), dtype=torch.int64)}
    mode = {"last": "lasttoken"}.get(mode, mode)
    with torch.no_grad():
        for module in [modules.Pooling(hidden.shape[1], pooling_mode=mode), *behind]:
            features = module(features)
    return features["sentence_embedding"][0]


def write_expected(model: Model, transformer: torch.nn.Module, layers: list) -> None:
    texts = tokenized(model)
    with torch.no_grad():
        hidden = [transformer(torch.tensor([tokens])).last_hidden_state[0] for tokens in texts]
    writer = GGUFWriter(FIXTURES / f"{model.name}.expected.gguf", "expected")
    writer.add_array("lengths", [len(tokens) for tokens in texts])
    writer.add_array("tokens", [token for tokens in texts for token in tokens])
    if model.words:
        writer.add_array("texts", TEXTS)
    results = {"hidden": torch.cat(hidden)}
    for mode in ["mean", "cls", "last"]:
        results[mode] = torch.stack([pooled(vectors, mode, []) for vectors in hidden])
    behind = [*layers, modules.Normalize()]
    results["sentence"] = torch.stack([pooled(vectors, model.pooling, behind) for vectors in hidden])
    for name, values in results.items():
        writer.add_tensor(name, values.numpy().astype(np.float32))
    finish(writer)
    cosines = results["sentence"] @ results["sentence"].T
    size = (FIXTURES / f"{model.name}.gguf").stat().st_size
    print(f"{model.name}: {size // 1000} kB, vectors to {results['hidden'].abs().max():.2f}, "
          f"cosines from {cosines.min():.2f} to {(cosines - 2 * torch.eye(len(cosines))).max():.2f}")


def main(chosen: list[str]) -> None:
    torch.set_num_threads(1)
    for model in MODELS:
        if chosen and model.name not in chosen:
            continue
        config = model.config(vocab_size=ROWS)
        config._attn_implementation = "eager"
        takes_pooler = model.name.startswith(("bert", "nomic", "jina"))
        transformer = model.model(config, **({"add_pooling_layer": False} if takes_pooler else {})).float().eval()
        random_weights(model, transformer)
        layers = dense_layers(model, config.hidden_size)
        write_model(model, transformer, config, layers)
        write_expected(model, transformer.double(), layers)


if __name__ == "__main__":
    main(sys.argv[1:])
