public import SwiftletGGUF

extension SamplingOptions {
  /// Creates the options that a model's file recommends, from its keys `general.sampling.*` as llama.cpp reads them.
  ///
  /// The order of the samplers is fixed; `general.sampling.sequence` only disables those that it does not name.
  /// Mirostat is supported in version 2 only; a recommendation of version 1 is ignored.
  ///
  /// - Throws: ``GGUFError`` naming a key whose value has the wrong type.
  public init(recommendedBy metadata: GGUFMetadata) throws(GGUFError) {
    for setting in SamplingSetting.all {
      guard let name = setting.key else { continue }
      let key = "general.sampling." + name
      switch setting.valueKind {
      case .number(let path, _): self[keyPath: path] = try metadata.float(key).map { Float($0) }
      case .count(let path, _): self[keyPath: path] = try metadata.integer(key)
      case .window(let path): self[keyPath: path] = try metadata.integer(key).map { $0 < 0 ? .max : $0 }
      case .mirostat: usesMirostat = try metadata.integer(key).map { $0 == 2 }
      case .greedy, .seed, .texts, .text, .bias: break
      }
    }
    if let sequence = try metadata.string("general.sampling.sequence"), !sequence.isEmpty {
      disableSamplers(notIn: sequence)
    }
  }

  /// Disables the samplers that are not in a list of names, separated by semicolons.
  private mutating func disableSamplers(notIn sequence: String) {
    let steps = Set(sequence.utf8.split(separator: UInt8(ascii: ";")).map { String(decoding: $0, as: UTF8.self) })
    for setting in SamplingSetting.all {
      guard let step = setting.step, steps.isDisjoint(with: step.names) else { continue }
      switch setting.valueKind {
      case .number(let path, _): self[keyPath: path] = step.off
      case .count(let path, _): self[keyPath: path] = Int(exactly: step.off)
      default: break
      }
    }
  }
}
