import Foundation
import TestSupport
import Testing

@testable import SwiftletChatTemplates

/// The expected properties of the template of a model family.
struct Family: CustomTestStringConvertible, Sendable {
  var name: String
  var path: String
  /// True if the template is a fixture in the repository; otherwise it is in the data beside the package.
  var isOwn = false
  var support = TemplateTraits.ToolSupport.all
  var severalCalls = true
  var reasoning: ReasoningFormat?
  var supportsSystemRole = true
  var testDescription: String { name }

  static let mistralReasoning = ReasoningFormat(startTag: "[THINK]", endTag: "[/THINK]")
  static let commandReasoning = ReasoningFormat(startTag: "<|START_THINKING|>", endTag: "<|END_THINKING|>")
  static let gemmaReasoning = ReasoningFormat(startTag: "<|channel>thought\n", endTag: "<channel|>")

  static let glimmerReasoning = ReasoningFormat(
    startTag: " to=self<|message|>", endTag: "<|eom|><|start|>assistant")

  /// The families in the table of tool call formats, and others.
  static let all = [
    Family(name: "Llama 3.1", path: "llama.cpp-2026-05/meta-llama-Llama-3.1-8B-Instruct.jinja", severalCalls: false),
    Family(name: "Llama 3.2", path: "llama.cpp-2026-05/meta-llama-Llama-3.2-3B-Instruct.jinja", severalCalls: false),
    Family(name: "Llama 3.3", path: "llama.cpp-2026-05/meta-llama-Llama-3.3-70B-Instruct.jinja", severalCalls: false),
    Family(name: "Llama 4", path: "vllm/tool_chat_template_llama4_json.jinja"),
    Family(
      name: "Llama 3.2, Python", path: "vllm/tool_chat_template_llama3.2_pythonic.jinja", support: .definitions),
    Family(name: "Qwen 2.5", path: "llama.cpp-2026-05/Qwen-Qwen2.5-7B-Instruct.jinja"),
    Family(name: "Qwen 3", path: "llama.cpp-2026-05/Qwen-Qwen3-0.6B.jinja", reasoning: .thinkTags),
    Family(name: "QwQ", path: "llama.cpp-2026-05/Qwen-QwQ-32B.jinja", reasoning: .thinkTags),
    Family(name: "Hermes 2 Pro", path: "llama.cpp-2026-05/NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use.jinja"),
    Family(name: "Granite 4", path: "llama.cpp-2026-05/ibm-granite-granite-4.0.jinja"),
    Family(
      name: "SmolLM 3", path: "mistral.rs/smollm3.jinja", support: .definitions, reasoning: .thinkTags),
    Family(name: "Qwen 3 Coder", path: "llama.cpp-2026-05/Qwen3-Coder.jinja"),
    Family(name: "Qwen 3.5", path: "llama.cpp-2026-05/Qwen3.5-4B.jinja", reasoning: .thinkTags),
    Family(
      name: "Nemotron 3", path: "llama.cpp-2026-05/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16.jinja", reasoning: .thinkTags),
    Family(name: "Mistral Nemo", path: "llama.cpp-2026-05/mistralai-Mistral-Nemo-Instruct-2407.jinja"),
    Family(name: "Mistral v3", path: "vllm/tool_chat_template_mistral.jinja"),
    Family(name: "Mistral Small 3.2", path: "llama.cpp-2026-05/Mistral-Small-3.2-24B-Instruct-2506.jinja"),
    Family(name: "Devstral", path: "llama.cpp-2026-05/unsloth-mistral-Devstral-Small-2507.jinja"),
    Family(
      name: "Ministral 3", path: "llama.cpp-2026-05/mistralai-Ministral-3-14B-Reasoning-2512.jinja",
      reasoning: mistralReasoning),
    Family(
      name: "Gemma 4", path: "llama.cpp-2026-05/google-gemma-4-31B-it.jinja", reasoning: gemmaReasoning),
    Family(name: "Phi 4 mini", path: "vllm/tool_chat_template_phi4_mini.jinja"),
    Family(name: "gpt-oss", path: "llama.cpp-2026-05/openai-gpt-oss-120b.jinja"),
    Family(name: "Granite 3.0", path: "chujiezheng/granite-3.0-instruct.jinja", support: .definitions),
    Family(
      name: "Granite 3.3", path: "llama.cpp-2026-05/ibm-granite-granite-3.3-2B-Instruct.jinja", support: .definitions,
      reasoning: .thinkTags),
    Family(
      name: "DeepSeek R1", path: "llama.cpp-2026-05/deepseek-ai-DeepSeek-R1-Distill-Qwen-32B.jinja", support: .calls,
      reasoning: .thinkTags),
    Family(
      name: "DeepSeek R1, llama.cpp", path: "llama.cpp-2026-05/llama-cpp-deepseek-r1.jinja", support: .calls,
      reasoning: .thinkTags),
    Family(name: "DeepSeek V3", path: "vllm/tool_chat_template_deepseekv3.jinja"),
    Family(
      name: "DeepSeek V3.1", path: "llama.cpp-2026-05/deepseek-ai-DeepSeek-V3.1.jinja", support: .calls,
      reasoning: .thinkTags),
    Family(name: "DeepSeek V3.2", path: "llama.cpp-2026-05/deepseek-ai-DeepSeek-V3.2.jinja", reasoning: .thinkTags),
    Family(
      name: "Command R7B", path: "llama.cpp-2026-05/CohereForAI-c4ai-command-r7b-12-2024-tool_use.jinja",
      reasoning: commandReasoning),
    Family(name: "LFM 2", path: "llama.cpp-2026-05/LFM2-8B-A1B.jinja", support: .definitions),
    Family(
      name: "LFM 2.5", path: "llama.cpp-2026-05/LFM2.5-Instruct.jinja", support: .definitions, reasoning: .thinkTags),
    Family(name: "GLM 4.6", path: "llama.cpp-2026-05/GLM-4.6.jinja", reasoning: .thinkTags),
    Family(name: "GLM 4.7", path: "llama.cpp-2026-05/GLM-4.7-Flash.jinja", reasoning: .thinkTags),
    Family(name: "GLM 5.2", path: "ik_llama-2026-08/GLM-5.2.jinja", reasoning: .thinkTags),
    Family(name: "Kimi K2", path: "llama.cpp-2026-05/moonshotai-Kimi-K2.jinja"),
    Family(
      name: "Kimi K2 Thinking", path: "llama.cpp-2026-05/Kimi-K2-Thinking.jinja", reasoning: .thinkTags),
    Family(name: "MiniMax M2", path: "llama.cpp-2026-05/MiniMax-M2.jinja", reasoning: .thinkTags),
    Family(name: "Seed OSS", path: "llama.cpp-2026-05/ByteDance-Seed-OSS.jinja"),
    Family(name: "Apertus", path: "llama.cpp-2026-05/Apertus-8B-Instruct.jinja"),
    Family(name: "Functionary 3.2", path: "llama.cpp-2026-05/meetkai-functionary-medium-v3.2.jinja"),
    Family(name: "Firefunction", path: "llama.cpp-2026-05/fireworks-ai-llama-3-firefunction-v2.jinja"),
    Family(name: "Glimmer", path: "ollama/glimmer_chat_template.jinja", reasoning: glimmerReasoning),
    Family(name: "Functionary 3.1", path: "llama.cpp-2026-05/meetkai-functionary-medium-v3.1.jinja"),
  ]

  /// Families whose published templates are not in the data, with templates of the same form.
  static let own = [Family(name: "FunctionGemma", path: "functiongemma.jinja", isOwn: true)]

  func template() throws -> ChatTemplate {
    guard isOwn else { return try SharedTemplates.template(path) }
    let url = URL(filePath: TestFiles.fixture("templates/" + path))
    return try ChatTemplate(source: try String(contentsOf: url, encoding: .utf8), bos: "<s>", eos: "</s>")
  }
}
