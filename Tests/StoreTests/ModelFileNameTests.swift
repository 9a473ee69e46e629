import Testing

@testable import SwiftletStore

/// Names of files as they are on the hub, and their parts.
struct FileNameCase: Sendable, CustomTestStringConvertible {
  let path: String
  let kind: ModelFileName.Kind?
  let stem: String
  let quantization: String?
  var part: [Int]?

  init(
    _ path: String, _ kind: ModelFileName.Kind? = .model, _ stem: String = "", _ quantization: String? = nil,
    part: [Int]? = nil
  ) {
    (self.path, self.kind, self.stem, self.quantization, self.part) = (path, kind, stem, quantization, part)
  }

  var testDescription: String { path }

  static let all: [FileNameCase] = [
    // bartowski
    .init("Llama-3.2-1B-Instruct-Q4_K_M.gguf", .model, "Llama-3.2-1B-Instruct", "Q4_K_M"),
    .init("Llama-3.2-1B-Instruct-Q4_0_4_4.gguf", .model, "Llama-3.2-1B-Instruct", "Q4_0_4_4"),
    .init("Llama-3.2-1B-Instruct-Q4_0_8_8.gguf", .model, "Llama-3.2-1B-Instruct", "Q4_0_8_8"),
    .init("Llama-3.2-1B-Instruct-IQ3_M.gguf", .model, "Llama-3.2-1B-Instruct", "IQ3_M"),
    .init("Llama-3.2-1B-Instruct-Q6_K_L.gguf", .model, "Llama-3.2-1B-Instruct", "Q6_K_L"),
    .init("Llama-3.2-1B-Instruct-Q3_K_XL.gguf", .model, "Llama-3.2-1B-Instruct", "Q3_K_XL"),
    .init("Llama-3.2-1B-Instruct-f16.gguf", .model, "Llama-3.2-1B-Instruct", "F16"),
    .init("Llama-3.2-1B-Instruct.imatrix", nil),
    .init("google_gemma-3-4b-it-Q4_K_S.gguf", .model, "google_gemma-3-4b-it", "Q4_K_S"),
    .init("google_gemma-3-4b-it-bf16.gguf", .model, "google_gemma-3-4b-it", "BF16"),
    .init("google_gemma-3-4b-it-imatrix.gguf", .importance, "google_gemma-3-4b-it-imatrix"),
    .init("mmproj-google_gemma-3-4b-it-f16.gguf", .projector, "mmproj-google_gemma-3-4b-it", "F16"),
    .init(
      "Meta-Llama-3.1-70B-Instruct-Q8_0/Meta-Llama-3.1-70B-Instruct-Q8_0-00001-of-00002.gguf", .model,
      "Meta-Llama-3.1-70B-Instruct", "Q8_0", part: [1, 2]),
    .init("Qwen_Qwen3-30B-A3B-IQ4_NL.gguf", .model, "Qwen_Qwen3-30B-A3B", "IQ4_NL"),
    .init("Qwen_Qwen3-30B-A3B-IQ2_XXS.gguf", .model, "Qwen_Qwen3-30B-A3B", "IQ2_XXS"),
    // unsloth
    .init("Qwen3-4B-Instruct-2507-UD-Q4_K_XL.gguf", .model, "Qwen3-4B-Instruct-2507", "UD-Q4_K_XL"),
    .init("Qwen3-4B-Instruct-2507-Q4_K_M.gguf", .model, "Qwen3-4B-Instruct-2507", "Q4_K_M"),
    .init("Qwen3-4B-Instruct-2507-UD-IQ1_M.gguf", .model, "Qwen3-4B-Instruct-2507", "UD-IQ1_M"),
    .init("UD-Q2_K_XL/DeepSeek-R1-UD-Q2_K_XL-00003-of-00005.gguf", .model, "DeepSeek-R1", "UD-Q2_K_XL", part: [3, 5]),
    .init(
      "DeepSeek-R1-UD-IQ1_S/DeepSeek-R1-UD-IQ1_S-00001-of-00003.gguf", .model, "DeepSeek-R1", "UD-IQ1_S", part: [1, 3]),
    .init("BF16/Qwen3-32B-BF16-00001-of-00002.gguf", .model, "Qwen3-32B", "BF16", part: [1, 2]),
    .init("Kimi-K2-Instruct-UD-TQ1_0.gguf", .model, "Kimi-K2-Instruct", "UD-TQ1_0"),
    .init("gpt-oss-20b-UD-Q8_K_XL.gguf", .model, "gpt-oss-20b", "UD-Q8_K_XL"),
    .init("gpt-oss-20b-F16.gguf", .model, "gpt-oss-20b", "F16"),
    .init("imatrix_unsloth.gguf", .importance, "imatrix_unsloth"),
    .init("imatrix_unsloth.gguf_file", nil),
    .init("mmproj-F16.gguf", .projector, "mmproj", "F16"),
    .init("mmproj-BF16.gguf", .projector, "mmproj", "BF16"),
    .init("Qwen3.6-27B-MTP-Q4_K_M.gguf", .model, "Qwen3.6-27B-MTP", "Q4_K_M"),
    // mradermacher
    .init("Qwen2.5-7B-Instruct.i1-Q4_K_M.gguf", .model, "Qwen2.5-7B-Instruct", "i1-Q4_K_M"),
    .init("Qwen2.5-7B-Instruct.i1-IQ3_XXS.gguf", .model, "Qwen2.5-7B-Instruct", "i1-IQ3_XXS"),
    .init("Qwen2.5-7B-Instruct.i1-MXFP4_MOE.gguf", .model, "Qwen2.5-7B-Instruct", "i1-MXFP4_MOE"),
    .init("Meta-Llama-3-8B.IQ4_XS.gguf", .model, "Meta-Llama-3-8B", "IQ4_XS"),
    .init("Meta-Llama-3-8B.Q2_K.gguf", .model, "Meta-Llama-3-8B", "Q2_K"),
    .init("goliath-120b.i1-Q6_K.gguf.part1of2", nil),
    .init("Qwen2.5-VL-7B-Instruct.mmproj-fp16.gguf", .projector, "Qwen2.5-VL-7B-Instruct.mmproj", "F16"),
    .init("Qwen2.5-VL-7B-Instruct.mmproj-Q8_0.gguf", .projector, "Qwen2.5-VL-7B-Instruct.mmproj", "Q8_0"),
    .init("Qwen2.5-7B-Instruct.imatrix.gguf", .importance, "Qwen2.5-7B-Instruct.imatrix"),
    // ggml-org
    .init("Qwen3-0.6B-Q8_0.gguf", .model, "Qwen3-0.6B", "Q8_0"),
    .init("gemma-3-4b-it-Q4_K_M.gguf", .model, "gemma-3-4b-it", "Q4_K_M"),
    .init("mmproj-model-f16.gguf", .projector, "mmproj-model", "F16"),
    .init("gpt-oss-120b-mxfp4-00002-of-00003.gguf", .model, "gpt-oss-120b", "MXFP4", part: [2, 3]),
    .init("stories15M-q4_0.gguf", .model, "stories15M", "Q4_0"),
    .init("stories260K.gguf", .model, "stories260K"),
    .init("ggml-model-q4_0.gguf", .model, "ggml-model", "Q4_0"),
    .init("LoRA-Qwen2.5-1.5B-Instruct-abliterated-F16.gguf", .adapter, "LoRA-Qwen2.5-1.5B-Instruct-abliterated", "F16"),
    .init("mtp-Qwen3.6-27B-Q8_0.gguf", .draft, "mtp-Qwen3.6-27B", "Q8_0"),
    .init("eagle3-Qwen3-8B-BF16.gguf", .draft, "eagle3-Qwen3-8B", "BF16"),
    // lmstudio-community
    .init("gemma-3-1b-it-Q4_K_M.gguf", .model, "gemma-3-1b-it", "Q4_K_M"),
    .init("gpt-oss-20b-MXFP4.gguf", .model, "gpt-oss-20b", "MXFP4"),
    .init("Qwen3-235B-A22B-Q3_K_L-00001-of-00003.gguf", .model, "Qwen3-235B-A22B", "Q3_K_L", part: [1, 3]),
    // Qwen
    .init("qwen2.5-0.5b-instruct-q4_k_m.gguf", .model, "qwen2.5-0.5b-instruct", "Q4_K_M"),
    .init("qwen2.5-0.5b-instruct-fp16.gguf", .model, "qwen2.5-0.5b-instruct", "F16"),
    .init("qwen2.5-7b-instruct-q4_k_m-00001-of-00002.gguf", .model, "qwen2.5-7b-instruct", "Q4_K_M", part: [1, 2]),
    .init("qwen1_5-0_5b-chat-q2_k.gguf", .model, "qwen1_5-0_5b-chat", "Q2_K"),
    .init("qwen2-0_5b-instruct-q5_0.gguf", .model, "qwen2-0_5b-instruct", "Q5_0"),
    .init("Qwen3-8B-Q5_K_M.gguf", .model, "Qwen3-8B", "Q5_K_M"),
    // TheBloke
    .init("llama-2-7b-chat.Q4_K_M.gguf", .model, "llama-2-7b-chat", "Q4_K_M"),
    .init("mistral-7b-instruct-v0.1.Q5_0.gguf", .model, "mistral-7b-instruct-v0.1", "Q5_0"),
    .init("mixtral-8x7b-v0.1.Q3_K_L.gguf", .model, "mixtral-8x7b-v0.1", "Q3_K_L"),
    .init("alpaca-lora-65B.Q4_K_M.gguf", .model, "alpaca-lora-65B", "Q4_K_M"),
    .init("goliath-120b.Q6_K.gguf-split-a", nil),
    // Others
    .init("Phi-3-mini-4k-instruct-q4.gguf", .model, "Phi-3-mini-4k-instruct", "Q4"),
    .init("Phi-3-mini-4k-instruct-fp16.gguf", .model, "Phi-3-mini-4k-instruct", "F16"),
    .init("ggml-model-i2_s.gguf", .model, "ggml-model-i2_s"),
    .init("mmproj-model-f16-4B.gguf", .projector, "mmproj-model-4B", "F16"),
    .init("2b_it_v2.gguf", .model, "2b_it_v2"),
    .init("ggml-adapter-model.gguf", .adapter, "ggml-adapter-model"),
    .init("style-lora.Q8_0.gguf", .adapter, "style-lora", "Q8_0"),
    .init("DeepSeek-V3-0324-IQ4_KSS-00001-of-00010.gguf", .model, "DeepSeek-V3-0324", "IQ4_KSS", part: [1, 10]),
    .init("IQ2_K/model-00001-of-00007.gguf", .model, "model", "IQ2_K", part: [1, 7]),
    .init("Q4_K_M/model-00001-of-00002.gguf", .model, "model", "Q4_K_M", part: [1, 2]),
    .init("models/UD-Q5_K_XL/model.gguf", .model, "model", "UD-Q5_K_XL"),
    .init("Bonsai-8B-Q1_0.gguf", .model, "Bonsai-8B", "Q1_0"),
    .init("Model-F32.gguf", .model, "Model", "F32"),
    .init("Q4_K_M.gguf", .model, "", "Q4_K_M"),
    .init("README.md", nil), .init("config.json", nil), .init(".gguf", nil),
    .init("model-00003-of-00002.gguf", .model, "model-00003-of-00002"),
    .init("model-+0001-of-00002.gguf", .model, "model-+0001-of-00002"),
    .init("model-00000-of-00002.gguf", .model, "model-00000-of-00002"),
  ]
}

@Suite struct ModelFileNameTests {
  @Test("13: sixty names of uploaders are parsed", arguments: FileNameCase.all)
  func realNamesAreParsed(_ expected: FileNameCase) {
    let name = ModelFileName(expected.path)
    #expect(name?.kind == expected.kind)
    guard let name, expected.kind != nil else { return }
    #expect(name.stem == expected.stem)
    #expect(name.quantization == expected.quantization)
    #expect(name.shard.map { [$0.number, $0.count] } == expected.part)
    #expect(name.path == expected.path)
  }

  @Test func theTableHasAtLeastSixtyNames() { #expect(FileNameCase.all.count >= 60) }

  @Test(arguments: [
    ("Q4_K_M", true), ("Q8_0", true), ("F16", true), ("BF16", true), ("IQ4_XS", true), ("IQ1_S", true),
    ("TQ1_0", true), ("MXFP4_MOE", true), ("NVFP4", true), ("Q4_0_4_4", false), ("IQ4_KSS", false), ("Q2_K_L", true),
  ])
  func runnableTypesAreThoseOfTheEngine(_ name: String, _ isRunnable: Bool) throws {
    #expect(try #require(QuantizationName.named(name)).isRunnable == isRunnable)
  }
}
