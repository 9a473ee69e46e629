"""The architectures of the fixtures: configurations, and the conversion of weights and keys to GGUF.

This includes the weight transformations of converters: reordering queries and keys for RoPE of adjacent pairs, adding one
to Gemma's norm weights, splitting or stacking matrices.
"""

import math
from dataclasses import dataclass, field
from typing import Callable

import numpy as np
import torch
import transformers as hf
from gguf import MODEL_ARCH, GGMLQuantizationType, GGUFWriter
from gguf.quants import dequantize, quantize

SMALL = dict(
    hidden_size=32,
    intermediate_size=48,
    num_hidden_layers=4,
    num_attention_heads=4,
    num_key_value_heads=2,
    max_position_embeddings=128,
    tie_word_embeddings=False,
    pad_token_id=None,
    bos_token_id=None,
    eos_token_id=None,
)


def theta(base: float, **others) -> dict:
    return {"rope_theta": base, "rope_type": "default", **others}


YARN = theta(10_000.0) | dict(rope_type="yarn", factor=8.0, original_max_position_embeddings=16)
LLAMA3 = theta(50_000.0) | dict(
    rope_type="llama3", factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0, original_max_position_embeddings=64
)
LONG = theta(10_000.0) | dict(
    rope_type="longrope",
    short_factor=[1.0, 1.1, 1.3, 1.6],
    long_factor=[1.0, 1.7, 4.0, 9.0],
    original_max_position_embeddings=32,
)


def neighbours(weight: np.ndarray, heads: int) -> np.ndarray:
    """Reorders rows for RoPE: the file rotates adjacent pairs, `transformers` the halves of a head."""
    halves = weight.reshape(heads, 2, -1, *weight.shape[1:])
    return halves.swapaxes(1, 2).reshape(weight.shape)


@dataclass
class Family:
    """The fixture of an architecture."""

    name: str
    arch: MODEL_ARCH
    model: type
    config: Callable
    seed: int = 1
    turns_neighbours: bool = False
    norms_are_shifted: bool = False
    writes_head_width: bool = True
    mxfp4: bool = False
    is_far: bool = False
    key_value_heads: int | list[int] | None = None
    skipped: tuple = ()
    special: dict = field(default_factory=dict)
    renames: Callable | None = None
    keys: Callable | None = None
    extra: Callable | None = None
    transposed: tuple = ()

    def is_transposed(self, name: str) -> bool:
        return any(part in name for part in self.transposed)

    def convert(self, name: str, values: np.ndarray, config):
        """Converts a reference tensor to the tensors of the file, with names that the GGUF tensor map supports."""
        if self.turns_neighbours and "q_proj." in name:
            values = neighbours(values, config.num_attention_heads)
        if self.turns_neighbours and "k_proj." in name:
            values = neighbours(values, config.num_key_value_heads)
        if self.norms_are_shifted and name.endswith("norm.weight") and "linear_attn" not in name:
            values = values + np.float32(1)
        if self.renames is not None:
            parts = self.renames(name, values, config)
            if parts is not None:
                return parts
        return [(name, values)]

    def write_keys(self, writer: GGUFWriter, config) -> None:
        if self.keys is not None:
            self.keys(writer, config)

    def extra_tensors(self, config):
        return self.extra(config) if self.extra is not None else []

    @staticmethod
    def as_mxfp4(values: np.ndarray) -> np.ndarray:
        """Rounds a tensor to MXFP4; the reduction dimension of gpt-oss is the last but one."""
        turned = np.ascontiguousarray(values.swapaxes(-1, -2))
        kind = GGMLQuantizationType.MXFP4
        return dequantize(quantize(turned, kind), kind).reshape(turned.shape).swapaxes(-1, -2)


def small(config: type, **changes) -> Callable:
    return lambda **given: config(**(SMALL | changes | given))


def block(name: str) -> str:
    """Returns the prefix of the file's tensor names for the layer of a reference tensor."""
    return f"blk.{name.split('.')[2]}."


def experts(gate: str = "mlp.experts.gate_up_proj", down: str = "mlp.experts.down_proj", shared: str | None = None):
    """Splits the stacked gate and up matrices of experts, and those of a shared expert."""

    def rename(name, values, config):
        if name.endswith(gate):
            half = values.shape[1] // 2
            return [
                (block(name) + "ffn_gate_exps.weight", values[:, :half]),
                (block(name) + "ffn_up_exps.weight", values[:, half:]),
            ]
        if name.endswith(down):
            return [(block(name) + "ffn_down_exps.weight", values)]
        if name.endswith("block_sparse_moe.router.weight"):
            return [(block(name) + "ffn_gate_inp.weight", values)]
        if shared is not None and shared in name and "input_linear" in name:
            half = values.shape[0] // 2
            return [
                (block(name) + "ffn_gate_shexp.weight", values[:half]),
                (block(name) + "ffn_up_shexp.weight", values[half:]),
            ]
        return None

    return rename


def llama3_factors(config):
    """Returns the RoPE frequency factors."""
    rope = config.rope_parameters
    rope = rope.get("full_attention", rope)
    width = config.head_dim
    frequencies = rope["rope_theta"] ** (-np.arange(0, width, 2, dtype=np.float64) / width)
    turns = rope["original_max_position_embeddings"] * frequencies / (2 * np.pi)
    low, high = rope["low_freq_factor"], rope["high_freq_factor"]
    smooth = np.clip((turns - low) / (high - low), 0, 1)
    factors = 1 / (smooth + (1 - smooth) / rope["factor"])
    return [("rope_freqs.weight", factors.astype(np.float32))]


def long_factors(config):
    rope = config.rope_parameters
    return [
        ("rope_factors_long.weight", np.array(rope["long_factor"], dtype=np.float32)),
        ("rope_factors_short.weight", np.array(rope["short_factor"], dtype=np.float32)),
    ]


def rope_width(width: Callable):
    return lambda writer, config: writer.add_rope_dimension_count(width(config))


def window_pattern(writer, config):
    writer.add_sliding_window(config.sliding_window)
    writer.add_sliding_window_pattern([kind == "sliding_attention" for kind in config.layer_types])


def gemma2_keys(writer, config):
    writer.add_attn_logit_softcapping(config.attn_logit_softcapping)
    writer.add_final_logit_softcapping(config.final_logit_softcapping)
    writer.add_sliding_window(config.sliding_window)


def gemma3_keys(writer, config):
    writer.add_sliding_window(config.sliding_window)
    writer.add_float32("gemma3.rope.freq_base_swa", config.rope_parameters["sliding_attention"]["rope_theta"])
    writer.add_string("gemma3.rope.scaling.type", "linear")
    writer.add_rope_scaling_factor(config.rope_parameters["full_attention"]["factor"])


def window_keys(writer, config):
    window_pattern(writer, config)
    writer.add_rope_freq_base_swa(config.rope_parameters["sliding_attention"]["rope_theta"])
    writer.add_final_logit_softcapping(config.final_logit_softcapping)
    writer.add_embedding_length_per_layer_input(config.hidden_size_per_layer_input)
    writer.add_shared_kv_layers(config.num_kv_shared_layers)


def gemma3n_keys(writer, config):
    window_keys(writer, config)
    writer.add_altup_active_idx(config.altup_active_idx)
    writer.add_altup_num_inputs(config.altup_num_inputs)
    shares = torch.tensor(config.activation_sparsity_pattern, dtype=torch.float32)
    writer.add_activation_sparsity_scale(torch.distributions.normal.Normal(0, 1).icdf(shares).tolist())


def gemma3n_tensors():
    """Stacks the projections of streams to one tensor."""
    parts = {}

    def rename(name, values, config):
        kind = name.split(".")[1]
        if not kind.startswith("altup_"):
            return None
        found = parts.setdefault(kind, [])
        found.append(values)
        if len(found) < config.altup_num_inputs - 1:
            return []
        return [(f"model.{kind}.weight", np.stack(parts.pop(kind)))]

    return rename


def unneeded_tensors(config):
    """Returns the unused tensors of layers that share another layer's KV cache, except for the last layer."""
    rng = np.random.default_rng(77)
    rows = config.num_key_value_heads * config.head_dim
    for index in range(config.num_hidden_layers - config.num_kv_shared_layers, config.num_hidden_layers - 1):
        for name in ["attn_k", "attn_v"]:
            values = rng.standard_normal((rows, config.hidden_size)).astype(np.float16).astype(np.float32)
            yield f"blk.{index}.{name}.weight", values
        yield f"blk.{index}.attn_k_norm.weight", rng.standard_normal(config.head_dim).astype(np.float32)


def gemma4_config(**changes):
    def make(**given):
        config = small(hf.Gemma4TextConfig, **GEMMA4, **changes)(**given)
        # The file has the dimensions of local layers; the reference stores them per layer.
        config.allow_global_per_layer_attribute_access = True
        config.global_head_dim = changes["global_head_dim"]
        if config.enable_moe_block:
            config.num_experts_per_tok = config.top_k_experts
        return config

    return make


def gemma4_keys(writer, config):
    window_keys(writer, config)
    for add in [writer.add_key_length, writer.add_value_length, writer.add_rope_dimension_count]:
        add(config.global_head_dim)
    for add in [writer.add_key_length_swa, writer.add_value_length_swa, writer.add_rope_dimension_count_swa]:
        add(config.head_dim)
    layers = range(config.num_hidden_layers)
    if config.use_double_wide_mlp:
        modes = config.kv_sharing_modes
        writer.add_feed_forward_length(
            [config.intermediate_size * (2 if modes[index] == "reuse" else 1) for index in layers])
    if config.attention_k_eq_v:
        writer.add_head_count_kv([config.per_layer_config[index].num_key_value_heads for index in layers])
    if config.enable_moe_block:
        writer.add_expert_feed_forward_length(config.moe_intermediate_size)


def gemma4_tensors(name, values, config):
    ends = {
        "router.scale": "ffn_gate_inp.scale", "router.per_expert_scale": "ffn_down_exps.scale",
        "experts.gate_up_proj": "ffn_gate_up_exps.weight", "experts.down_proj": "ffn_down_exps.weight",
    }
    written = next((written for end, written in ends.items() if name.endswith(end)), None)
    return [(block(name) + written, values)] if written is not None else None


def standing_pairs(config):
    """Sets the frequency factors of pairs that are not rotated."""
    width = config.global_head_dim
    turning = int(width * config.rope_parameters["full_attention"]["partial_rotary_factor"] / 2)
    factors = [1.0] * turning + [1e30] * (width // 2 - turning)
    return [("rope_freqs.weight", np.array(factors, dtype=np.float32))]


GEMMA4 = dict(
    head_dim=16, sliding_window=9, tie_word_embeddings=True, final_logit_softcapping=4.0,
    vocab_size_per_layer_input=96, rope_parameters={
        "full_attention": theta(1_000_000.0) | dict(rope_type="proportional", partial_rotary_factor=0.25),
        "sliding_attention": theta(10_000.0)},
)
LOCAL, GLOBAL = "sliding_attention", "full_attention"
# Without a scale of attention scores, query norms have that role.
UNSCALED = {"q_norm.weight": lambda draw: 0.25 * (1 + 0.3 * draw)}


def granite_keys(writer, config):
    writer.add_attention_scale(config.attention_multiplier)
    writer.add_embedding_scale(config.embedding_multiplier)
    writer.add_residual_scale(config.residual_multiplier)
    writer.add_logit_scale(config.logits_scaling)
    if getattr(config, "shared_intermediate_size", 0):
        writer.add_expert_shared_feed_forward_length(config.shared_intermediate_size)


def phi3_keys(writer, config):
    rope = config.rope_parameters
    writer.add_rope_scaling_orig_ctx_len(rope["original_max_position_embeddings"])
    scale = config.max_position_embeddings / rope["original_max_position_embeddings"]
    writer.add_rope_scaling_attn_factors(
        math.sqrt(1 + math.log(scale) / math.log(rope["original_max_position_embeddings"])))
    width = config.hidden_size // config.num_attention_heads
    writer.add_rope_dimension_count(int(width * rope.get("partial_rotary_factor", 1)))
    writer.add_sliding_window(config.sliding_window or 0)


def mistral3_keys(writer, config):
    rope = config.rope_parameters
    writer.add_rope_scaling_yarn_log_mul(rope["mscale_all_dim"])
    writer.add_attn_temperature_scale(rope["llama_4_scaling_beta"])


def cohere2_keys(writer, config):
    writer.add_logit_scale(config.logit_scale)
    writer.add_sliding_window(config.sliding_window)
    writer.add_string("cohere2.rope.scaling.type", "none")


def qwen2moe_keys(writer, config):
    writer.add_expert_feed_forward_length(config.moe_intermediate_size)
    writer.add_expert_shared_feed_forward_length(config.shared_expert_intermediate_size)


def deepseek_keys(writer, config):
    rope = config.rope_parameters
    writer.add_rope_dimension_count(config.qk_rope_head_dim)
    writer.add_leading_dense_block_count(config.first_k_dense_replace)
    if config.q_lora_rank:
        writer.add_q_lora_rank(config.q_lora_rank)
    writer.add_kv_lora_rank(config.kv_lora_rank)
    writer.add_key_length(config.kv_lora_rank + config.qk_rope_head_dim)
    writer.add_value_length(config.kv_lora_rank)
    writer.add_key_length_mla(config.qk_nope_head_dim + config.qk_rope_head_dim)
    writer.add_value_length_mla(config.v_head_dim)
    writer.add_expert_feed_forward_length(config.moe_intermediate_size)
    writer.add_expert_shared_count(config.n_shared_experts)
    writer.add_expert_weights_scale(config.routed_scaling_factor)
    writer.add_expert_group_count(config.n_group)
    writer.add_expert_group_used_count(config.topk_group)
    if config.norm_topk_prob:
        writer.add_expert_weights_norm(True)
    if rope.get("mscale_all_dim"):
        writer.add_rope_scaling_yarn_log_mul(0.1 * rope["mscale_all_dim"])


def deepseek3_keys(writer, config):
    deepseek_keys(writer, config)
    writer.add_uint32("deepseek2.expert_gating_func", 2)


def deepseek_tensors(name, values, config):
    """Splits the KV up-projection of MLA into the matrices for keys and values."""
    if not name.endswith("kv_b_proj.weight"):
        return experts()(name, values, config)
    heads = values.reshape(config.num_attention_heads, config.qk_nope_head_dim + config.v_head_dim, config.kv_lora_rank)
    plain = config.qk_nope_head_dim
    return [
        (block(name) + "attn_k_b.weight", heads[:, :plain].swapaxes(1, 2)),
        (block(name) + "attn_v_b.weight", heads[:, plain:]),
    ]


LATENT = dict(
    num_hidden_layers=3, num_key_value_heads=4, first_k_dense_replace=1, n_shared_experts=2, moe_intermediate_size=32,
    n_routed_experts=6, num_experts_per_tok=2, kv_lora_rank=32, qk_rope_head_dim=8, qk_nope_head_dim=12, v_head_dim=32,
    n_group=3, topk_group=2, routed_scaling_factor=1.5, head_dim=8,
)


def gpt_oss_keys(writer, config):
    writer.add_sliding_window(config.sliding_window)
    writer.add_expert_feed_forward_length(config.intermediate_size)


def gpt_oss_tensors(name, values, config):
    """Deinterleaves gate and up matrices, and moves the reduction dimension to the end."""
    if "experts" not in name:
        return None
    layer = block(name)
    if name.endswith("gate_up_proj"):
        turned = values.swapaxes(1, 2)
        return [(layer + "ffn_gate_exps.weight", turned[:, ::2]), (layer + "ffn_up_exps.weight", turned[:, 1::2])]
    if name.endswith("gate_up_proj_bias"):
        return [(layer + "ffn_gate_exps.bias", values[:, ::2]), (layer + "ffn_up_exps.bias", values[:, 1::2])]
    if name.endswith("down_proj"):
        return [(layer + "ffn_down_exps.weight", values.swapaxes(1, 2))]
    return [(layer + "ffn_down_exps.bias", values)]


def gpt2_tensors(name, values, config):
    """Transposes the matrices of GPT-2."""
    is_matrix = name.endswith(("c_attn.weight", "c_proj.weight", "c_fc.weight"))
    return [(name, values.T)] if is_matrix else None


def gpt2_config(**given):
    config = hf.GPT2Config(
        n_embd=32, n_layer=3, n_head=4, n_positions=64, n_inner=80, bos_token_id=None, eos_token_id=None, **given)
    config.intermediate_size = config.n_inner
    return config


def stacked(norm: str):
    """Stacks per-head norm weights, which are separate tensors in the reference."""

    def rename(name, values, config):
        if norm not in name:
            return None
        kind = "attn_q_norm" if "q_" in name else "attn_k_norm"
        return [(block(name) + kind + ".weight", values)]

    return rename


def delta_keys(writer, config):
    writer.add_ssm_conv_kernel(config.linear_conv_kernel_dim)
    writer.add_ssm_state_size(config.linear_key_head_dim)
    writer.add_ssm_group_count(config.linear_num_key_heads)
    writer.add_ssm_time_step_rank(config.linear_num_value_heads)
    writer.add_ssm_inner_size(config.linear_value_head_dim * config.linear_num_value_heads)
    writer.add_uint32(f"{writer.arch}.full_attention_interval", 4)
    writer.add_rope_dimension_count(int(config.head_dim * config.rope_parameters["partial_rotary_factor"]))
    if getattr(config, "moe_intermediate_size", None):
        writer.add_expert_feed_forward_length(config.moe_intermediate_size)
        writer.add_expert_shared_feed_forward_length(config.shared_expert_intermediate_size)


def delta_tensors(name, values, config):
    """Splits the fused query, key, value and gate matrices; in Qwen 3.5, value heads with the same key head are not adjacent."""
    if "linear_attn" not in name:
        return experts()(name, values, config)
    layer, part = block(name), name.split("linear_attn.")[1]
    keys, count = config.linear_num_key_heads, config.linear_num_value_heads
    key_width, width = config.linear_key_head_dim, config.linear_value_head_dim
    both = 2 * keys * key_width

    def apart(rows, height):
        """Reorders value heads to the order of the file."""
        if hasattr(config, "linear_grouped"):
            return rows
        return rows.reshape(keys, count // keys, height, *rows.shape[1:]).swapaxes(0, 1).reshape(rows.shape)

    match part:
        case "A_log":
            return [(layer + "ssm_a", -np.exp(apart(values, 1)))]
        case "dt_bias":
            return [(layer + "ssm_dt.bias", apart(values, 1))]
        case "conv1d.weight":
            values = values.squeeze(1)
            return [(layer + "ssm_conv1d.weight", np.concatenate([values[:both], apart(values[both:], width)]))]
        case "in_proj_qkv.weight":
            return [(layer + "attn_qkv.weight", np.concatenate([values[:both], apart(values[both:], width)]))]
        case "in_proj_z.weight":
            return [(layer + "attn_gate.weight", apart(values, width))]
        case "in_proj_b.weight":
            return [(layer + "ssm_beta.weight", apart(values, 1))]
        case "in_proj_a.weight":
            return [(layer + "ssm_alpha.weight", apart(values, 1))]
        case "in_proj_ba.weight":
            return [(layer + "ssm_ba.weight", values)]
        case "in_proj_qkvz.weight":
            heads = values.reshape(keys, -1, values.shape[-1])
            ends = np.cumsum([key_width, key_width, count // keys * width])
            parts = [part.reshape(-1, values.shape[-1]) for part in np.split(heads, ends, axis=1)]
            return [(layer + "attn_qkv.weight", np.concatenate(parts[:3])), (layer + "attn_gate.weight", parts[3])]
        case "norm.weight":
            return [(layer + "ssm_norm.weight", values)]
        case "out_proj.weight":
            return [(layer + "ssm_out.weight", apart(values.T, width).T)]


def qwen3next_config(**given):
    config = small(hf.Qwen3NextConfig, **DELTA, **DELTA_EXPERTS)(**given)
    config.linear_grouped = True
    return config


def state_space_keys(heads: str, groups: str, state: str, kernel: str, inner: Callable):
    """Returns the metadata of Mamba-2 layers, by names of the configuration."""

    def write(writer, config):
        writer.add_ssm_conv_kernel(getattr(config, kernel))
        writer.add_ssm_state_size(getattr(config, state))
        writer.add_ssm_group_count(getattr(config, groups))
        writer.add_ssm_inner_size(inner(config))
        writer.add_ssm_time_step_rank(getattr(config, heads))

    return write


def state_space_tensors(groups: str):
    """Converts the tensors of Mamba-2 layers; returns nothing for others."""

    def rename(name, values, config):
        layer, part = block(name), ".".join(name.split(".")[4:])
        match part:
            case "A_log":
                return [(layer + "ssm_a", -np.exp(values)[:, None])]
            case "D":
                return [(layer + "ssm_d", values[:, None])]
            case "dt_bias":
                return [(layer + "ssm_dt.bias", values)]
            case "conv1d.weight":
                return [(layer + "ssm_conv1d.weight", values.squeeze(1))]
            case "conv1d.bias":
                return [(layer + "ssm_conv1d.bias", values)]
            case "norm.weight":
                return [(layer + "ssm_norm.weight", values.reshape(getattr(config, groups), -1))]
            case "in_proj.weight":
                return [(layer + "ssm_in.weight", values)]
            case "out_proj.weight":
                return [(layer + "ssm_out.weight", values)]

    return rename


def slow(mixer: str, layers: list[int]) -> dict:
    """Sets short time steps, so that states depend on more than the last tokens."""
    return {f"{mixer.format(layer)}.dt_bias": lambda draw: draw - 2 for layer in layers}


MAMBA = dict(mamba_n_heads=8, mamba_d_state=16, mamba_chunk_size=16)
hybrid_keys = state_space_keys(
    "mamba_n_heads", "mamba_n_groups", "mamba_d_state", "mamba_d_conv",
    lambda config: config.mamba_n_heads * config.mamba_d_head)


def granite_hybrid_keys(writer, config):
    granite_keys(writer, config)
    hybrid_keys(writer, config)
    writer.add_rope_scaling_finetuned(config.position_embedding_type == "rope")


def granite_hybrid_tensors(name, values, config):
    if ".mamba." in name:
        return state_space_tensors("mamba_n_groups")(name, values, config)
    if "shared_mlp.input_linear" in name and not config.num_local_experts:
        half = values.shape[0] // 2
        return [(block(name) + "ffn_gate.weight", values[:half]), (block(name) + "ffn_up.weight", values[half:])]
    if "shared_mlp.output_linear" in name and not config.num_local_experts:
        return [(block(name) + "ffn_down.weight", values)]
    return experts("experts.gate_up_proj", "experts.down_proj", "shared_mlp")(name, values, config)


def falcon_h1_tensors(name, values, config):
    """Multiplies the multipliers of the configuration into the weights, as the converter does."""
    if ".mamba." in name:
        inner, group = config.mamba_d_ssm, config.mamba_n_groups * config.mamba_d_state
        if name.endswith("in_proj.weight"):
            sizes = [inner, inner, group, group, config.mamba_n_heads]
            factors = np.repeat(config.ssm_multipliers, sizes) * config.ssm_in_multiplier
            values = values * factors[:, None].astype(np.float32)
        if name.endswith("out_proj.weight"):
            values = values * config.ssm_out_multiplier
        return state_space_tensors("mamba_n_groups")(name, values, config)
    factors = {
        "down_proj": config.mlp_multipliers[1],
        "gate_proj": config.mlp_multipliers[0],
        "k_proj": config.key_multiplier * config.attention_in_multiplier,
        "q_proj": config.attention_in_multiplier,
        "v_proj": config.attention_in_multiplier,
        "o_proj": config.attention_out_multiplier,
        "lm_head": config.lm_head_multiplier,
        "embed_tokens": config.embedding_multiplier,
    }
    factor = next((factor for part, factor in factors.items() if part in name), 1)
    return [(name, values * np.float32(factor))]


def nemotron_keys(writer, config):
    kinds = config.layers_block_type
    state_space_keys("mamba_num_heads", "n_groups", "ssm_state_size", "conv_kernel",
                     lambda config: config.mamba_num_heads * config.mamba_head_dim)(writer, config)
    writer.add_layer_norm_rms_eps(config.layer_norm_epsilon)
    has_experts = "moe" in kinds
    width = config.moe_intermediate_size if has_experts else config.intermediate_size
    writer.add_feed_forward_length([width if kind in ["mlp", "moe"] else 0 for kind in kinds])
    if has_experts:
        writer.add_expert_feed_forward_length(config.moe_intermediate_size)
        writer.add_expert_shared_feed_forward_length(config.moe_shared_expert_intermediate_size)
        writer.add_expert_shared_count(config.n_shared_experts)
        writer.add_expert_weights_norm(config.norm_topk_prob)
        writer.add_expert_weights_scale(config.routed_scaling_factor)
        writer.add_expert_group_count(config.n_group)
        if config.moe_latent_size:
            writer.add_moe_latent_size(config.moe_latent_size)


def nemotron_tensors(name, values, config):
    """Renames tensors and stacks experts."""
    if ".mixer." in name and "linear" in config.layers_block_type[int(name.split(".")[2])]:
        return state_space_tensors("n_groups")(name, values, config)
    for kind in ["up", "down"]:
        if name.endswith(f"experts.{kind}_proj"):
            return [(block(name) + f"ffn_{kind}_exps.weight", values)]
    return [(name.replace("model.", "backbone.", 1), values)]


NEMOTRON = dict(
    head_dim=16, ssm_state_size=16, mamba_num_heads=6, mamba_head_dim=20, n_groups=2, chunk_size=16,
    # Raises the time steps in prefill only.
    time_step_min=1e-30,
)


def nemotron(kinds: list[str], **changes) -> dict:
    return dict(
        config=small(hf.NemotronHConfig, num_hidden_layers=len(kinds), layers_block_type=kinds, **NEMOTRON, **changes),
        key_value_heads=[2 if kind == "full_attention" else 0 for kind in kinds],
        keys=nemotron_keys, renames=nemotron_tensors,
        special=slow("model.layers.{}.mixer", [layer for layer, kind in enumerate(kinds) if "linear" in kind]))


def mamba2_config(**given):
    config = hf.Mamba2Config(
        hidden_size=32, num_hidden_layers=2, num_heads=2, head_dim=32, state_size=24, n_groups=1, chunk_size=16,
        pad_token_id=None, bos_token_id=None, eos_token_id=None, **given)
    config.max_position_embeddings = 1 << 20
    config.num_attention_heads = 0
    return config


def mamba2_keys(writer, config):
    writer.add_feed_forward_length(0)
    writer.add_layer_norm_rms_eps(config.layer_norm_epsilon)
    state_space_keys("num_heads", "n_groups", "state_size", "conv_kernel",
                     lambda config: config.num_heads * config.head_dim)(writer, config)


def mamba2_tensors(name, values, config):
    return state_space_tensors("n_groups")(name, values, config) if ".mixer." in name else None


DELTA = dict(
    head_dim=16, linear_conv_kernel_dim=4, linear_key_head_dim=8, linear_value_head_dim=8, linear_num_key_heads=2,
    linear_num_value_heads=4, rope_parameters=theta(10_000.0, partial_rotary_factor=0.25),
    layer_types=["linear_attention"] * 3 + ["full_attention"],
)
DELTA_EXPERTS = dict(
    num_experts=5, num_experts_per_tok=2, moe_intermediate_size=32, shared_expert_intermediate_size=24,
    norm_topk_prob=True,
)

FAR = dict(
    hidden_size=16, intermediate_size=16, num_hidden_layers=1, num_attention_heads=1, num_key_value_heads=1, head_dim=8,
    max_position_embeddings=32_768,
)

FAMILIES = [
    Family("llama", MODEL_ARCH.LLAMA, hf.LlamaForCausalLM,
           small(hf.LlamaConfig, attention_bias=True, mlp_bias=True, rope_parameters=LLAMA3, head_dim=12),
           turns_neighbours=True, extra=llama3_factors),
    Family("mixtral", MODEL_ARCH.LLAMA, hf.MixtralForCausalLM,
           small(hf.MixtralConfig, num_local_experts=6, num_experts_per_tok=2, intermediate_size=32,
                 num_hidden_layers=2, rope_parameters=theta(10_000.0), sliding_window=None),
           turns_neighbours=True, renames=experts()),
    Family("mistral3", MODEL_ARCH.MISTRAL3, hf.Ministral3ForCausalLM,
           small(hf.Ministral3Config, head_dim=16, rope_parameters=YARN | dict(
               mscale=1.0, mscale_all_dim=1.0, llama_4_scaling_beta=0.1, beta_fast=32.0, beta_slow=1.0)),
           turns_neighbours=True, keys=mistral3_keys),
    Family("qwen2", MODEL_ARCH.QWEN2, hf.Qwen2ForCausalLM,
           small(hf.Qwen2Config, rope_parameters=YARN, tie_word_embeddings=True), writes_head_width=False),
    Family("qwen2moe", MODEL_ARCH.QWEN2MOE, hf.Qwen2MoeForCausalLM,
           small(hf.Qwen2MoeConfig, num_hidden_layers=2, num_experts=6, num_experts_per_tok=3,
                 moe_intermediate_size=32, shared_expert_intermediate_size=40, norm_topk_prob=False,
                 rope_parameters=theta(10_000.0)),
           keys=qwen2moe_keys, renames=experts()),
    Family("qwen3", MODEL_ARCH.QWEN3, hf.Qwen3ForCausalLM,
           small(hf.Qwen3Config, head_dim=24, tie_word_embeddings=True, rope_parameters=theta(1_000_000.0))),
    Family("qwen3moe", MODEL_ARCH.QWEN3MOE, hf.Qwen3MoeForCausalLM,
           small(hf.Qwen3MoeConfig, num_hidden_layers=2, head_dim=16, num_experts=7, num_experts_per_tok=2,
                 moe_intermediate_size=32, norm_topk_prob=True, rope_parameters=theta(1_000_000.0)),
           keys=lambda writer, config: writer.add_expert_feed_forward_length(config.moe_intermediate_size),
           renames=experts()),
    Family("gemma", MODEL_ARCH.GEMMA, hf.GemmaForCausalLM,
           small(hf.GemmaConfig, head_dim=16, num_key_value_heads=1, tie_word_embeddings=True,
                 hidden_activation="gelu_pytorch_tanh", rope_parameters=theta(10_000.0)), norms_are_shifted=True),
    Family("gemma2", MODEL_ARCH.GEMMA2, hf.Gemma2ForCausalLM,
           small(hf.Gemma2Config, head_dim=16, sliding_window=7, query_pre_attn_scalar=16, tie_word_embeddings=True,
                 attn_logit_softcapping=5.0, final_logit_softcapping=3.0, rope_parameters=theta(10_000.0)),
           norms_are_shifted=True, keys=gemma2_keys),
    Family("gemma3", MODEL_ARCH.GEMMA3, hf.Gemma3ForCausalLM,
           small(hf.Gemma3TextConfig, head_dim=16, num_hidden_layers=7, intermediate_size=40, sliding_window=9,
                 query_pre_attn_scalar=16, tie_word_embeddings=True, rope_parameters={
                     "full_attention": theta(1_000_000.0) | dict(rope_type="linear", factor=4.0),
                     "sliding_attention": theta(10_000.0)}),
           norms_are_shifted=True, keys=gemma3_keys),
    Family("gemma3n", MODEL_ARCH.GEMMA3N, hf.Gemma3nForCausalLM,
           small(hf.Gemma3nTextConfig, head_dim=16, num_hidden_layers=7, intermediate_size=40, sliding_window=9,
                 layer_types=[LOCAL, GLOBAL, LOCAL, GLOBAL, LOCAL, GLOBAL, LOCAL], num_kv_shared_layers=2,
                 activation_sparsity_pattern=[0.8, 0.6, 0.95, 0.0, 0.0, 0.7, 0.0], laurel_rank=6,
                 vocab_size_per_layer_input=96, hidden_size_per_layer_input=8, final_logit_softcapping=4.0,
                 tie_word_embeddings=True, rope_parameters={
                     "full_attention": theta(1_000_000.0), "sliding_attention": theta(10_000.0)}),
           keys=gemma3n_keys, renames=gemma3n_tensors(), extra=unneeded_tensors, seed=2, special=UNSCALED | {
               "modality_router.weight": lambda draw: 2.0 * draw, "prediction_coefs.weight": lambda draw: 0.2 * draw,
               "correction_coefs.weight": lambda draw: 0.2 * draw,
               "correct_output_scale": lambda draw: 1 + 0.3 * draw}),
    Family("gemma4", MODEL_ARCH.GEMMA4, hf.Gemma4ForCausalLM,
           gemma4_config(num_hidden_layers=7, intermediate_size=24, global_head_dim=40, use_double_wide_mlp=True,
                         layer_types=[LOCAL, GLOBAL, LOCAL, GLOBAL, LOCAL, LOCAL, GLOBAL], num_kv_shared_layers=3,
                         hidden_size_per_layer_input=8),
           keys=gemma4_keys, renames=gemma4_tensors, extra=standing_pairs,
           special=UNSCALED | {"layer_scalar": lambda draw: 1 + 0.2 * draw}),
    Family("gemma4moe", MODEL_ARCH.GEMMA4, hf.Gemma4ForCausalLM,
           gemma4_config(num_hidden_layers=4, intermediate_size=40, global_head_dim=24, attention_k_eq_v=True,
                         num_global_key_value_heads=1, layer_types=[LOCAL, GLOBAL, LOCAL, GLOBAL],
                         hidden_size_per_layer_input=0, enable_moe_block=True, num_experts=5, top_k_experts=2,
                         moe_intermediate_size=32),
           keys=gemma4_keys, renames=gemma4_tensors, extra=standing_pairs, special={
               "layer_scalar": lambda draw: 1 + 0.2 * draw, "router.scale": lambda draw: 5 * (1 + 0.3 * draw),
               "per_expert_scale": lambda draw: 1 + 0.3 * draw}),
    Family("phi2", MODEL_ARCH.PHI2, hf.PhiForCausalLM,
           small(hf.PhiConfig, num_key_value_heads=4, hidden_act="gelu_new",
                 rope_parameters=theta(10_000.0, partial_rotary_factor=0.5)),
           keys=rope_width(lambda config: 4)),
    Family("phi3", MODEL_ARCH.PHI3, hf.Phi3ForCausalLM,
           small(hf.Phi3Config, rope_parameters=LONG, sliding_window=11, original_max_position_embeddings=32),
           keys=phi3_keys, extra=long_factors, writes_head_width=False),
    Family("phi4", MODEL_ARCH.PHI3, hf.Phi3ForCausalLM,
           small(hf.Phi3Config, tie_word_embeddings=True, sliding_window=None, original_max_position_embeddings=64,
                 rope_parameters=LONG | dict(partial_rotary_factor=0.5, short_factor=[1.0, 1.3],
                                             long_factor=[1.0, 9.0], original_max_position_embeddings=64)),
           keys=phi3_keys, extra=long_factors, writes_head_width=False),
    Family("phimoe", MODEL_ARCH.PHIMOE, hf.PhimoeForCausalLM,
           small(hf.PhimoeConfig, num_hidden_layers=2, num_local_experts=6, num_experts_per_tok=2,
                 intermediate_size=32, attention_bias=True, lm_head_bias=True, sliding_window=None,
                 rope_parameters=theta(10_000.0)),
           renames=experts()),
    Family("olmo2", MODEL_ARCH.OLMO2, hf.Olmo2ForCausalLM,
           small(hf.Olmo2Config, rope_parameters=theta(500_000.0)), writes_head_width=False),
    Family("olmo3", MODEL_ARCH.OLMO2, hf.Olmo3ForCausalLM,
           small(hf.Olmo3Config, sliding_window=8,
                 rope_parameters=YARN | dict(beta_fast=32.0, beta_slow=1.0, attention_factor=1.2)),
           keys=window_pattern, writes_head_width=False),
    Family("olmoe", MODEL_ARCH.OLMOE, hf.OlmoeForCausalLM,
           small(hf.OlmoeConfig, num_hidden_layers=2, num_experts=6, num_experts_per_tok=2, intermediate_size=32,
                 rope_parameters=theta(10_000.0)),
           renames=experts()),
    Family("granite", MODEL_ARCH.GRANITE, hf.GraniteForCausalLM,
           small(hf.GraniteConfig, tie_word_embeddings=True, attention_multiplier=0.3, embedding_multiplier=6.0,
                 residual_multiplier=0.4, logits_scaling=2.0, rope_parameters=theta(10_000.0)),
           turns_neighbours=True, keys=granite_keys),
    Family("granitemoe", MODEL_ARCH.GRANITE_MOE, hf.GraniteMoeSharedForCausalLM,
           small(hf.GraniteMoeSharedConfig, num_hidden_layers=2, num_local_experts=6, num_experts_per_tok=2,
                 intermediate_size=32, shared_intermediate_size=40, tie_word_embeddings=True,
                 attention_multiplier=0.3, embedding_multiplier=6.0, residual_multiplier=0.4, logits_scaling=2.0,
                 rope_parameters=theta(10_000.0)),
           turns_neighbours=True, keys=granite_keys,
           renames=experts("experts.gate_up_proj", "experts.down_proj", "shared_mlp")),
    Family("gpt-oss", MODEL_ARCH.GPT_OSS, hf.GptOssForCausalLM,
           small(hf.GptOssConfig, num_hidden_layers=2, head_dim=16, num_local_experts=5, num_experts_per_tok=2,
                 intermediate_size=32, sliding_window=6, rope_parameters=YARN | dict(
                     beta_fast=32.0, beta_slow=1.0, truncate=False, factor=32.0)),
           keys=gpt_oss_keys, renames=gpt_oss_tensors, transposed=("experts.",)),
    Family("gpt-oss-mxfp4", MODEL_ARCH.GPT_OSS, hf.GptOssForCausalLM,
           small(hf.GptOssConfig, num_hidden_layers=2, head_dim=16, num_local_experts=5, num_experts_per_tok=2,
                 intermediate_size=32, sliding_window=6, rope_parameters=YARN | dict(
                     beta_fast=32.0, beta_slow=1.0, truncate=False, factor=32.0)),
           keys=gpt_oss_keys, renames=gpt_oss_tensors, transposed=("experts.",), mxfp4=True),
    Family("deepseek2", MODEL_ARCH.DEEPSEEK2, hf.DeepseekV2ForCausalLM,
           small(hf.DeepseekV2Config, **LATENT, q_lora_rank=None, topk_method="group_limited_greedy",
                 norm_topk_prob=False, rope_parameters=YARN | dict(
                     beta_fast=32.0, beta_slow=1.0, mscale=0.7, mscale_all_dim=0.7)),
           keys=deepseek_keys, renames=deepseek_tensors, writes_head_width=False, key_value_heads=1),
    Family("deepseek3", MODEL_ARCH.DEEPSEEK2, hf.DeepseekV3ForCausalLM,
           small(hf.DeepseekV3Config, **LATENT, q_lora_rank=20, norm_topk_prob=True, rope_parameters=theta(10_000.0)),
           keys=deepseek3_keys, renames=deepseek_tensors, writes_head_width=False, key_value_heads=1),
    Family("glm4", MODEL_ARCH.GLM4, hf.Glm4ForCausalLM,
           small(hf.Glm4Config, attention_bias=True, head_dim=16,
                 rope_parameters=theta(10_000.0, partial_rotary_factor=0.5)),
           keys=rope_width(lambda config: 8)),
    Family("command-r", MODEL_ARCH.COMMAND_R, hf.CohereForCausalLM,
           small(hf.CohereConfig, num_hidden_layers=2, use_qk_norm=True, logit_scale=0.25, tie_word_embeddings=True,
                 rope_parameters=theta(10_000.0)),
           keys=lambda writer, config: writer.add_logit_scale(config.logit_scale), writes_head_width=False),
    Family("cohere2", MODEL_ARCH.COHERE2, hf.Cohere2ForCausalLM,
           small(hf.Cohere2Config, sliding_window=8, logit_scale=0.25, tie_word_embeddings=True,
                 rope_parameters=theta(50_000.0)),
           keys=cohere2_keys, writes_head_width=False),
    Family("stablelm", MODEL_ARCH.STABLELM, hf.StableLmForCausalLM,
           small(hf.StableLmConfig, num_hidden_layers=2, use_qkv_bias=True,
                 rope_parameters=theta(10_000.0, partial_rotary_factor=0.25), head_dim=None),
           keys=lambda writer, config: (
               writer.add_rope_dimension_count(2), writer.add_parallel_residual(config.use_parallel_residual))),
    Family("starcoder2", MODEL_ARCH.STARCODER2, hf.Starcoder2ForCausalLM,
           small(hf.Starcoder2Config, num_hidden_layers=3, sliding_window=13, use_bias=True,
                 tie_word_embeddings=True, rope_parameters=theta(10_000.0)),
           keys=lambda writer, config: writer.add_sliding_window(config.sliding_window)),
    Family("gpt2", MODEL_ARCH.GPT2, hf.GPT2LMHeadModel, gpt2_config, renames=gpt2_tensors,
           transposed=("c_attn.", "c_proj.", "c_fc.")),
    Family("exaone4", MODEL_ARCH.EXAONE4, hf.Exaone4ForCausalLM,
           small(hf.Exaone4Config, head_dim=16, sliding_window=8, sliding_window_pattern=4,
                 rope_parameters=LLAMA3), keys=window_pattern, extra=llama3_factors),
    Family("seed_oss", MODEL_ARCH.SEED_OSS, hf.SeedOssForCausalLM,
           small(hf.SeedOssConfig, num_hidden_layers=3, head_dim=16, attention_bias=True, attention_out_bias=False,
                 rope_parameters=theta(10_000_000.0))),
    Family("arcee", MODEL_ARCH.ARCEE, hf.ArceeForCausalLM,
           small(hf.ArceeConfig, rope_parameters=YARN | dict(beta_fast=32.0, beta_slow=1.0)), turns_neighbours=True),
    Family("ernie4_5", MODEL_ARCH.ERNIE4_5, hf.Ernie4_5ForCausalLM,
           small(hf.Ernie4_5Config, num_hidden_layers=3, head_dim=16, use_bias=False, tie_word_embeddings=True,
                 rope_parameters=theta(500_000.0))),
    Family("smollm3", MODEL_ARCH.SMOLLM3, hf.SmolLM3ForCausalLM,
           small(hf.SmolLM3Config, no_rope_layer_interval=4, tie_word_embeddings=True,
                 rope_parameters=theta(5_000_000.0)), turns_neighbours=True),
    Family("lfm2", MODEL_ARCH.LFM2, hf.Lfm2ForCausalLM,
           small(hf.Lfm2Config, layer_types=["conv", "full_attention"] * 2, conv_L_cache=3, tie_word_embeddings=True,
                 block_auto_adjust_ff_dim=False, rope_parameters=theta(1_000_000.0)),
           key_value_heads=[0, 2, 0, 2],
           keys=lambda writer, config: writer.add_shortconv_l_cache(config.conv_L_cache)),
    Family("qwen3next", MODEL_ARCH.QWEN3NEXT, hf.Qwen3NextForCausalLM, qwen3next_config,
           norms_are_shifted=True, keys=delta_keys, renames=delta_tensors),
    Family("qwen35", MODEL_ARCH.QWEN35, hf.Qwen3_5ForCausalLM,
           small(hf.Qwen3_5TextConfig, **DELTA), norms_are_shifted=True, keys=delta_keys, renames=delta_tensors),
    Family("qwen35moe", MODEL_ARCH.QWEN35MOE, hf.Qwen3_5MoeForCausalLM,
           small(hf.Qwen3_5MoeTextConfig, **DELTA, **DELTA_EXPERTS), norms_are_shifted=True, keys=delta_keys,
           renames=delta_tensors),
    Family("granitehybrid", MODEL_ARCH.GRANITE_HYBRID, hf.GraniteMoeHybridForCausalLM,
           small(hf.GraniteMoeHybridConfig, **MAMBA, mamba_n_groups=2, num_local_experts=0,
                 shared_intermediate_size=48, tie_word_embeddings=True, attention_multiplier=0.3,
                 embedding_multiplier=6.0, residual_multiplier=0.4, logits_scaling=2.0,
                 layer_types=["linear_attention", "linear_attention", "full_attention", "linear_attention"]),
           turns_neighbours=True, key_value_heads=[0, 0, 2, 0], keys=granite_hybrid_keys,
           renames=granite_hybrid_tensors, special=slow("model.layers.{}.mamba", [0, 1, 3])),
    Family("granitehybrid-moe", MODEL_ARCH.GRANITE_HYBRID, hf.GraniteMoeHybridForCausalLM,
           small(hf.GraniteMoeHybridConfig, **(MAMBA | dict(mamba_n_heads=4)), num_hidden_layers=2,
                 num_local_experts=5, num_experts_per_tok=2, intermediate_size=32, shared_intermediate_size=40,
                 tie_word_embeddings=True, attention_multiplier=0.3, embedding_multiplier=6.0,
                 residual_multiplier=0.4, logits_scaling=2.0, position_embedding_type="rope",
                 rope_parameters=theta(10_000.0), layer_types=["linear_attention", "full_attention"]),
           turns_neighbours=True, key_value_heads=[0, 2], keys=granite_hybrid_keys,
           renames=granite_hybrid_tensors, special=slow("model.layers.{}.mamba", [0])),
    Family("falcon-h1", MODEL_ARCH.FALCON_H1, hf.FalconH1ForCausalLM,
           small(hf.FalconH1Config, num_hidden_layers=3, head_dim=12, mamba_d_ssm=72, mamba_n_heads=3,
                 mamba_d_state=20, mamba_n_groups=1, mamba_chunk_size=16, mamba_norm_before_gate=False,
                 # Powers of two, so that products are exact in F16.
                 lm_head_multiplier=1.0, embedding_multiplier=4.0, mlp_multipliers=[2.0, 1.0], key_multiplier=0.5,
                 attention_out_multiplier=1.0, attention_in_multiplier=2.0,
                 ssm_multipliers=[2.0, 1.0, 4.0, 0.5, 1.0], ssm_in_multiplier=2.0, ssm_out_multiplier=4.0,
                 rope_parameters=theta(10_000.0)),
           keys=hybrid_keys, renames=falcon_h1_tensors, special=slow("model.layers.{}.mamba", [0, 1, 2])),
    Family("falcon-h1-norm", MODEL_ARCH.FALCON_H1, hf.FalconH1ForCausalLM,
           small(hf.FalconH1Config, num_hidden_layers=2, head_dim=12, mamba_d_ssm=64, mamba_n_heads=4,
                 mamba_d_state=16, mamba_n_groups=2, mamba_chunk_size=16, mamba_norm_before_gate=False,
                 mamba_rms_norm=True, rope_parameters=theta(10_000.0)),
           keys=hybrid_keys, renames=falcon_h1_tensors, special=slow("model.layers.{}.mamba", [0, 1])),
    Family("nemotron_h", MODEL_ARCH.NEMOTRON_H, hf.NemotronHForCausalLM,
           **nemotron(["linear_attention", "mlp", "full_attention", "linear_attention", "mlp"],
                      n_routed_experts=0)),
    Family("nemotron_h_moe", MODEL_ARCH.NEMOTRON_H_MOE, hf.NemotronHForCausalLM,
           **nemotron(["linear_attention", "moe", "full_attention", "moe"], n_routed_experts=6, num_experts_per_tok=2,
                      moe_intermediate_size=32, moe_shared_expert_intermediate_size=24, routed_scaling_factor=2.5)),
    Family("nemotron_h_moe-latent", MODEL_ARCH.NEMOTRON_H_MOE, hf.NemotronHForCausalLM,
           **nemotron(["moe", "linear_attention", "full_attention"], n_routed_experts=4, num_experts_per_tok=2,
                      moe_intermediate_size=32, moe_shared_expert_intermediate_size=24, moe_latent_size=64)),
    Family("mamba2", MODEL_ARCH.MAMBA2, hf.Mamba2ForCausalLM, mamba2_config, keys=mamba2_keys,
           renames=mamba2_tensors, special=slow("backbone.layers.{}.mixer", [0, 1])),
    Family("far-llama3", MODEL_ARCH.LLAMA, hf.LlamaForCausalLM,
           small(hf.LlamaConfig, **FAR, rope_parameters=LLAMA3 | dict(original_max_position_embeddings=4096)),
           turns_neighbours=True, extra=llama3_factors, is_far=True),
    Family("far-yarn", MODEL_ARCH.QWEN3, hf.Qwen3ForCausalLM,
           small(hf.Qwen3Config, **FAR, rope_parameters=YARN | dict(original_max_position_embeddings=4096)),
           is_far=True),
    Family("far-longrope", MODEL_ARCH.PHI3, hf.Phi3ForCausalLM,
           small(hf.Phi3Config, **(FAR | dict(hidden_size=8)), sliding_window=None,
                 original_max_position_embeddings=64,
                 rope_parameters=LONG | dict(original_max_position_embeddings=64)),
           keys=phi3_keys, extra=long_factors, writes_head_width=False, is_far=True),
]
