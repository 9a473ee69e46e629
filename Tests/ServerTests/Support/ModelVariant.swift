import Foundation
import Swiftlet
import SwiftletGGUF
import SwiftletServer
import SwiftletWeights
import Testing

/// The default model with other metadata, in a file that exists as long as this does.
final class ModelVariant: Sendable {
  let url: URL
  let tokenCount: Int

  init(_ change: (inout GGUFMetadata) -> Void) throws {
    let file = try GGUFFile(path: #require(DefaultModel.url).path(percentEncoded: false))
    var writer = GGUFWriter()
    writer.metadata = file.metadata
    change(&writer.metadata)
    tokenCount = file.metadata.elementCount("tokenizer.ggml.tokens") ?? 0
    for tensor in file.tensors {
      writer.addTensor(
        tensor.name, tensor.type, dimensions: tensor.dimensions, bytes: tensor.withBytes { Array($0) })
    }
    url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gguf")
    try writer.write(to: url.path(percentEncoded: false))
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// A model that begins its answers with a thought.
  static func thinking() throws -> ModelVariant {
    let template = """
      {% for message in messages %}<|im_start|>{{ message.role }}
      {{ message.content }}<|im_end|>
      {% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
      <think>
      {% endif %}{# </think> #}
      """
    return try ModelVariant { $0["tokenizer.chat_template"] = .text(template) }
  }

  /// A model whose calls are each between markers, so that an answer may have several.
  static func callingInMarkers() throws -> ModelVariant {
    let template = """
      {% if tools %}<|im_start|>system
      {% for tool in tools %}{{ tool | tojson }}
      {% endfor %}<|im_end|>
      {% endif %}{% for message in messages %}<|im_start|>{{ message.role }}
      {{ message.content }}{% for call in message.tool_calls or [] %}
      <tool_call>
      {"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
      </tool_call>{% endfor %}<|im_end|>
      {% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
      {% endif %}
      """
    return try ModelVariant { $0["tokenizer.chat_template"] = .text(template) }
  }

  /// A server whose only model this is.
  func server(contextSize: Int = 400) throws -> ServerApplication {
    let model = try GGUFLanguageModel(contentsOf: url, contextSize: contextSize, packedCache: .off)
    return ServerApplication(models: [ServedModel(name: "variant", model: model)])
  }
}

/// A LoRA adapter of the default model with random weights, in a file that exists as long as this does.
final class AdapterFixture: Sendable {
  let url: URL

  init() throws {
    let base = try GGUFFile(path: #require(DefaultModel.url).path(percentEncoded: false))
    var writer = GGUFWriter()
    writer.metadata["general.type"] = .text("adapter")
    writer.metadata["general.architecture"] = .text(try #require(try base.metadata.string("general.architecture")))
    writer.metadata["adapter.type"] = .text("lora")
    writer.metadata["adapter.lora.alpha"] = .float32(4)
    var state: UInt32 = 1
    func numbers(_ count: Int) -> [UInt8] {
      F32.quantized(
        (0..<count).map { _ in
          state = state &* 1_664_525 &+ 1_013_904_223
          return Float(state >> 8) / Float(1 << 23) - 1
        })
    }
    for tensor in base.tensors where tensor.name.hasSuffix("attn_v.weight") {
      let (columns, rows) = (tensor.columns, tensor.rows)
      writer.addTensor(tensor.name + ".lora_a", .f32, dimensions: [columns, 4], bytes: numbers(4 * columns))
      writer.addTensor(tensor.name + ".lora_b", .f32, dimensions: [4, rows], bytes: numbers(4 * rows))
    }
    url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gguf")
    try writer.write(to: url.path(percentEncoded: false))
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
