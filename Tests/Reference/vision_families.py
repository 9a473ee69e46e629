"""The vision families of the fixtures: configurations, processors, and the conversion of encoders to mmproj files."""

import re

import numpy as np
import torch
import transformers as hf

BLOCK = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4)


class VisionFamily:
    """The fixture of a family; see `vision.py`."""

    name: str
    text: str
    text_arch: str | None = None
    seed = 1
    specials: list[str]
    marker: str
    shown: str
    token_names: dict = {}
    sizes = [(50, 50), (80, 20), (5, 3)]
    image_token = 0

    def text_config(self, config):
        return config

    def text_keys(self, writer, config) -> None:
        pass

    def inputs(self, processor, text: str, images: list) -> dict:
        return dict(processor(text=text, images=images, return_tensors="pt"))

    def rename(self, name: str) -> str:
        """Returns the name in the file of a tensor that is written as it is."""
        for pattern, replacement in SIGLIP + self.names:
            name = re.sub(pattern, replacement, name)
        return name

    def convert(self, name: str, values: np.ndarray, config):
        yield self.rename(name), values


# The encoder of SigLIP, with what comes before `embeddings`, `encoder` and `post_layernorm` removed first.
SIGLIP = [
    (r"^vision_(tower|model)\.(vision_model\.)?", ""),
    (r"^embeddings\.patch_embedding\.", "v.patch_embd."),
    (r"^embeddings\.position_embedding\.", "v.position_embd."),
    (r"^post_layernorm\.", "v.post_ln."),
    (r"^encoder\.layers\.", "v.blk."),
    (r"\.layer_norm([12])\.", r".ln\1."),
    (r"\.self_attn\.([qkv])_proj\.", r".attn_\1."),
    (r"\.self_attn\.out_proj\.", ".attn_out."),
    (r"\.mlp\.fc1\.", ".ffn_up."),
    (r"\.mlp\.fc2\.", ".ffn_down."),
]


def siglip_keys(writer, vision, projection: int, kind: str, mean: float = 0.5) -> None:
    writer.add_clip_projector_type(kind)
    writer.add_vision_projection_dim(projection)
    side = vision.image_size if isinstance(vision.image_size, int) else vision.image_size[0]
    patch = vision.patch_size if isinstance(vision.patch_size, int) else vision.patch_size[0]
    writer.add_vision_image_size(side)
    writer.add_vision_patch_size(patch)
    block_keys(writer, vision.hidden_size, vision.intermediate_size, vision.num_hidden_layers, vision.num_attention_heads)
    writer.add_vision_image_mean([mean] * 3)
    writer.add_vision_image_std([0.5] * 3)
    writer.add_vision_attention_layernorm_eps(1e-6)
    writer.add_vision_use_gelu(True)


def block_keys(writer, width: int, hidden: int, blocks: int, heads: int) -> None:
    writer.add_vision_embedding_length(width)
    writer.add_vision_feed_forward_length(hidden)
    writer.add_vision_block_count(blocks)
    writer.add_vision_head_count(heads)


def joined(parts) -> torch.Tensor:
    """Returns the rows of all parts in one matrix."""
    parts = parts if isinstance(parts, (list, tuple)) else [parts]
    return torch.cat([part.reshape(-1, part.shape[-1]) for part in parts])


class Idefics3(VisionFamily):
    name, text = "idefics3", "llama"
    specials = ["<|im_start|>", "<end_of_utterance>", "<image>", "<fake_token_around_image>", "<global-img>"] + [
        f"<row_{row}_col_{column}>" for row in range(1, 4) for column in range(1, 4)]
    marker = shown = "<image>"
    token_names = dict(eos_token="<end_of_utterance>", pad_token="<|im_start|>")
    names = [(r"^connector\.modality_projection\.proj\.", "mm.model.fc.")]

    def make(self, config, words):
        from transformers.models.idefics3.image_processing_pil_idefics3 import Idefics3ImageProcessorPil
        images = Idefics3ImageProcessorPil(size={"longest_edge": 96}, max_image_size={"longest_edge": 32})
        processor = hf.Idefics3Processor(images, words, image_seq_len=4)
        model = hf.Idefics3ForConditionalGeneration(hf.Idefics3Config(
            vision_config=dict(**BLOCK, image_size=32, patch_size=8, hidden_act="gelu_pytorch_tanh"),
            text_config=config.to_dict(), scale_factor=2, image_token_id=self.image_token, tie_word_embeddings=False))
        return model, processor

    def rows(self, model, inputs):
        found = model.model.get_image_features(inputs["pixel_values"], inputs.get("pixel_attention_mask"))
        return joined(found.pooler_output)

    def vision_keys(self, writer, config):
        siglip_keys(writer, config.vision_config, config.text_config.hidden_size, "idefics3")
        writer.add_vision_projector_scale_factor(config.scale_factor)
        writer.add_vision_preproc_image_size(96)


VISION_FAMILIES = [Idefics3()]
