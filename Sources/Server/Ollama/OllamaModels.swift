import Foundation
import SwiftletGGUF
import SwiftletJSON
import SwiftletTokenizers

/// Times in the form of ollama's API.
enum OllamaDate {
  /// Returns a time as text, with a fraction of seconds.
  static func text(_ date: Date = Date()) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}

extension ModelPool.Description {
  /// The members of a model in the lists of ollama's API.
  var ollamaMembers: [(String, JSONValue?)] {
    let name = OllamaName.tagged(model.name)
    return [
      ("name", .string(name)), ("model", .string(name)), ("modified_at", .string(modified)),
      ("size", .count(model.properties?.byteCount ?? 0)), ("digest", .string(digest)), ("details", details),
    ]
  }

  /// The members of a model in memory.
  var ollamaLoadedMembers: [(String, JSONValue?)] {
    // A century is for ever.
    let rest = keepAlive.map { max(0, (userCount > 0 ? $0 : $0 - idleTime).inSeconds) } ?? 3_155_760_000
    return ollamaMembers + [
      ("expires_at", .string(OllamaDate.text(Date(timeIntervalSinceNow: rest)))), ("size_vram", .count(0)),
      ("context_length", .count(contextSize ?? model.properties?.trainingContext ?? 0)),
    ]
  }

  /// The answer of `/api/show`.
  var ollamaDescription: JSONValue {
    let template = model.properties?.chatTemplate ?? ""
    var capabilities: [JSONValue] = ["completion"]
    if model.properties?.hasPooling == true {
      capabilities = [model.properties?.isReranker == true ? "rerank" : "embedding"]
    }
    if model.readsImages { capabilities.append("vision") }
    let metadata = model.path.flatMap { try? GGUFFile(path: $0) }?.metadata
    let tokenizer = metadata.flatMap { try? Tokenizer(metadata: $0) }
    if tokenizer?.vocabulary.fillInTheMiddle != nil { capabilities.append("insert") }
    if template.contains("tools") { capabilities.append("tools") }
    if template.contains("think") { capabilities.append("thinking") }
    let information = (metadata?.keys ?? []).filter { $0 != "tokenizer.chat_template" }.map { key in
      (key, metadata?[key]?.ollama ?? .null)
    }
    let license = (try? metadata?.string("general.license")) ?? nil
    return .members([
      ("license", license.map { .string($0) }), ("modelfile", .string("FROM \(OllamaName.tagged(model.name))\n")),
      ("parameters", ""), ("template", .string(template)), ("details", details),
      ("model_info", .members(information)), ("capabilities", .array(capabilities)),
      ("modified_at", .string(modified)),
    ])
  }

  private var modified: String { OllamaDate.text(Date(timeIntervalSince1970: Double(model.created))) }

  private var details: JSONValue {
    let properties = model.properties
    let family = properties?.architecture ?? ""
    // Older clients know models that read images by the family of their encoders.
    let families = [family, model.readsImages ? "clip" : ""].filter { !$0.isEmpty }
    return .members([
      ("parent_model", ""), ("format", "gguf"), ("family", .string(family)),
      ("families", .array(families.map { .string($0) })),
      ("parameter_size", .string(Self.size(properties?.parameterCount ?? 0))),
      ("quantization_level", .string(properties?.fileType ?? "")),
    ])
  }

  /// The number of weights, such as `7.6B`.
  private static func size(_ count: Int) -> String {
    for (unit, name) in [(1e9, "B"), (1e6, "M"), (1e3, "K")] where Double(count) >= unit {
      return "\((Double(count) / unit * 10).rounded() / 10)\(name)"
    }
    return "\(count)"
  }

  /// A number of 256 bits that names the file; it is not one of its contents, which would have to be read for it.
  private var digest: String {
    let text = "\(model.name)\n\(model.properties?.byteCount ?? 0)\n\(model.created)"
    return (UInt64(1)...4).map { seed in
      // FNV-1a, with a step of SplitMix64 at the end.
      var bits = text.utf8.reduce(0xCBF2_9CE4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
      let digits = String(bits ^ bits >> 31, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

extension GGUFValue {
  /// The value as JSON; arrays, which may be long, are null.
  fileprivate var ollama: JSONValue {
    switch self {
    case .uint8(let value): .number("\(value)")
    case .int8(let value): .number("\(value)")
    case .uint16(let value): .number("\(value)")
    case .int16(let value): .number("\(value)")
    case .uint32(let value): .number("\(value)")
    case .int32(let value): .number("\(value)")
    case .uint64(let value): .number("\(value)")
    case .int64(let value): .number("\(value)")
    case .float32(let value): .number(Double(value))
    case .float64(let value): .number(value)
    case .bool(let value): .bool(value)
    case .string(let bytes): .string(String(decoding: bytes, as: UTF8.self))
    case .array: .null
    }
  }
}
