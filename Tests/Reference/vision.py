"""Generates a small random vision model of each family, with projector rows and logits from `transformers`.

    pip install -r Tests/Reference/requirements-5.24.txt
    python3 Tests/Reference/vision.py            # rewrites Tests/Fixtures/vision
    python3 Tests/Reference/vision.py idefics3   # only this family

<name>.gguf is the text model and <name>.mmproj.gguf the encoder, with keys and tensors as the converters of llama.cpp write
them; matrices are F16.

<name>.expected.gguf contains the reference results:
    sizes             the width and height of three pictures, as metadata; `picture` below gives their pixels
    rows.<i>          F32 (rows, columns), the projector's output for each picture
    one, two          the tokens of prompts with one and with two pictures, as metadata; -1 stands for a row of a picture
    one.pictures, …   the indices of the pictures in them
    one.logits, …     F32 (16, rows of the embedding table), of the last 16 tokens

The reference uses the weights of the file, in double precision as far as `transformers` does. The preprocessors are those
with Pillow, which differ from those with torchvision by up to a step of 255.
"""

import sys

import numpy as np
import torch
import transformers as hf
from gguf import MODEL_ARCH_NAMES, GGMLQuantizationType, GGUFType, GGUFWriter, TokenType
from gguf.quants import quantize
from PIL import Image
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

from families import FAMILIES
from fixture_paths import fixtures
from make_fixtures import tensors, write_keys
from vision_families import VISION_FAMILIES

FIXTURES = fixtures("vision")
LOGITS = 16


def picture(width: int, height: int) -> Image.Image:
    """Returns a picture of a formula that the tests use too."""
    y, x = np.mgrid[0:height, 0:width]
    planes = [(x * 5 + y * 3) % 256, (x * y * 7 + x) % 256, (x * x + y * 11) % 256]
    return Image.fromarray(np.stack(planes, -1).astype(np.uint8))


def vocabulary(specials: list[str]) -> list[str]:
    """Returns all bytes, two merged tokens, and the given control tokens, by their ids."""
    return [*sorted(pre_tokenizers.ByteLevel.alphabet()), "er", "ĊĊ", *specials]


def tokenizer(specials: list[str], **names) -> hf.PreTrainedTokenizerFast:
    plain = vocabulary([])
    bpe = Tokenizer(models.BPE(vocab={token: index for index, token in enumerate(plain)}, merges=[("e", "r"), ("Ċ", "Ċ")]))
    bpe.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.decoder = decoders.ByteLevel()
    result = hf.PreTrainedTokenizerFast(tokenizer_object=bpe, **names)
    result.add_tokens([AddedToken(token, special=True, normalized=False) for token in specials])
    return result


def random_weights(family, model: torch.nn.Module, text_is_shifted: bool) -> None:
    """Fills the model with random weights, large enough for differences of order and of functions to show."""
    rng = np.random.default_rng(family.seed)
    with torch.no_grad():
        for name, parameter in sorted(model.named_parameters()):
            shape = tuple(parameter.shape)
            draw = rng.standard_normal(shape)
            is_norm = parameter.ndim == 1 and name.endswith("weight")
            if is_norm:
                is_shifted = text_is_shifted and ("language_model" in name or "soft_emb" in name)
                values = 0.3 * draw + (0 if is_shifted else 1)
            elif parameter.ndim == 1 or "lambda_" in name:
                values = 0.5 * draw
            elif name.endswith("input_projection_weight"):
                values = 1.2 * draw / shape[0] ** 0.5
            elif "embed" in name and "patch" not in name or "lm_head" in name or "cls_token" in name:
                gain = 1.5 if "language" in name or "text_model" in name or "lm_head" in name else 3.0
                values = gain * draw / shape[-1] ** 0.5
            else:
                values = 1.2 * draw / np.prod(shape[2 if "experts" in name else 1:]) ** 0.5
            values *= next((factor for end, factor in family.factors.items() if name.endswith(end)), 1)
            kind = np.float32 if parameter.ndim == 1 else np.float16
            parameter.copy_(torch.from_numpy(values.astype(kind).astype(np.float32)))
        for name, buffer in sorted(model.named_buffers()):
            make = next((make for end, make in family.buffers.items() if name.endswith(end)), None)
            if make is not None:
                buffer.copy_(torch.as_tensor(np.float32(make(rng.standard_normal(tuple(buffer.shape))))))


def finish(writer: GGUFWriter) -> None:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def add(writer: GGUFWriter, name: str, values: np.ndarray) -> None:
    values = np.ascontiguousarray(values, dtype=np.float32)
    is_float = values.ndim == 1 or name.endswith((".bias", "class_embd")) or "position_embd" in name or "norm" in name
    is_float = is_float or name.startswith("rope_") or "conv.weight" in name
    kind = GGMLQuantizationType.F32 if is_float else GGMLQuantizationType.F16
    if kind == GGMLQuantizationType.F16:
        writer.add_tensor(name, values.astype(np.float16))
    else:
        writer.add_tensor(name, values)


def write_text(family, model: torch.nn.Module, config) -> None:
    """Writes the text model through the conversion of its architecture."""
    text = next(known for known in FAMILIES if known.name == family.text)
    lm = text.model(config).float()
    state = {}
    for name, values in model.state_dict().items():
        for prefix in ["model.text_model.", "model.language_model."]:
            if name.startswith(prefix):
                state["model." + name.removeprefix(prefix)] = values.float()
        if name == "lm_head.weight":
            state[name] = values.float()
    missing, unexpected = lm.load_state_dict(state, strict=False)
    assert not unexpected and set(missing) <= {"lm_head.weight"}, (missing, unexpected)
    writer = GGUFWriter(FIXTURES / f"{family.name}.gguf", family.text_arch or MODEL_ARCH_NAMES[text.arch])
    write_keys(writer, text, config)
    text.write_keys(writer, config)
    family.text_keys(writer, config)
    tokens = vocabulary(family.specials)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    normal = len(tokens) - len(family.specials)
    writer.add_token_types([TokenType.NORMAL] * normal + [TokenType.CONTROL] * len(family.specials))
    writer.add_token_merges(["e r", "Ċ Ċ"])
    writer.add_bos_token_id(normal)
    writer.add_eos_token_id(normal)
    writer.add_add_bos_token(False)
    for name, values in tensors(text, lm, config):
        add(writer, name, family.convert_text(name, values, config))
    finish(writer)


def write_encoder(family, model: torch.nn.Module) -> None:
    writer = GGUFWriter(FIXTURES / f"{family.name}.mmproj.gguf", "clip")
    writer.add_type(GGUFType.MMPROJ)
    writer.add_name(family.name)
    writer.add_clip_has_vision_encoder(True)
    family.vision_keys(writer, model.config)
    written = 0
    for name, values in model.state_dict().items():
        if any(part in name for part in ["text_model.", "language_model.", "lm_head"]):
            continue
        for new, part in family.convert(name.removeprefix("model."), values.float().numpy(), model.config):
            add(writer, new, part)
            written += 1
    assert written > 0
    finish(writer)


def run(family, model, processor, text: str, images: list) -> tuple[np.ndarray, np.ndarray]:
    """Returns the tokens of a prompt, and the logits of the last of them."""
    inputs = family.inputs(processor, text, images)
    inputs = {key: value.double() if torch.is_floating_point(value) else value for key, value in inputs.items()}
    with torch.no_grad():
        logits = model(**inputs, use_cache=False).logits[0, -LOGITS:].numpy()
    tokens = inputs["input_ids"][0].numpy().copy()
    tokens[tokens == family.image_token] = -1
    return tokens, logits


def main(chosen: list[str]) -> None:
    torch.set_num_threads(1)
    for family in VISION_FAMILIES:
        if chosen and family.name not in chosen:
            continue
        words = tokenizer(family.specials, **family.token_names)
        family.image_token = words.convert_tokens_to_ids(family.marker)
        text = next(known for known in FAMILIES if known.name == family.text)
        rows = len(vocabulary(family.specials))
        config = family.text_config(text.config(vocab_size=rows, max_position_embeddings=1024))
        model, processor = family.make(config, words)
        model = model.float().eval()
        model.set_attn_implementation("eager")
        model.set_experts_implementation("eager")
        random_weights(family, model, text.norms_are_shifted)
        if config.tie_word_embeddings:
            model.lm_head.weight = model.get_input_embeddings().weight
        write_text(family, model, config)
        write_encoder(family, model)
        model = model.double()
        writer = GGUFWriter(FIXTURES / f"{family.name}.expected.gguf", "expected")
        writer.add_array("sizes", [side for size in family.sizes for side in size])
        pictures = [picture(*size) for size in family.sizes]
        for index, image in enumerate(pictures):
            inputs = family.inputs(processor, family.shown, [image])
            inputs = {key: value.double() if torch.is_floating_point(value) else value for key, value in inputs.items()}
            with torch.no_grad():
                writer.add_tensor(f"rows.{index}", family.rows(model, inputs).numpy().astype(np.float32))
        for name, prompt, shown in [
            ("one", f"Look: {family.shown} who?", [0]), ("two", f"A{family.shown}then \n{family.shown}\n her", [1, 2])
        ]:
            tokens, logits = run(family, model, processor, prompt, [pictures[index] for index in shown])
            writer.add_array(name, tokens.tolist())
            writer.add_array(f"{name}.pictures", shown)
            writer.add_tensor(f"{name}.logits", logits.astype(np.float32))
            print(f"{family.name}: {name} {len(tokens)} tokens, deviation of logits {logits.std():.2f}")
        finish(writer)
        sizes = [(FIXTURES / f"{family.name}{end}.gguf").stat().st_size for end in ["", ".mmproj", ".expected"]]
        print(f"{family.name}: {[size // 1000 for size in sizes]} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
