"""Generates the fixture of the quantisation mix tests: the tensor types that llama.cpp's quantiser selects.

    pip install -r Tests/Reference/requirements.txt
    python3 Tests/Reference/mixes.py path/to/llama-quantize     # rewrites Tests/Fixtures/quantization/mixes.json

The models have the architectures and the numbers of layers, heads and experts of real models, but few columns and rows.
For each model and mix, the fixture lists the tensors with a type other than that of the mix, and their layers.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from gguf import GGUFReader, GGUFWriter
from fixture_paths import fixtures

FIXTURE = fixtures("quantization") / "mixes.json"
MIXES = [
    *["F16", "BF16", "Q8_0", "Q6_K", "Q5_K_M", "Q5_K_S", "Q5_1", "Q5_0", "Q4_K_M", "Q4_K_S", "Q4_1", "Q4_0", "IQ4_NL"],
    *["IQ4_XS", "MXFP4_MOE", "Q3_K_L", "Q3_K_M", "Q3_K_S", "Q2_K"],
]
# Mixes that depend on, or require, an importance matrix.
WITH_IMPORTANCE = ["Q5_0", "Q4_0", "IQ4_NL", "IQ4_XS", "Q2_K_S"]
BASES = {"MXFP4_MOE": "MXFP4", "Q2_K_S": "Q2_K"}
# Layers, heads, KV heads, experts, width, tied embeddings.
MODELS = {
    "grouped": (24, 8, 2, 0, 256, False),
    "tied": (17, 4, 4, 0, 256, True),
    "experts": (16, 8, 2, 8, 256, False),
    "few experts": (9, 4, 4, 4, 256, False),
    "narrow": (8, 4, 2, 0, 96, False),
    "odd": (8, 4, 4, 0, 80, True),
    "deep": (80, 8, 1, 0, 256, False),
}


def shapes(name: str) -> dict[str, tuple[int, ...]]:
    layers, heads, shared, experts, width, tied = MODELS[name]
    keys = width // heads * shared
    # In numpy, columns are the last dimension.
    tensors: dict[str, tuple[int, ...]] = {"token_embd.weight": (32, width), "output_norm.weight": (width,)}
    if not tied:
        tensors["output.weight"] = (32, width)
    for layer in range(layers):
        add = {"attn_norm": (width,), "ffn_norm": (width,), "attn_q": (width, width), "attn_k": (keys, width)}
        add |= {"attn_v": (keys, width), "attn_output": (width, width)}
        if experts:
            add |= {"ffn_gate_inp": (experts, width), "ffn_down_exps": (experts, width, width)}
            add |= {"ffn_gate_exps": (experts, width, width), "ffn_up_exps": (experts, width, width)}
        else:
            add |= {"ffn_gate": (width, width), "ffn_up": (width, width), "ffn_down": (width, width)}
        tensors |= {f"blk.{layer}.{part}.weight": shape for part, shape in add.items()}
    return tensors


def write_model(path: Path, name: str) -> None:
    layers, heads, shared, experts, width, _ = MODELS[name]
    writer = GGUFWriter(path, "llama")
    writer.add_context_length(128)
    writer.add_embedding_length(width)
    writer.add_block_count(layers)
    writer.add_feed_forward_length(width)
    writer.add_head_count(heads)
    writer.add_head_count_kv(shared)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(width // heads)
    writer.add_vocab_size(32)
    if experts:
        writer.add_expert_count(experts)
        writer.add_expert_used_count(2)
    for label, shape in shapes(name).items():
        kind = np.float32 if len(shape) == 1 or "gate_inp" in label else np.float16
        writer.add_tensor(label, np.ones(shape, dtype=kind))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def write_importance(path: Path, name: str) -> None:
    writer = GGUFWriter(path, "")
    writer.add_type("imatrix")
    writer.add_array("imatrix.datasets", ["ones"])
    writer.add_uint32("imatrix.chunk_count", 1)
    writer.add_uint32("imatrix.chunk_size", 512)
    for label, shape in shapes(name).items():
        if len(shape) > 1:
            experts = shape[0] if len(shape) > 2 else 1
            writer.add_tensor(label + ".in_sum2", np.ones((experts, shape[-1]), dtype=np.float32))
            writer.add_tensor(label + ".counts", np.ones((experts, 1), dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main() -> None:
    result = []
    with tempfile.TemporaryDirectory() as folder:
        for name in MODELS:
            source, target = Path(folder) / "model.gguf", Path(folder) / "out.gguf"
            importance = Path(folder) / "importance.gguf"
            write_model(source, name)
            write_importance(importance, name)
            numbers = dict(zip(("layers", "heads", "keyValueHeads", "experts"), MODELS[name]))
            entry = {"name": name, **numbers, "tensors": {k: list(v[::-1]) for k, v in shapes(name).items()}, "mixes": {}}
            for mix in MIXES + [mix + " with importance" for mix in WITH_IMPORTANCE]:
                label, mix = mix, mix.split()[0]
                options = ["--imatrix", str(importance)] if label != mix else []
                command = [sys.argv[1], *options, str(source), str(target), mix, "1"]
                subprocess.run(command, check=True, capture_output=True)
                usual = BASES.get(mix, mix.removesuffix("_S").removesuffix("_M").removesuffix("_L"))
                types = {tensor.name: tensor.tensor_type.name for tensor in GGUFReader(target).tensors}
                special: dict[str, dict[str, list[int]]] = {}
                for tensor, kind in types.items():
                    if len(shapes(name)[tensor]) > 1 and "gate_inp" not in tensor and kind != usual:
                        part = tensor.removesuffix(".weight").split(".")
                        indices = special.setdefault(kind, {}).setdefault(part[-1], [])
                        indices.extend(int(layer) for layer in part[1:-1])
                entry["mixes"][label] = special
            result.append(entry)
    # Shapes follow from a few numbers; what is written out is what the quantiser decided.
    for entry in result:
        entry["width"] = MODELS[entry["name"]][4]
        entry["isTied"] = MODELS[entry["name"]][5]
        del entry["tensors"]
    FIXTURE.write_text("[\n" + ",\n".join(json.dumps(entry) for entry in result) + "\n]\n")


if __name__ == "__main__":
    main()
