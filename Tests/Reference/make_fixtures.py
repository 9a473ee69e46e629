"""Generates a small random model of each architecture, and its logits from `transformers`.

    pip install -r Tests/Reference/requirements.txt
    python3 Tests/Reference/make_fixtures.py            # rewrites Tests/Fixtures/architectures, to the same bits
    python3 Tests/Reference/make_fixtures.py qwen3 phi3 # only these

<name>.gguf is a model file, with keys and tensors as the converters of llama.cpp write them; matrices are F16.

<name>.expected.gguf contains the reference results:
    tokens   48 ids, as metadata
    logits   F32 (tokens, rows of the embedding table), of those ids

far-<name>.gguf and far-<name>.expected.gguf test position 30,000 of models with context extension: the logits of the last of
30,001 tokens.

The reference uses the weights of the file, in double precision except for operations that `transformers` always does in
single precision: norms, rotary angles and softmax. The models are created from configuration classes, with random values for
all weights, including those that are initialized with zero or one.
"""

import sys

import numpy as np
import torch
import transformers
from families import FAMILIES, Family
from gguf import MODEL_ARCH, MODEL_ARCH_NAMES, GGMLQuantizationType, GGUFWriter, TokenType, get_tensor_name_map
from gguf.quants import dequantize, quantize
from fixture_paths import fixtures

FIXTURES = fixtures("architectures")
TOKENS = 48
ROWS = 96  # of the embedding table
WORDS = 90  # tokens of the vocabulary; the rest of the table is padding


def random_weights(family: Family, model: torch.nn.Module) -> None:
    """Fills the model with random weights, scaled for peaked attention and logits that vary by one or two."""
    rng = np.random.default_rng(family.seed)
    with torch.no_grad():
        trained = ("e_score_correction_bias", "layer_scalar")
        corrections = [buffer for buffer in model.named_buffers() if buffer[0].endswith(trained)]
        for name, parameter in sorted([*model.named_parameters(), *corrections]):
            shape = tuple(parameter.shape)
            draw = rng.standard_normal(shape)
            special = next((make for end, make in family.special.items() if name.endswith(end)), None)
            if special is not None:
                values = special(draw)
            elif parameter.ndim == 1 or "norm" in name:
                is_norm = name.endswith(".weight") and "sinks" not in name
                values = 0.3 * draw + (1 if is_norm and not family.norms_are_shifted else 0)
            else:
                # The last dimension is what a product sums over, but for GPT-2's and gpt-oss's.
                inputs = shape[-2] if family.is_transposed(name) else shape[-1]
                gain = 1.5 if "embed" in name or "wte" in name or "lm_head" in name else 1.2
                values = draw * gain / inputs**0.5
            kind = np.float32 if parameter.ndim == 1 or "norm" in name or special is not None else np.float16
            if family.mxfp4 and "experts" in name and parameter.ndim == 3:
                values = family.as_mxfp4(values.astype(np.float32))
            parameter.copy_(torch.from_numpy(values.astype(kind).astype(np.float32)))


def write_vocabulary(writer: GGUFWriter) -> None:
    """Writes a minimal vocabulary: printable characters and two control tokens."""
    tokens = [chr(0x21 + index) for index in range(WORDS - 3)] + ["er", "<|begin|>", "<|finish|>"]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types([TokenType.NORMAL] * (WORDS - 2) + [TokenType.CONTROL] * 2)
    writer.add_token_merges(["e r"])
    writer.add_bos_token_id(WORDS - 2)
    writer.add_eos_token_id(WORDS - 1)


def write_keys(writer: GGUFWriter, family: Family, config) -> None:
    """Writes the keys that the converters write for all architectures."""
    writer.add_name(family.name)
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(getattr(config, "intermediate_size", None) or 4 * config.hidden_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(
        family.key_value_heads or getattr(config, "num_key_value_heads", None) or config.num_attention_heads)
    if getattr(config, "head_dim", None) and family.writes_head_width:
        writer.add_key_length(config.head_dim)
        writer.add_value_length(config.head_dim)
    rms = getattr(config, "rms_norm_eps", getattr(config, "norm_eps", None))
    if rms is not None:
        writer.add_layer_norm_rms_eps(rms)
    norm = next((getattr(config, key, None) for key in ["layer_norm_eps", "layer_norm_epsilon", "norm_epsilon"]
                 if getattr(config, key, None) is not None), None)
    if norm is not None:
        writer.add_layer_norm_eps(norm)
    rope = getattr(config, "rope_parameters", None) or {}
    rope = rope.get("full_attention", rope)
    if rope.get("rope_theta") is not None:
        writer.add_rope_freq_base(rope["rope_theta"])
    if rope.get("rope_type") in ["yarn", "deepseek_yarn"]:
        writer.add_string(f"{writer.arch}.rope.scaling.type", "yarn")
        writer.add_rope_scaling_factor(rope["factor"])
        writer.add_rope_scaling_orig_ctx_len(rope["original_max_position_embeddings"])
        for key in ["beta_fast", "beta_slow"]:
            if rope.get(key) is not None:
                writer.add_float32(f"{writer.arch}.rope.scaling.yarn_{key}", rope[key])
        if rope.get("attention_factor") is not None:
            writer.add_float32(f"{writer.arch}.rope.scaling.yarn_attn_factor", rope["attention_factor"])
    experts = next((getattr(config, key) for key in ["num_local_experts", "num_experts", "n_routed_experts"]
                    if getattr(config, key, None)), None)
    if experts:
        writer.add_expert_count(experts)
        writer.add_expert_used_count(config.num_experts_per_tok)


def tensors(family: Family, model: torch.nn.Module, config):
    """Returns the tensors of the file by name."""
    names = get_tensor_name_map(family.arch, config.num_hidden_layers)
    tied = {"lm_head.weight"} if config.tie_word_embeddings else set()
    for name, parameter in model.state_dict().items():
        if name in tied or name in family.skipped:
            continue
        for name, values in family.convert(name, parameter.numpy().astype(np.float32), config):
            name = name.replace("e_score_correction_bias", "e_score_correction.bias")
            written = name if name.startswith(("blk.", "rope_")) else names.get_name(name, (".weight", ".bias"))
            assert written, f"{family.name}: no name for {name}"
            if written.endswith(("attn_sinks", "attn_norm", "altup_correct_scale", "layer_output_scale")):
                written += ".weight"
            is_shaped = written.endswith(("ssm_a", "ssm_d", "ssm_norm.weight"))
            yield written, values if is_shaped else np.atleast_1d(values.squeeze())
    yield from family.extra_tensors(config)


def write_model(family: Family, model: torch.nn.Module, config) -> None:
    writer = GGUFWriter(FIXTURES / f"{family.name}.gguf", MODEL_ARCH_NAMES[family.arch])
    write_keys(writer, family, config)
    family.write_keys(writer, config)
    write_vocabulary(writer)
    for name, values in tensors(family, model, config):
        is_float = values.ndim == 1 or name.endswith((".bias", "ssm_a", "ssm_d"))
        is_float = is_float or any(part in name for part in ["norm", "gate_inp", "conv1d", ".altup_"])
        kind = GGMLQuantizationType.F32 if is_float or name.startswith("rope_") else GGMLQuantizationType.F16
        if family.mxfp4 and "exps.weight" in name:
            kind = GGMLQuantizationType.MXFP4
        rows = quantize(np.ascontiguousarray(values, dtype=np.float32), kind)
        assert np.array_equal(dequantize(rows, kind).reshape(values.shape), values), name
        writer.add_tensor(name, rows, raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def write_expected(family: Family, model: torch.nn.Module) -> None:
    rng = np.random.default_rng(1000 + family.seed)
    tokens = [WORDS - 2, *rng.integers(0, WORDS - 2, TOKENS - 1).tolist()]
    with torch.no_grad():
        logits = model(torch.tensor([tokens]), use_cache=False).logits[0].numpy()
    writer = GGUFWriter(FIXTURES / f"{family.name}.expected.gguf", "expected")
    writer.add_array("tokens", tokens)
    writer.add_tensor("logits", logits.astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    size = (FIXTURES / f"{family.name}.gguf").stat().st_size
    print(f"{family.name}: {size // 1000} kB, logits {logits.min():.2f} to {logits.max():.2f}, deviation {logits.std():.2f}")


def far_tokens() -> list[int]:
    """Returns the tokens up to position 30,000; the tests use the same formula."""
    return [(7 * index + index // 13) % (WORDS - 2) for index in range(30_001)]


def write_far(family: Family, model: torch.nn.Module) -> None:
    """Writes the logits of the last of many tokens, prefilled in chunks to limit the memory of the attention scores."""
    cache = transformers.DynamicCache()
    tokens = torch.tensor([far_tokens()])
    with torch.no_grad():
        for start in range(0, tokens.shape[1], 200):
            logits = model(tokens[:, start:start + 200], past_key_values=cache, use_cache=True).logits[0, -1].numpy()
    writer = GGUFWriter(FIXTURES / f"{family.name}.expected.gguf", "expected")
    writer.add_tensor("logits", logits.astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    print(f"{family.name}: logits {logits.min():.2f} to {logits.max():.2f}, deviation {logits.std():.2f}")


def main(chosen: list[str]) -> None:
    torch.set_num_threads(1)
    for family in FAMILIES:
        if chosen and family.name not in chosen:
            continue
        config = family.config(vocab_size=ROWS)
        config._attn_implementation = "eager"
        if hasattr(config, "_experts_implementation"):
            config._experts_implementation = "eager"
        model = family.model(config).float().eval()
        random_weights(family, model)
        model.tie_weights()
        write_model(family, model, config)
        if family.is_far:
            write_far(family, model.double())
        else:
            write_expected(family, model.double())


if __name__ == "__main__":
    main(sys.argv[1:])
