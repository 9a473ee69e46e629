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
      case .number(let field, _): self[keyPath: field.option] = try metadata.float(key).map { Float($0) }
      case .count(let field, _): self[keyPath: field.option] = try metadata.integer(key)
      case .window(let field): self[keyPath: field.option] = try metadata.integer(key).map { $0 < 0 ? .max : $0 }
      case .mirostat(let field): self[keyPath: field.option] = try metadata.integer(key).map { $0 == 2 }
      case .greedy, .seed, .texts, .text, .bias: break
      }
    }
    if let sequence = try metadata.string("general.sampling.sequence"), !sequence.isEmpty {
      disableSamplers(notIn: sequence)
    }
  }

  /// Disables the sampler that a setting of ``SamplingSetting/all`` enables.
  ///
  /// - Parameter name: The name of the setting in requests, such as `top_k`.
  package mutating func disableSampler(of name: String) {
    for setting in SamplingSetting.all where setting.name == name { setting.valueKind.field?.disable(in: &self) }
  }

  /// Disables the samplers that are not in a list of names, separated by semicolons.
  private mutating func disableSamplers(notIn sequence: String) {
    let steps = Set(sequence.utf8.split(separator: UInt8(ascii: ";")).map { String(decoding: $0, as: UTF8.self) })
    for setting in SamplingSetting.all {
      switch setting.role {
      case .step(let names), .truncation(let names):
        if !names.isEmpty, steps.isDisjoint(with: names) { setting.valueKind.field?.disable(in: &self) }
      case .detail: break
      }
    }
  }
}
