public import SwiftletGGUF

extension SamplingOverrides {
  /// What a model's publisher recommends: the keys `general.sampling.*` of its file, as llama.cpp understands them.
  ///
  /// Steps run in one order here; of `general.sampling.sequence` it counts which steps it names, as the others are off.
  /// Mirostat is there in its second version only; a recommendation of the first one is passed over.
  ///
  /// - Throws: ``GGUFError`` naming a key that has a value of another kind.
  public init(recommendedBy metadata: GGUFMetadata) throws(GGUFError) {
    func number(_ key: String) throws(GGUFError) -> Float? {
      try metadata.float("general.sampling." + key).map { Float($0) }
    }
    func integer(_ key: String) throws(GGUFError) -> Int? { try metadata.integer("general.sampling." + key) }
    temperature = try number("temp")
    topK = try integer("top_k")
    topP = try number("top_p")
    minP = try number("min_p")
    xtcProbability = try number("xtc_probability")
    xtcThreshold = try number("xtc_threshold")
    repetitionPenalty = try number("penalty_repeat")
    penaltyWindow = try integer("penalty_last_n").map { $0 < 0 ? .max : $0 }
    usesMirostat = try integer("mirostat").map { $0 == 2 }
    mirostatTau = try number("mirostat_tau")
    mirostatEta = try number("mirostat_eta")
    if let sequence = try metadata.string("general.sampling.sequence"), !sequence.isEmpty {
      switchOffSteps(notIn: sequence)
    }
  }

  /// Switches off the steps that a list of names, separated by semicolons, does not have.
  private mutating func switchOffSteps(notIn sequence: String) {
    let steps = Set(sequence.utf8.split(separator: UInt8(ascii: ";")).map { String(decoding: $0, as: UTF8.self) })
    func lacks(_ names: String...) -> Bool { steps.isDisjoint(with: names) }
    if lacks("top_k", "top-k") { topK = 0 }
    if lacks("top_p", "top-p", "nucleus") { topP = 1 }
    if lacks("min_p", "min-p") { minP = 0 }
    if lacks("xtc") { xtcProbability = 0 }
    if lacks("penalties") { (repetitionPenalty, frequencyPenalty, presencePenalty) = (1, 0, 0) }
    if lacks("temperature", "temp") { temperature = 1 }
  }
}
