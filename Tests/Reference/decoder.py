"""Generates the fixtures of the decoder tests: small random Llama models and their logits from `transformers`.

    pip install -r Tests/Reference/requirements.txt
    python3 Tests/Reference/decoder.py           # rewrites Tests/Fixtures/models/*.gguf, always to the same bytes

<name>.gguf is a model file: architecture `llama`, a byte-level vocabulary, weights of numpy's generator.

<name>.expected.gguf contains the reference results:
    tokens                  48 ids, as metadata
    logits                  F32 (tokens, rows of the embedding table), of those ids
    greedy.prompt, greedy   ids of a short prompt and of the 24 most likely tokens after it, as metadata
    rope.positions          positions, as metadata
    rope.angles             F32 (positions, head width), cosine and sine of each pair, evaluated here in double

The reference uses the weights of the file, dequantised. It runs in double precision, except for operations that
`transformers` always does in single precision: norms, rotary angles and softmax.
"""

from dataclasses import dataclass, field

import numpy as np
import torch
from gguf import GGMLQuantizationType, GGUFWriter, TokenType
from gguf.quants import dequantize, quantize
from fixture_paths import fixtures
from transformers import LlamaConfig, LlamaForCausalLM

FIXTURES = fixtures("models")
TOKENS = 48
ROPE_POSITIONS = [0, 1, 47, 4_095, 30_000, 131_071]
QUANTISED = ["Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "F16", "BF16", "F32"]


@dataclass
class Model:
    """The dimensions and weight types of a model."""

    name: str
    seed: int
    layers: int
    width: int
    heads: int
    key_value_heads: int
    head_width: int
    hidden: int
    rows: int  # of the embedding table; more than the vocabulary has tokens if there is padding
    tied: bool = True
    types: list[str] = field(default_factory=lambda: ["F32"])  # dealt out to the matrices in turn
    rope: dict = field(default_factory=dict)
    theta: float = 10_000.0


LLAMA3 = {
    "rope_type": "llama3",
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 64,
}
MODELS = [
    Model("grouped-f32", 11, 2, 64, 4, 2, 16, 72, 264),
    # The heads together are wider than the embedding, and few extents are multiples of 16.
    Model("llama3-rope-f32", 12, 2, 36, 3, 1, 24, 56, 260, tied=False, rope=LLAMA3, theta=500_000.0),
    Model("linear-rope-f32", 13, 3, 32, 4, 4, 8, 48, 260, rope={"rope_type": "linear", "factor": 2.0}),
    Model("mixed", 14, 3, 64, 4, 2, 16, 96, 264, tied=False, types=QUANTISED),
    Model("q4_0", 15, 2, 64, 2, 1, 32, 96, 264, types=["Q4_0"]),
    Model("q8_0", 15, 2, 64, 2, 1, 32, 96, 264, types=["Q8_0"]),
    Model("f16", 16, 2, 32, 4, 2, 8, 56, 260, types=["F16"]),
    Model("bf16", 16, 2, 32, 4, 2, 8, 56, 260, types=["BF16"]),
]


def byte_alphabet() -> list[str]:
    """Returns the characters for bytes in the vocabulary of GPT-2."""
    visible = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [byte for byte in range(256) if byte not in visible]
    return [chr(byte if byte in visible else 256 + hidden.index(byte)) for byte in range(256)]


def vocabulary() -> tuple[list[str], list[int]]:
    """Returns a vocabulary of all bytes, one merge (the writer rejects an empty list of merges), and two control tokens."""
    tokens = [*byte_alphabet(), "er", "<|begin|>", "<|finish|>"]
    return tokens, [TokenType.NORMAL] * 257 + [TokenType.CONTROL] * 2


def random_weights(model: Model) -> dict[str, np.ndarray]:
    """Returns random weights by the names of `transformers`, scaled for peaked attention and logits that vary by about 2."""
    rng = np.random.default_rng(model.seed)
    queries, keys = model.heads * model.head_width, model.key_value_heads * model.head_width

    def matrix(rows: int, columns: int, gain: float) -> np.ndarray:
        return (rng.standard_normal((rows, columns)) * gain / columns**0.5).astype(np.float32)

    def norm() -> np.ndarray:
        return (1 + 0.3 * rng.standard_normal(model.width)).astype(np.float32)

    weights = {"model.embed_tokens.weight": matrix(model.rows, model.width, 1.5)}
    for index in range(model.layers):
        layer = f"model.layers.{index}."
        weights[layer + "input_layernorm.weight"] = norm()
        weights[layer + "self_attn.q_proj.weight"] = matrix(queries, model.width, 1.3)
        weights[layer + "self_attn.k_proj.weight"] = matrix(keys, model.width, 1.3)
        weights[layer + "self_attn.v_proj.weight"] = matrix(keys, model.width, 1)
        weights[layer + "self_attn.o_proj.weight"] = matrix(model.width, queries, 1)
        weights[layer + "post_attention_layernorm.weight"] = norm()
        weights[layer + "mlp.gate_proj.weight"] = matrix(model.hidden, model.width, 1.2)
        weights[layer + "mlp.up_proj.weight"] = matrix(model.hidden, model.width, 1)
        weights[layer + "mlp.down_proj.weight"] = matrix(model.width, model.hidden, 1)
    weights["model.norm.weight"] = norm()
    if not model.tied:
        weights["lm_head.weight"] = matrix(model.rows, model.width, 1.5)
    return weights


FILE_NAMES = {
    "model.embed_tokens": "token_embd",
    "model.norm": "output_norm",
    "lm_head": "output",
    "input_layernorm": "attn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "post_attention_layernorm": "ffn_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}


def file_name(name: str) -> str:
    name = name.replace("model.layers.", "blk.")
    for theirs, ours in FILE_NAMES.items():
        name = name.replace(theirs, ours)
    return name


def adjacent_pairs(name: str, weight: np.ndarray, model: Model) -> np.ndarray:
    """Reorders queries and keys for RoPE: the file rotates adjacent pairs, `transformers` the halves of a head."""
    if "q_proj" not in name and "k_proj" not in name:
        return weight
    halves = weight.reshape(-1, 2, model.head_width // 2, weight.shape[-1])
    return np.ascontiguousarray(halves.swapaxes(1, 2)).reshape(weight.shape)


def kept(name: str, weight: np.ndarray, model: Model, index: int) -> tuple[GGMLQuantizationType, np.ndarray]:
    """Returns the type of a tensor in the file and its bytes for `gguf`."""
    kind = GGMLQuantizationType["F32" if weight.ndim == 1 else model.types[index % len(model.types)]]
    return kind, quantize(weight, kind)


def llama3_factors(model: Model) -> np.ndarray:
    """Returns the RoPE frequency factors: 1 for high frequencies, the factor for low ones, interpolated between."""
    rope = model.rope
    turns = rope["original_max_position_embeddings"] * frequencies(model) / (2 * np.pi)
    low, high = rope["low_freq_factor"], rope["high_freq_factor"]
    smooth = np.clip((turns - low) / (high - low), 0, 1)
    return 1 / (smooth + (1 - smooth) / rope["factor"])


def frequencies(model: Model) -> np.ndarray:
    return model.theta ** (-np.arange(0, model.head_width, 2, dtype=np.float64) / model.head_width)


def rope_factors(model: Model) -> np.ndarray:
    """Returns the frequency factors of the file in double precision."""
    match model.rope.get("rope_type"):
        case "llama3":
            return llama3_factors(model).astype(np.float32).astype(np.float64)
        case "linear":
            return np.full(model.head_width // 2, model.rope["factor"])
        case _:
            return np.ones(model.head_width // 2)


def write_model(model: Model, weights: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Writes the file and returns its dequantised weights."""
    writer = GGUFWriter(FIXTURES / f"{model.name}.gguf", "llama")
    writer.add_name(model.name)
    writer.add_context_length(128)
    writer.add_embedding_length(model.width)
    writer.add_block_count(model.layers)
    writer.add_feed_forward_length(model.hidden)
    writer.add_head_count(model.heads)
    writer.add_head_count_kv(model.key_value_heads)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_freq_base(model.theta)
    writer.add_rope_dimension_count(model.head_width)
    if model.heads * model.head_width != model.width:
        writer.add_key_length(model.head_width)
        writer.add_value_length(model.head_width)
    if model.rope.get("rope_type") == "linear":
        writer.add_string("llama.rope.scaling.type", "linear")
        writer.add_float32("llama.rope.scaling.factor", model.rope["factor"])
    tokens, kinds = vocabulary()
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    writer.add_token_merges(["e r"])
    writer.add_bos_token_id(257)
    writer.add_eos_token_id(258)
    if model.rope.get("rope_type") == "llama3":
        writer.add_tensor("rope_freqs.weight", rope_factors(model).astype(np.float32))
    read = {}
    matrices = 0
    for name, weight in weights.items():
        kind, rows = kept(name, weight, model, matrices)
        matrices += weight.ndim == 2
        read[name] = dequantize(rows, kind).reshape(weight.shape)
        writer.add_tensor(file_name(name), adjacent_pairs(name, rows, model), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return read


def reference(model: Model, weights: dict[str, np.ndarray]) -> LlamaForCausalLM:
    config = LlamaConfig(
        vocab_size=model.rows,
        hidden_size=model.width,
        intermediate_size=model.hidden,
        num_hidden_layers=model.layers,
        num_attention_heads=model.heads,
        num_key_value_heads=model.key_value_heads,
        head_dim=model.head_width,
        max_position_embeddings=128,
        rms_norm_eps=1e-5,
        tie_word_embeddings=model.tied,
        rope_parameters={"rope_type": "default"} | model.rope | {"rope_theta": model.theta},
        attn_implementation="eager",
    )
    decoder = LlamaForCausalLM(config)
    state = {name: torch.from_numpy(np.ascontiguousarray(weight)) for name, weight in weights.items()}
    missing, unexpected = decoder.load_state_dict(state, strict=False)
    assert not unexpected and set(missing) <= {"lm_head.weight"}, (missing, unexpected)
    decoder.tie_weights()
    # The scaling written to the file has to be the one that the reference uses.
    theirs = decoder.model.rotary_emb.inv_freq.numpy()
    np.testing.assert_allclose(theirs, frequencies(model) / rope_factors(model), rtol=1e-6)
    return decoder.double().eval()


def write_expected(model: Model, decoder: LlamaForCausalLM) -> None:
    rng = np.random.default_rng(1000 + model.seed)
    tokens = [257, *rng.integers(0, 257, TOKENS - 1).tolist()]
    prompt = [257, *b"once upon"]
    greedy: list[int] = []
    with torch.no_grad():
        logits = decoder(torch.tensor([tokens])).logits[0].numpy()
        for _ in range(24):
            last = decoder(torch.tensor([prompt + greedy])).logits[0, -1].numpy()[:259]
            best, second = np.argsort(-last)[:2]
            is_clear = last[best] - last[second] > 1e-3 and best != 258
            assert is_clear or model.types != ["F32"], "choose another seed: tests compare these tokens"
            greedy.append(int(best))
    angles = np.outer(ROPE_POSITIONS, frequencies(model) / rope_factors(model))
    writer = GGUFWriter(FIXTURES / f"{model.name}.expected.gguf", "expected")
    writer.add_array("tokens", tokens)
    writer.add_array("greedy.prompt", prompt)
    writer.add_array("greedy", greedy)
    writer.add_array("rope.positions", ROPE_POSITIONS)
    writer.add_tensor("logits", logits.astype(np.float32))
    turned = np.stack([np.cos(angles), np.sin(angles)], axis=-1).reshape(len(ROPE_POSITIONS), -1)
    writer.add_tensor("rope.angles", turned.astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    print(f"{model.name}: logits from {logits.min():.2f} to {logits.max():.2f}, deviation {logits.std():.2f}")


if __name__ == "__main__":
    torch.set_num_threads(1)
    for model in MODELS:
        weights = write_model(model, random_weights(model))
        write_expected(model, reference(model, weights))
