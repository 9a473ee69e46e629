"""The vision families of the fixtures: configurations, processors, and the conversion of encoders to mmproj files."""

import re

import numpy as np
import torch
import transformers as hf
from families import neighbours
from PIL import Image

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
    # Factors of parameters, and the makers of buffers' values from random numbers, by the ends of their names.
    factors: dict = {}
    buffers: dict = {}

    def text_config(self, config):
        return config

    def text_keys(self, writer, config) -> None:
        pass

    def convert_text(self, name: str, values: np.ndarray, config) -> np.ndarray:
        return values

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


def pillow_resize(self, image, size, resample=None, **others):
    """Resizes with Pillow what `transformers` resizes with torchvision, which differs by up to a step of 255."""
    planes = image.to(torch.uint8).permute(0, 2, 3, 1).numpy()
    resized = [np.asarray(Image.fromarray(plane).resize((size.width, size.height), resample)) for plane in planes]
    return torch.from_numpy(np.stack(resized)).permute(0, 3, 1, 2)


class LFM2(VisionFamily):
    name, text = "lfm2-vl", "lfm2"
    specials = ["<|pad|>", "<image>", "<|image_start|>", "<|image_end|>", "<|img_thumbnail|>"] + [
        f"<|img_row_{row}_col_{column}|>" for row in range(1, 4) for column in range(1, 4)]
    marker = shown = "<image>"
    token_names = dict(pad_token="<|pad|>")
    sizes = [(50, 50), (60, 30), (5, 3)]
    names = [
        (r"^multi_modal_projector\.layer_norm\.", "mm.input_norm."),
        (r"^multi_modal_projector\.linear_([12])\.", r"mm.\1."),
    ]

    def make(self, config, words):
        from transformers.image_processing_backends import TorchvisionBackend
        TorchvisionBackend.resize = pillow_resize
        words.image_token, words.image_token_id = "<image>", self.image_token
        words.image_start_token, words.image_end_token = "<|image_start|>", "<|image_end|>"
        words.image_thumbnail = "<|img_thumbnail|>"
        images = hf.Lfm2VlImageProcessor(
            encoder_patch_size=4, tile_size=32, min_image_tokens=4, max_image_tokens=16, max_tiles=6)
        model = hf.Lfm2VlForConditionalGeneration(hf.Lfm2VlConfig(
            vision_config=dict(**BLOCK, model_type="siglip2_vision_model", num_patches=36, patch_size=4),
            text_config=config.to_dict(), image_token_id=self.image_token, projector_hidden_size=48,
            downsample_factor=2, tie_word_embeddings=True))
        return model, hf.Lfm2VlProcessor(images, words)

    def rows(self, model, inputs):
        found = model.model.get_image_features(
            inputs["pixel_values"], inputs["spatial_shapes"], inputs["pixel_attention_mask"])
        return joined(found.pooler_output)

    def vision_keys(self, writer, config):
        config.vision_config.image_size = 24
        siglip_keys(writer, config.vision_config, config.text_config.hidden_size, "lfm2")
        writer.add_vision_projector_scale_factor(2)
        writer.add_uint32("clip.vision.image_min_pixels", 4 * 64)
        writer.add_uint32("clip.vision.image_max_pixels", 16 * 64)

    def convert(self, name, values, config):
        if name.endswith("patch_embedding.weight"):
            values = values.reshape(-1, 4, 4, 3).transpose(0, 3, 1, 2)
        yield self.rename(name), values


class Gemma3(VisionFamily):
    name, text = "gemma3-vision", "gemma3"
    specials = ["<pad>", "<bos>", "<start_of_image>", "<end_of_image>", "<image_soft_token>"]
    marker, shown = "<image_soft_token>", "<start_of_image>"
    token_names = dict(pad_token="<pad>", bos_token="<bos>")
    names = [
        (r"^multi_modal_projector\.mm_soft_emb_norm\.", "mm.soft_emb_norm."),
        (r"^multi_modal_projector\.mm_input_projection_weight", "mm.input_projection.weight"),
    ]

    def make(self, config, words):
        from transformers.models.gemma3.image_processing_pil_gemma3 import Gemma3ImageProcessorPil
        for key, token in [("image_token", self.marker), ("boi_token", "<start_of_image>"), ("eoi_token", "<end_of_image>")]:
            setattr(words, key, token)
            setattr(words, key + "_id", words.convert_tokens_to_ids(token))
        images = Gemma3ImageProcessorPil(size={"height": 32, "width": 32})
        model = hf.Gemma3ForConditionalGeneration(hf.Gemma3Config(
            vision_config=dict(**BLOCK, image_size=32, patch_size=4), text_config=config.to_dict(),
            mm_tokens_per_image=16, boi_token_index=words.boi_token_id, eoi_token_index=words.eoi_token_id,
            image_token_index=self.image_token, tie_word_embeddings=True))
        return model, hf.Gemma3Processor(images, words, image_seq_length=16)

    def rows(self, model, inputs):
        return joined(model.model.get_image_features(inputs["pixel_values"]).pooler_output)

    def vision_keys(self, writer, config):
        siglip_keys(writer, config.vision_config, config.text_config.hidden_size, "gemma3")
        writer.add_vision_projector_scale_factor(2)

    def convert(self, name, values, config):
        yield self.rename(name), values + (1 if "soft_emb_norm" in name else 0)


class InternVL(VisionFamily):
    name, text = "internvl", "qwen2"
    specials = ["<pad>", "<IMG_CONTEXT>", "<img>", "</img>", "<video>"]
    marker = shown = "<IMG_CONTEXT>"
    token_names = dict(pad_token="<pad>")
    names = [
        (r"^embeddings\.cls_token", "v.class_embd"),
        (r"^embeddings\.patch_embeddings\.projection\.", "v.patch_embd."),
        (r"^embeddings\.position_embeddings", "v.position_embd.weight"),
        (r"^encoder\.layer\.", "v.blk."),
        (r"\.layernorm_before\.", ".ln1."),
        (r"\.layernorm_after\.", ".ln2."),
        (r"\.attention\.([qkv])_proj\.", r".attn_\1."),
        (r"\.attention\.projection_layer\.", ".attn_out."),
        (r"\.lambda_([12])$", r".ls\1.weight"),
        (r"^multi_modal_projector\.layer_norm\.", "mm.0."),
        (r"^multi_modal_projector\.linear_1\.", "mm.1."),
        (r"^multi_modal_projector\.linear_2\.", "mm.3."),
    ]

    def make(self, config, words):
        from transformers.models.got_ocr2.image_processing_pil_got_ocr2 import GotOcr2ImageProcessorPil
        for key, token in [("start_image", "<img>"), ("end_image", "</img>"), ("context_image", "<IMG_CONTEXT>")]:
            setattr(words, key + "_token", token)
            setattr(words, key + "_token_id", words.convert_tokens_to_ids(token))
        words.video_token = "<video>"
        images = GotOcr2ImageProcessorPil(
            size={"height": 32, "width": 32}, crop_to_patches=True, min_patches=1, max_patches=6,
            image_mean=[0.485, 0.456, 0.406], image_std=[0.229, 0.224, 0.225])
        model = hf.InternVLForConditionalGeneration(hf.InternVLConfig(
            vision_config=dict(**BLOCK, image_size=[32, 32], patch_size=[8, 8]), text_config=config.to_dict(),
            image_seq_length=4, image_token_id=self.image_token, tie_word_embeddings=True))
        return model, hf.InternVLProcessor(images, words, hf.InternVLVideoProcessor(), image_seq_length=4)

    def rows(self, model, inputs):
        return joined(model.model.get_image_features(inputs["pixel_values"]).pooler_output)

    def vision_keys(self, writer, config):
        siglip_keys(writer, config.vision_config, config.text_config.hidden_size, "internvl")
        writer.add_vision_projector_scale_factor(2)
        writer.add_vision_image_mean([0.485, 0.456, 0.406])
        writer.add_vision_image_std([0.229, 0.224, 0.225])
        writer.add_uint32("clip.vision.preproc_max_tiles", 6)

    def convert(self, name, values, config):
        yield self.rename(name), values.reshape(-1) if "cls_token" in name else values.squeeze()


QWEN_SPECIALS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|vision_end|>", "<|vision_pad|>",
                 "<|image_pad|>", "<|video_pad|>"]
CLIP_MEAN, CLIP_STD = [0.48145466, 0.4578275, 0.40821073], [0.26862954, 0.26130258, 0.27577711]


class QwenVL(VisionFamily):
    """What the Qwen families have in common."""

    specials = QWEN_SPECIALS
    marker, shown = "<|image_pad|>", "<|vision_start|><|image_pad|><|vision_end|>"
    token_names = dict(pad_token="<|endoftext|>")
    sizes = [(50, 50), (90, 20), (5, 3)]
    sections: list[int]
    mean, std = CLIP_MEAN, CLIP_STD
    # The width, the hidden width, the numbers of blocks and heads.
    block = (32, 64, 2, 4)
    names = [
        (r"^visual\.", ""),
        (r"^blocks\.", "v.blk."),
        (r"\.norm([12])\.", r".ln\1."),
        (r"\.attn\.qkv\.", ".attn_qkv."),
        (r"\.attn\.proj\.", ".attn_out."),
        (r"\.mlp\.(gate|up|down)_proj\.", r".ffn_\1."),
        (r"\.mlp\.(fc|linear_fc)1\.", ".ffn_up."),
        (r"\.mlp\.(fc|linear_fc)2\.", ".ffn_down."),
        (r"^patch_embed\.proj\.", "v.patch_embd."),
        (r"^pos_embed\.", "v.position_embd."),
        (r"^merger\.(ln_q|norm)\.", "v.post_ln."),
        (r"^merger\.(mlp\.0|linear_fc1)\.", "mm.0."),
        (r"^merger\.(mlp\.2|linear_fc2)\.", "mm.2."),
    ]

    def text_config(self, config):
        config.rope_parameters = {"rope_theta": 1_000_000.0, "rope_type": "default"}
        return config

    def text_keys(self, writer, config):
        writer.add_rope_dimension_sections([*self.sections, 0])

    def text_dict(self, config, **others):
        given = {key: value for key, value in config.to_dict().items() if key not in ["model_type", "architectures"]}
        return given | dict(rope_parameters={**config.rope_parameters, "mrope_section": self.sections, **others})

    def ids(self, words):
        return {key + "_token_id": words.convert_tokens_to_ids(f"<|{word}|>") for key, word in [
            ("image", "image_pad"), ("video", "video_pad"), ("vision_start", "vision_start"), ("vision_end", "vision_end")]}

    def images(self):
        from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil
        return Qwen2VLImageProcessorPil(
            size={"shortest_edge": 4 * 64, "longest_edge": 24 * 64}, patch_size=4, merge_size=2, temporal_patch_size=2,
            image_mean=self.mean, image_std=self.std)

    def rows(self, model, inputs):
        return joined(model.model.get_image_features(inputs["pixel_values"], inputs["image_grid_thw"]).pooler_output)

    def keys(self, writer, config, kind):
        writer.add_clip_projector_type(kind)
        writer.add_vision_projection_dim(config.text_config.hidden_size)
        writer.add_vision_image_size(32)
        writer.add_vision_patch_size(4)
        block_keys(writer, *self.block)
        writer.add_vision_image_mean(self.mean)
        writer.add_vision_image_std(self.std)
        writer.add_vision_attention_layernorm_eps(1e-6)
        writer.add_uint32("clip.vision.spatial_merge_size", 2)
        writer.add_uint32("clip.vision.image_min_pixels", 4 * 64)
        writer.add_uint32("clip.vision.image_max_pixels", 24 * 64)

    def convert(self, name, values, config):
        name = self.rename(name)
        if name == "v.patch_embd.weight":
            yield name, values[:, :, 0]
            yield name + ".1", values[:, :, 1]
        elif ".attn_qkv." in name and self.is_split:
            for part, piece in zip("qkv", np.split(values, 3)):
                yield name.replace("attn_qkv", "attn_" + part), piece
        else:
            yield name, values


class Qwen2VL(QwenVL):
    name, text, text_arch = "qwen2vl", "qwen2", "qwen2vl"
    sections, is_split = [2, 1, 1], True

    def make(self, config, words):
        model = hf.Qwen2VLForConditionalGeneration(hf.Qwen2VLConfig(
            vision_config=dict(depth=2, embed_dim=32, hidden_size=32, num_heads=4, mlp_ratio=2, patch_size=4),
            text_config=self.text_dict(config), tie_word_embeddings=True, **self.ids(words)))
        return model, hf.Qwen2VLProcessor(self.images(), words, hf.Qwen2VLVideoProcessor())

    def vision_keys(self, writer, config):
        self.keys(writer, config, "qwen2vl_merger")


class Qwen25VL(QwenVL):
    name, text, text_arch = "qwen2.5vl", "qwen2", "qwen2vl"
    sections, is_split, block = [2, 1, 1], True, (32, 64, 4, 4)

    def make(self, config, words):
        model = hf.Qwen2_5_VLForConditionalGeneration(hf.Qwen2_5_VLConfig(
            vision_config=dict(depth=4, hidden_size=32, intermediate_size=64, num_heads=4, out_hidden_size=32,
                               fullatt_block_indexes=[1, 3], window_size=16, patch_size=4, tokens_per_second=2),
            text_config=self.text_dict(config), tie_word_embeddings=True, **self.ids(words)))
        return model, hf.Qwen2_5_VLProcessor(self.images(), words, hf.Qwen2VLVideoProcessor())

    def vision_keys(self, writer, config):
        self.keys(writer, config, "qwen2.5vl_merger")
        writer.add_vision_use_silu(True)
        writer.add_uint32("clip.vision.n_wa_pattern", 2)
        writer.add_uint32("clip.vision.window_size", 16)


class Qwen3VL(QwenVL):
    name, text, text_arch = "qwen3vl", "qwen3", "qwen3vl"
    sections, is_split, block = [4, 4, 4], False, (16, 32, 3, 2)
    mean = std = [0.5, 0.5, 0.5]
    deepstack = [0, 2]

    def text_keys(self, writer, config):
        super().text_keys(writer, config)
        writer.add_uint32("qwen3vl.n_deepstack_layers", 2)

    def make(self, config, words):
        model = hf.Qwen3VLForConditionalGeneration(hf.Qwen3VLConfig(
            vision_config=dict(depth=3, hidden_size=16, intermediate_size=32, num_heads=2, out_hidden_size=32,
                               deepstack_visual_indexes=self.deepstack, num_position_embeddings=49, patch_size=4),
            text_config=self.text_dict(config, mrope_interleaved=True), tie_word_embeddings=True, **self.ids(words)))
        return model, hf.Qwen3VLProcessor(self.images(), words, hf.Qwen3VLVideoProcessor())

    def rows(self, model, inputs):
        found = model.model.get_image_features(inputs["pixel_values"], inputs["image_grid_thw"])
        return torch.cat([joined(found.pooler_output), *[joined(part) for part in found.deepstack_features]], dim=1)

    def vision_keys(self, writer, config):
        self.keys(writer, config, "qwen3vl_merger")
        writer.add_vision_use_gelu(True)

    def rename(self, name):
        found = re.match(r"^visual\.deepstack_merger_list\.(\d+)\.(norm|linear_fc[12])\.(\w+)$", name)
        if found:
            part = found[2].replace("linear_", "")
            return f"v.deepstack.{self.deepstack[int(found[1])]}.{part}.{found[3]}"
        return super().rename(name)


class Qwen3VLMoE(Qwen3VL):
    name, text, text_arch = "qwen3vlmoe", "qwen3moe", "qwen3vlmoe"
    # Another draw than that of the dense model.
    seed, sections = 2, [4, 2, 2]

    def text_keys(self, writer, config):
        QwenVL.text_keys(self, writer, config)
        writer.add_uint32("qwen3vlmoe.n_deepstack_layers", 2)

    def make(self, config, words):
        model = hf.Qwen3VLMoeForConditionalGeneration(hf.Qwen3VLMoeConfig(
            vision_config=dict(depth=3, hidden_size=16, intermediate_size=32, num_heads=2, out_hidden_size=32,
                               deepstack_visual_indexes=self.deepstack, num_position_embeddings=49, patch_size=4),
            text_config=self.text_dict(config, mrope_interleaved=True), tie_word_embeddings=False, **self.ids(words)))
        return model, hf.Qwen3VLProcessor(self.images(), words, hf.Qwen3VLVideoProcessor())


class GLM4V(QwenVL):
    name, text = "glm4v", "glm4"
    specials = ["<|endoftext|>", "<|begin_of_image|>", "<|end_of_image|>", "<|image|>", "<|begin_of_video|>",
                "<|end_of_video|>", "<|video|>"]
    marker, shown = "<|image|>", "<|begin_of_image|><|image|><|end_of_image|>"
    sections, block = [2, 1, 1], (32, 64, 2, 4)
    is_split = False
    names = QwenVL.names + [
        (r"^post_conv_layernorm\.", "v.norm_embd."),
        (r"^post_layernorm\.", "v.post_ln."),
        (r"^embeddings\.position_embedding\.", "v.position_embd."),
        (r"^downsample\.", "mm.patch_merger."),
        (r"^merger\.proj\.", "mm.model.fc."),
        (r"^merger\.post_projection_norm\.", "mm.post_norm."),
        (r"^merger\.(gate|up|down)_proj\.", r"mm.\1."),
    ]

    def text_config(self, config):
        config.rope_parameters = {"rope_theta": 10_000.0, "rope_type": "default", "partial_rotary_factor": 0.5,
                                  "mrope_section": self.sections}
        config.num_attention_heads, config.num_key_value_heads = 2, 1
        return config

    def convert_text(self, name, values, config):
        if ".attn_q." not in name and ".attn_k." not in name:
            return values
        heads = values.reshape(-1, 16, *values.shape[1:])
        return np.concatenate([heads[:, 0:8:2], heads[:, 1:8:2], heads[:, 8:]], axis=1).reshape(values.shape)

    def make(self, config, words):
        from transformers.models.glm4v.image_processing_pil_glm4v import Glm4vImageProcessorPil
        images = Glm4vImageProcessorPil(
            size={"shortest_edge": 2 * 4 * 64, "longest_edge": 2 * 24 * 64}, patch_size=4)
        model = hf.Glm4vForConditionalGeneration(hf.Glm4vConfig(
            # The blocks are as wide as their output, and the projector has the intermediate width.
            vision_config=dict(depth=2, hidden_size=32, num_heads=4, image_size=20, patch_size=4, out_hidden_size=32,
                               intermediate_size=48),
            text_config=config.to_dict(), image_token_id=self.image_token,
            video_token_id=words.convert_tokens_to_ids("<|video|>"), tie_word_embeddings=False))
        return model, hf.Glm4vProcessor(images, words, hf.Glm4vVideoProcessor())

    def vision_keys(self, writer, config):
        self.keys(writer, config, "glm4v")
        writer.add_vision_image_size(20)
        writer.add_vision_feed_forward_length(48)
        writer.add_vision_attention_layernorm_eps(1e-5)
        writer.add_vision_use_silu(True)


class Pixtral(VisionFamily):
    name, text = "pixtral", "llama"
    specials = ["<pad>", "[IMG]", "[IMG_BREAK]", "[IMG_END]"]
    marker = shown = "[IMG]"
    token_names = dict(pad_token="<pad>")
    merge = 1
    names = [
        (r"^vision_tower\.", ""),
        (r"^patch_conv\.", "v.patch_embd."),
        (r"^ln_pre\.", "v.pre_ln."),
        (r"^transformer\.layers\.", "v.blk."),
        (r"\.attention_norm\.", ".ln1."),
        (r"\.ffn_norm\.", ".ln2."),
        (r"\.attention\.([qkv])_proj\.", r".attn_\1."),
        (r"\.attention\.o_proj\.", ".attn_out."),
        (r"\.feed_forward\.(gate|up|down)_proj\.", r".ffn_\1."),
        (r"^multi_modal_projector\.norm\.", "mm.input_norm."),
        (r"^multi_modal_projector\.patch_merger\.merging_layer\.", "mm.patch_merger."),
        (r"^multi_modal_projector\.linear_([12])\.", r"mm.\1."),
    ]

    def parts(self, config):
        return dict(
            vision_config=dict(**BLOCK, model_type="pixtral", image_size=32, patch_size=4, head_dim=8,
                               hidden_act="silu"),
            text_config=config.to_dict(), image_token_id=self.image_token, image_token_index=self.image_token,
            vision_feature_layer=-1, projector_hidden_act="gelu", tie_word_embeddings=False)

    def model(self, config):
        return hf.LlavaForConditionalGeneration(
            hf.LlavaConfig(**self.parts(config), vision_feature_select_strategy="full", image_seq_length=1))

    def make(self, config, words):
        from transformers.models.pixtral.image_processing_pil_pixtral import PixtralImageProcessorPil
        images = PixtralImageProcessorPil(patch_size={"height": 4, "width": 4}, size={"longest_edge": 32})
        return self.model(config), hf.PixtralProcessor(
            images, words, patch_size=4, spatial_merge_size=self.merge)

    def rows(self, model, inputs):
        return joined(model.model.get_image_features(
            pixel_values=inputs["pixel_values"], image_sizes=inputs["image_sizes"]).pooler_output)

    def vision_keys(self, writer, config):
        siglip_keys(writer, config.vision_config, config.text_config.hidden_size, "pixtral")
        writer.add_vision_image_mean(CLIP_MEAN)
        writer.add_vision_image_std(CLIP_STD)
        writer.add_vision_attention_layernorm_eps(1e-5)
        writer.add_vision_use_gelu(False)
        writer.add_vision_use_silu(True)
        if self.merge > 1:
            writer.add_uint32("clip.vision.spatial_merge_size", self.merge)

    def convert(self, name, values, config):
        if ".attention.q_proj." in name or ".attention.k_proj." in name:
            values = neighbours(values, 4)
        yield self.rename(name), values


class MistralSmall(Pixtral):
    name, merge = "mistral-small-vision", 2
    # The reference fails for pictures of a single row.
    sizes = [(50, 50), (80, 20), (9, 5)]

    def model(self, config):
        return hf.Mistral3ForConditionalGeneration(
            hf.Mistral3Config(**self.parts(config), spatial_merge_size=2, multimodal_projector_bias=False))


class LLaVA(VisionFamily):
    name, text = "llava", "llama"
    specials = ["<pad>", "<image>"]
    marker = shown = "<image>"
    token_names = dict(pad_token="<pad>")
    names = [
        (r"^embeddings\.class_embedding", "v.class_embd"),
        (r"^pre_layrnorm\.", "v.pre_ln."),
        (r"^multi_modal_projector\.linear_1\.", "mm.0."),
        (r"^multi_modal_projector\.linear_2\.", "mm.2."),
    ]

    def make(self, config, words):
        from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil
        images = CLIPImageProcessorPil(size={"shortest_edge": 32}, crop_size={"height": 32, "width": 32})
        model = hf.LlavaForConditionalGeneration(hf.LlavaConfig(
            vision_config=dict(**BLOCK | dict(num_hidden_layers=4), model_type="clip_vision_model", image_size=32,
                               patch_size=8, hidden_act="quick_gelu"),
            text_config=config.to_dict(), image_token_id=self.image_token, image_token_index=self.image_token,
            vision_feature_layer=-2, projector_hidden_act="gelu", tie_word_embeddings=False))
        return model, hf.LlavaProcessor(
            images, words, patch_size=8, vision_feature_select_strategy="default", num_additional_image_tokens=1)

    def rows(self, model, inputs):
        return joined(model.model.get_image_features(pixel_values=inputs["pixel_values"]).pooler_output)

    def vision_keys(self, writer, config):
        siglip_keys(writer, config.vision_config, config.text_config.hidden_size, "mlp")
        writer.add_vision_image_mean(CLIP_MEAN)
        writer.add_vision_image_std(CLIP_STD)
        writer.add_vision_attention_layernorm_eps(1e-5)
        writer.add_vision_use_gelu(False)


class LLaVANext(LLaVA):
    name = "llava-next"
    pinpoints = [[32, 64], [64, 32], [64, 64], [96, 32], [32, 96]]
    sizes = [(50, 50), (90, 20), (5, 3)]
    names = LLaVA.names + [(r"^image_newline$", "v.image_newline")]

    def make(self, config, words):
        from transformers.models.llava_next.image_processing_pil_llava_next import LlavaNextImageProcessorPil
        images = LlavaNextImageProcessorPil(
            size={"shortest_edge": 32}, crop_size={"height": 32, "width": 32}, image_grid_pinpoints=self.pinpoints)
        model = hf.LlavaNextForConditionalGeneration(hf.LlavaNextConfig(
            vision_config=dict(**BLOCK | dict(num_hidden_layers=4), model_type="clip_vision_model", image_size=32,
                               patch_size=8, hidden_act="quick_gelu"),
            text_config=config.to_dict(), image_token_id=self.image_token, image_token_index=self.image_token,
            image_grid_pinpoints=self.pinpoints, vision_feature_layer=-2, projector_hidden_act="gelu",
            tie_word_embeddings=False))
        return model, hf.LlavaNextProcessor(
            images, words, patch_size=8, vision_feature_select_strategy="default", num_additional_image_tokens=1)

    def rows(self, model, inputs):
        return joined(model.model.get_image_features(
            pixel_values=inputs["pixel_values"], image_sizes=inputs["image_sizes"]).pooler_output)

    def vision_keys(self, writer, config):
        super().vision_keys(writer, config)
        writer.add_array("clip.vision.image_grid_pinpoints", [side for size in self.pinpoints for side in size])
        writer.add_string("clip.vision.mm_patch_merge_type", "spatial_unpad")
        writer.add_array("clip.vision.feature_layer", [3])


class Gemma4(VisionFamily):
    """The small models: the text model has per-layer inputs, and products have limits."""

    name, text = "gemma4-vision", "gemma4"
    specials = ["<pad>", "<|image>", "<|image|>", "<image|>", "<|video|>", "<|audio>", "<|audio|>", "<audio|>"]
    marker = shown = "<|image|>"
    token_names = dict(pad_token="<pad>")
    sizes = [(50, 50), (80, 20), (5, 3)]
    # Without a scale of attention scores, query norms have that role.
    factors = {"q_norm.weight": 0.25}
    buffers = {
        "layer_scalar": lambda draw: 1 + 0.2 * draw,
        "input_min": lambda draw: -1.5 - 0.3 * abs(draw), "input_max": lambda draw: 1.5 + 0.3 * abs(draw),
        "output_min": lambda draw: -2 - 0.3 * abs(draw), "output_max": lambda draw: 2 + 0.3 * abs(draw),
        "std_bias": lambda draw: draw, "std_scale": lambda draw: 1 + 0.3 * draw,
    }
    vision = dict(use_clipped_linears=True)
    names = [
        (r"^vision_tower\.", ""),
        (r"^patch_embedder\.input_proj\.", "v.patch_embd."),
        (r"^patch_embedder\.position_embedding_table$", "v.position_embd.weight"),
        (r"^encoder\.layers\.", "v.blk."),
        (r"\.linear\.weight$", ".weight"),
        (r"\.attn_([qkv])_proj\.", r".attn_\1."),
        (r"\.self_attn\.o_proj\.", ".attn_out."),
        (r"\.self_attn\.([qk])_norm\.", r".attn_\1_norm."),
        (r"\.mlp\.(gate|up|down)_proj\.", r".ffn_\1."),
        (r"\.input_layernorm\.", ".ln1."),
        (r"\.pre_feedforward_layernorm\.", ".ln2."),
        (r"\.post_attention_layernorm\.", ".attn_post_norm."),
        (r"\.post_feedforward_layernorm\.", ".ffn_post_norm."),
        (r"^std_(bias|scale)$", r"v.std_\1"),
        (r"^embed_vision\.embedding_projection\.", "mm.input_projection."),
    ]

    def text_config(self, config):
        config.vocab_size_per_layer_input = config.vocab_size
        # Rows of pictures get the per-layer inputs of this token.
        config.pad_token_id = 0
        return config

    def make(self, config, words):
        from transformers.models.gemma4 import image_processing_pil_gemma4 as processing
        for key, token in [("image", "<|image|>"), ("boi", "<|image>"), ("eoi", "<image|>"), ("audio", "<|audio|>"),
                           ("boa", "<|audio>"), ("eoa", "<audio|>")]:
            setattr(words, key + "_token", token)
            setattr(words, key + "_token_id", words.convert_tokens_to_ids(token))
        processing._SUPPORTED_SOFT_TOKENS = (12,)
        images = processing.Gemma4ImageProcessorPil(patch_size=4, max_soft_tokens=12)
        vision = hf.Gemma4VisionConfig(
            **BLOCK, num_key_value_heads=4, head_dim=8, patch_size=4, position_embedding_size=40, **self.vision)
        model = hf.Gemma4ForConditionalGeneration(hf.Gemma4Config(
            text_config=config, vision_config=vision, image_token_id=self.image_token,
            video_token_id=words.convert_tokens_to_ids("<|video|>"), audio_token_id=words.audio_token_id,
            tie_word_embeddings=True))
        return model, hf.Gemma4Processor(hf.Gemma4AudioFeatureExtractor(), images, words, hf.Gemma4VideoProcessor())

    def rows(self, model, inputs):
        return joined(model.model.get_image_features(
            inputs["pixel_values"], inputs["image_position_ids"]).pooler_output)

    def inputs(self, processor, text, images):
        inputs = super().inputs(processor, text, images)
        return {key: value for key, value in inputs.items() if key != "num_soft_tokens_per_image"}

    def vision_keys(self, writer, config):
        writer.add_clip_vision_projector_type("gemma4v")
        writer.add_vision_projection_dim(config.text_config.hidden_size)
        writer.add_vision_image_size(224)
        writer.add_vision_patch_size(4)
        block_keys(writer, 32, 64, 2, 4)
        writer.add_vision_image_mean([0.0] * 3)
        writer.add_vision_image_std([1.0] * 3)
        writer.add_vision_attention_layernorm_eps(1e-6)
        writer.add_uint32("clip.vision.image_min_pixels", 144)
        writer.add_uint32("clip.vision.image_max_pixels", 12 * 144)

    def convert(self, name, values, config):
        if name.endswith("input_proj.weight"):
            values = values.reshape(-1, 4, 4, 3).transpose(0, 3, 1, 2)
        yield self.rename(name), np.atleast_1d(values)


class Gemma4Large(Gemma4):
    """The large models: pictures are bidirectional in sliding windows, and their rows standardized."""

    name, text = "gemma4-vision-large", "gemma4moe"
    vision = dict(standardize=True)

    def text_config(self, config):
        config.use_bidirectional_attention = "vision"
        config.num_experts = 3
        return super().text_config(config)


VISION_FAMILIES = [
    Idefics3(), LFM2(), Gemma3(), InternVL(), Qwen3VL(), Qwen25VL(), Pixtral(), MistralSmall(), LLaVA(), Qwen2VL(),
    LLaVANext(), Gemma4(), Gemma4Large(), Qwen3VLMoE(), GLM4V()]
