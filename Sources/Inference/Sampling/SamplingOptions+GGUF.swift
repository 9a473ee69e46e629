public import SwiftletGGUF

extension SamplingOptions {
  /// Creates the options that a model's publisher recommends: the keys `general.sampling.*` of its file, as llama.cpp understands them.
  ///
  /// Steps run in one order here; of `general.sampling.sequence` it counts which steps it names, as the others are off.
  /// Mirostat is there in its second version only; a recommendation of the first one is passed over.
  ///
  /// - Throws: ``GGUFError`` naming a key that has a value of another kind.
  public init(recommendedBy metadata: GGUFMetadata) throws(GGUFError) {
    for setting in SamplingSetting.all {
      guard let name = setting.key else { continue }
      let key = "general.sampling." + name
      switch setting.form {
      case .number(let path, _): self[keyPath: path] = try metadata.float(key).map { Float($0) }
      case .count(let path, _): self[keyPath: path] = try metadata.integer(key)
      case .window(let path): self[keyPath: path] = try metadata.integer(key).map { $0 < 0 ? .max : $0 }
      case .mirostat: usesMirostat = try metadata.integer(key).map { $0 == 2 }
      case .greedy, .seed, .texts, .text, .bias: break
      }
    }
    if let sequence = try metadata.string("general.sampling.sequence"), !sequence.isEmpty {
      switchOffSteps(notIn: sequence)
    }
  }

  /// Switches off the steps that a list of names, separated by semicolons, does not have.
  private mutating func switchOffSteps(notIn sequence: String) {
    let steps = Set(sequence.utf8.split(separator: UInt8(ascii: ";")).map { String(decoding: $0, as: UTF8.self) })
    for setting in SamplingSetting.all {
      guard let step = setting.step, steps.isDisjoint(with: step.names) else { continue }
      switch setting.form {
      case .number(let path, _): self[keyPath: path] = step.off
      case .count(let path, _): self[keyPath: path] = Int(exactly: step.off)
      default: break
      }
    }
  }
}
