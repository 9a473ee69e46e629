import Swiftlet

// The options for the choice of tokens, under the names that llama.cpp's users know.

extension Option {
  static let sampling: [Option] = [
    Option("--temperature", "T", "how much chance there is, 0 for none; default: the file's, else 0.7", or: "--temp"),
    Option("--dynatemp-range", "R", "let the temperature vary by R with the uncertainty; default: 0"),
    Option("--dynatemp-exp", "E", "how it grows with the uncertainty; default: 1"),
    Option("--top-k", "K", "choose among the K most likely tokens, 0 for all; default: the file's, else 40"),
    Option("--top-p", "P", "choose among the most likely tokens that sum up to P; default: the file's, else 0.95"),
    Option("--min-p", "P", "leave out tokens less likely than P times the likeliest; default: the file's, else 0"),
    Option("--typical", "P", "choose among the most typical tokens that sum up to P; default: 1", or: "--typical-p"),
    Option(
      "--top-nsigma", "N", "leave out logits N standard deviations below the highest; default: 0, for none",
      or: "--top-n-sigma"),
    Option("--xtc-probability", "P", "how often to leave out the likeliest tokens; default: the file's, else 0"),
    Option("--xtc-threshold", "P", "... those at least so likely, except the last; default: the file's, else 0.1"),
    Option(
      "--repetition-penalty", "R", "make recent tokens less likely; default: the file's, else 1, not at all",
      or: "--repeat-penalty"),
    Option("--frequency-penalty", "R", "the same, for each time that they occurred; default: 0"),
    Option("--presence-penalty", "R", "the same, if they occurred; default: 0"),
    Option("--repeat-last-n", "N", "how many tokens are recent, -1 for all; default: the file's, else 64"),
    Option("--dry-multiplier", "M", "make tokens less likely that go on with a repetition; default: 0, not at all"),
    Option("--dry-base", "B", "how much less with each token of the repetition; default: 1.75"),
    Option("--dry-allowed-length", "N", "how long a repetition has to be; default: 2"),
    Option("--dry-penalty-last-n", "N", "how many tokens are looked at for repetitions, -1 for all; default: -1"),
    Option("--dry-sequence-breaker", "S", "a text that ends repetitions, none for none; default: \\n : \" * each"),
    Option("--mirostat", "V", "2 steers the surprise of the text instead of the above, 0 does not; default: 0"),
    Option("--mirostat-ent", "T", "the surprise that it aims at, in bits a token; default: the file's, else 5"),
    Option("--mirostat-lr", "E", "how fast it corrects; default: the file's, else 0.1"),
    Option("--logit-bias", "ID+B", "add B to the logit of a token, or ID-B; may be given several times"),
    Option("--seed", "N", "the seed of the chances, for the same answer again"),
    Option("--greedy", nil, "always the most likely token"),
    Option("--reasoning-budget", "N", "end the model's thoughts after N tokens, -1 for never; default: -1"),
    Option("--reasoning-budget-message", "TEXT", "... with this text before the mark that ends them; default: none"),
  ]
}

extension Arguments {
  /// What the options say about the choice of tokens.
  func samplingOptions() throws(UsageError) -> GGUFLanguageModel.SamplingOptions {
    var options = GGUFLanguageModel.SamplingOptions()
    options.temperature = has("--greedy") ? 0 : try number("--temperature", in: 0...100)
    options.dynamicTemperatureRange = try number("--dynatemp-range", in: 0...100)
    options.dynamicTemperatureExponent = try number("--dynatemp-exp", in: 0...100)
    options.topK = try integer("--top-k", in: 0...1 << 30)
    options.topP = try number("--top-p", in: 0...1)
    options.minP = try number("--min-p", in: 0...1)
    options.typicalP = try number("--typical", in: 0...1)
    options.topNSigma = try number("--top-nsigma", in: -1...1000)
    options.xtcProbability = try number("--xtc-probability", in: 0...1)
    options.xtcThreshold = try number("--xtc-threshold", in: 0...1)
    options.repetitionPenalty = try number("--repetition-penalty", in: 0.01...100)
    options.frequencyPenalty = try number("--frequency-penalty", in: -100...100)
    options.presencePenalty = try number("--presence-penalty", in: -100...100)
    options.penaltyWindow = try window("--repeat-last-n")
    options.dryMultiplier = try number("--dry-multiplier", in: 0...100)
    options.dryBase = try number("--dry-base", in: 0...100)
    options.dryAllowedLength = try integer("--dry-allowed-length", in: 0...1 << 30)
    options.dryWindow = try window("--dry-penalty-last-n")
    if has("--dry-sequence-breaker") { options.dryBreakers = breakers(strings("--dry-sequence-breaker")) }
    if let version = try integer("--mirostat", in: 0...2) {
      guard version != 1 else { throw UsageError(what: "--mirostat", why: "found 1, expected 0 or 2") }
      options.usesMirostat = version == 2
    }
    options.mirostatTau = try number("--mirostat-ent", in: 0...100)
    options.mirostatEta = try number("--mirostat-lr", in: 0...1)
    if has("--logit-bias") { options.logitBias = try logitBias(strings("--logit-bias")) }
    if let text = string("--seed") {
      guard let seed = UInt64(text) else {
        throw UsageError(what: "--seed", why: "found \(text), expected an integer from 0 to \(UInt64.max)")
      }
      options.seed = seed
    }
    options.reasoningBudget = try integer("--reasoning-budget", in: -1...1 << 30).flatMap { $0 < 0 ? nil : $0 }
    options.reasoningBudgetMessage = string("--reasoning-budget-message")
    return options
  }

  /// A number of tokens, where −1 means all.
  private func window(_ name: String) throws(UsageError) -> Int? {
    try integer(name, in: -1...1 << 30).map { $0 < 0 ? .max : $0 }
  }

  /// Texts in which `\n` stands for a line end; the word "none" alone for no text.
  private func breakers(_ texts: [String]) -> [String] {
    texts == ["none"] ? [] : texts.map { $0 == "\\n" ? "\n" : $0 }
  }

  /// Token ids with a signed number each, such as `15043+1` and `29889-inf`.
  private func logitBias(_ texts: [String]) throws(UsageError) -> [Int: Float] {
    var result: [Int: Float] = [:]
    for text in texts {
      guard let sign = text.firstIndex(where: { $0 == "+" || $0 == "-" }), let token = Int(text[..<sign]),
        let bias = Float(text[sign...]), !bias.isNaN
      else {
        throw UsageError(what: "--logit-bias", why: "found \(text), expected a token id and a bias, such as 29889-inf")
      }
      result[token] = bias
    }
    return result
  }
}
