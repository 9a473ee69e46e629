"""Writes the weights of a run as a GGUF file of architecture `llama` in F32, and reads a GGUF file back.

    python export.py --work WORK WORK/run model-f32.gguf
    swiftlet quantize model-f32.gguf model-q8_0.gguf --type Q8_0

The output matrix is the embedding, so no `output.weight` is written. GGUF lists
dimensions in the opposite order of PyTorch; the bytes are the same.
"""

import argparse
import json
from pathlib import Path

import gguf
import numpy as np
import torch

import chat
import tokenizer as tok
import weights
from model import Config, Model

# GGUF's name of each parameter; `blocks.N.` is `blk.N.` there.
NAMES = {
    "embedding.weight": "token_embd.weight",
    "norm.weight": "output_norm.weight",
    "attention_norm.weight": "attn_norm.weight",
    "attention.q.weight": "attn_q.weight",
    "attention.k.weight": "attn_k.weight",
    "attention.v.weight": "attn_v.weight",
    "attention.output.weight": "attn_output.weight",
    "feed_forward_norm.weight": "ffn_norm.weight",
    "feed_forward.gate.weight": "ffn_gate.weight",
    "feed_forward.up.weight": "ffn_up.weight",
    "feed_forward.down.weight": "ffn_down.weight",
}


def gguf_name(name):
    if name.startswith("blocks."):
        _, number, rest = name.split(".", 2)
        return f"blk.{number}.{NAMES[rest]}"
    return NAMES[name]


def add_description(writer, model):
    writer.add_type("model")
    writer.add_name("Swiftlet Tiny")
    writer.add_basename("swiftlet-tiny")
    writer.add_size_label(f"{model.count() / 1e6:.1f}M")
    writer.add_license("apache-2.0")
    writer.add_description("A very small assistant: stories, short texts, values from a text, tools.")
    writer.add_languages(["en"])
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    # What so small a model finds unlikely is mostly wrong, while stories still differ.
    writer.add_sampling_temp(0.5)
    writer.add_sampling_min_p(0.1)


def add_shape(writer, config):
    writer.add_vocab_size(config.vocab)
    writer.add_context_length(config.context)
    writer.add_embedding_length(config.width)
    writer.add_block_count(config.layers)
    writer.add_feed_forward_length(config.hidden)
    writer.add_head_count(config.heads)
    writer.add_head_count_kv(config.kv_heads)
    writer.add_key_length(config.head_size)
    writer.add_value_length(config.head_size)
    writer.add_rope_dimension_count(config.head_size)
    writer.add_rope_freq_base(config.rope_base)
    writer.add_layer_norm_rms_eps(config.eps)


def add_tokenizer(writer, tokenizer, config):
    description = json.loads(tokenizer.to_str())
    tokens = [tokenizer.id_to_token(i) for i in range(tokenizer.get_vocab_size())]
    assert len(tokens) == config.vocab, "the vocabulary must fill the embedding"
    merges = [m if isinstance(m, str) else " ".join(m) for m in description["model"]["merges"]]
    control, normal = gguf.TokenType.CONTROL, gguf.TokenType.NORMAL
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list(tokens)
    writer.add_token_types([control if t in tok.SPECIALS else normal for t in tokens])
    writer.add_token_merges(merges)
    writer.add_bos_token_id(tokens.index(tok.END_OF_TEXT))
    writer.add_eos_token_id(tokens.index(chat.END))
    writer.add_pad_token_id(tokens.index(tok.END_OF_TEXT))
    writer.add_add_bos_token(False)
    writer.add_chat_template(chat.TEMPLATE)


def write(model, tokenizer, path):
    writer = gguf.GGUFWriter(str(path), "llama")
    add_description(writer, model)
    add_shape(writer, model.config)
    add_tokenizer(writer, tokenizer, model.config)
    for name, parameter in model.named_parameters():
        writer.add_tensor(gguf_name(name), parameter.detach().float().numpy())
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def value(reader, key):
    return reader.fields[key].contents()


def read(path):
    """The model of a GGUF file with its dequantised weights, and its token texts."""
    reader = gguf.GGUFReader(str(path))
    tensors = {t.name: t for t in reader.tensors}
    config = Config(
        vocab=len(value(reader, "tokenizer.ggml.tokens")), width=value(reader, "llama.embedding_length"),
        layers=value(reader, "llama.block_count"), heads=value(reader, "llama.attention.head_count"),
        kv_heads=value(reader, "llama.attention.head_count_kv"), hidden=value(reader, "llama.feed_forward_length"),
        context=value(reader, "llama.context_length"), rope_base=value(reader, "llama.rope.freq_base"),
        eps=round(value(reader, "llama.attention.layer_norm_rms_epsilon"), 10))  # stored in 32 bits
    model = Model(config)
    found = {}
    for name, parameter in model.named_parameters():
        tensor = tensors.pop(gguf_name(name))
        array = gguf.quants.dequantize(tensor.data, tensor.tensor_type)
        found[name] = torch.from_numpy(np.array(array, np.float32)).view(parameter.shape)
    assert not tensors, f"unknown tensors {list(tensors)}"
    model.load_state_dict(found)
    return model.eval(), value(reader, "tokenizer.ggml.tokens")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("run", type=Path, help="the folder of a run")
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    model, state = weights.load(options.run)
    write(model, tok.load(options.work), options.output)
    print(f"{options.output.name}: {options.output.stat().st_size} bytes, {model.count()} parameters, "
          f"step {state['step']}, {state['tokens'] / 1e6:.1f} M tokens")


if __name__ == "__main__":
    main()
