extension SamplingSetting {
  /// All settings, in the order in which they are best explained.
  public static let all: [SamplingSetting] = [
    SamplingSetting(
      name: "temperature", flag: "--temperature", alias: "--temp", symbol: "T",
      help: "how much chance there is, 0 for none", standard: "the file's, else 0.7", key: "temp",
      step: Step(names: ["temperature", "temp"], off: 1), form: .number(\.temperature, 0...100)),
    SamplingSetting(
      name: "dynatemp_range", flag: "--dynatemp-range", symbol: "R",
      help: "let the temperature vary by R with the uncertainty", standard: "0",
      form: .number(\.dynamicTemperatureRange, 0...100)),
    SamplingSetting(
      name: "dynatemp_exponent", flag: "--dynatemp-exp", symbol: "E", help: "how it grows with the uncertainty",
      standard: "1", form: .number(\.dynamicTemperatureExponent, 0...100)),
    SamplingSetting(
      name: "top_k", flag: "--top-k", symbol: "K", help: "choose among the K most likely tokens, 0 for all",
      standard: "the file's, else 40", key: "top_k", step: Step(names: ["top_k", "top-k"], off: 0),
      form: .count(\.topK, 0...largest)),
    SamplingSetting(
      name: "top_p", flag: "--top-p", symbol: "P", help: "choose among the most likely tokens that sum up to P",
      standard: "the file's, else 0.95", key: "top_p", step: Step(names: ["top_p", "top-p", "nucleus"], off: 1),
      form: .number(\.topP, 0...1)),
    SamplingSetting(
      name: "min_p", flag: "--min-p", symbol: "P", help: "leave out tokens less likely than P times the likeliest",
      standard: "the file's, else 0", key: "min_p", step: Step(names: ["min_p", "min-p"], off: 0),
      form: .number(\.minP, 0...1)),
    SamplingSetting(
      name: "typical_p", flag: "--typical", alias: "--typical-p", symbol: "P",
      help: "choose among the most typical tokens that sum up to P", standard: "1", form: .number(\.typicalP, 0...1)),
    SamplingSetting(
      name: "top_n_sigma", flag: "--top-nsigma", alias: "--top-n-sigma", symbol: "N",
      help: "leave out logits N standard deviations below the highest", standard: "0, for none",
      form: .number(\.topNSigma, -1...1000)),
    SamplingSetting(
      name: "xtc_probability", flag: "--xtc-probability", symbol: "P",
      help: "how often to leave out the likeliest tokens", standard: "the file's, else 0", key: "xtc_probability",
      step: Step(names: ["xtc"], off: 0), form: .number(\.xtcProbability, 0...1)),
    SamplingSetting(
      name: "xtc_threshold", flag: "--xtc-threshold", symbol: "P",
      help: "... those at least so likely, except the last", standard: "the file's, else 0.1", key: "xtc_threshold",
      form: .number(\.xtcThreshold, 0...1)),
    SamplingSetting(
      name: "repetition_penalty", flag: "--repetition-penalty", alias: "--repeat-penalty", symbol: "R",
      help: "make recent tokens less likely", standard: "the file's, else 1, not at all", key: "penalty_repeat",
      step: Step(names: ["penalties"], off: 1), form: .number(\.repetitionPenalty, 0.01...100)),
    SamplingSetting(
      name: "frequency_penalty", flag: "--frequency-penalty", symbol: "R",
      help: "the same, for each time that they occurred", standard: "0", step: Step(names: ["penalties"], off: 0),
      form: .number(\.frequencyPenalty, -100...100)),
    SamplingSetting(
      name: "presence_penalty", flag: "--presence-penalty", symbol: "R", help: "the same, if they occurred",
      standard: "0", step: Step(names: ["penalties"], off: 0), form: .number(\.presencePenalty, -100...100)),
    SamplingSetting(
      name: "repeat_last_n", flag: "--repeat-last-n", symbol: "N", help: "how many tokens are recent, -1 for all",
      standard: "the file's, else 64", key: "penalty_last_n", form: .window(\.penaltyWindow)),
    SamplingSetting(
      name: "dry_multiplier", flag: "--dry-multiplier", symbol: "M",
      help: "make tokens less likely that go on with a repetition", standard: "0, not at all",
      form: .number(\.dryMultiplier, 0...100)),
    SamplingSetting(
      name: "dry_base", flag: "--dry-base", symbol: "B", help: "how much less with each token of the repetition",
      standard: "1.75", form: .number(\.dryBase, 0...100)),
    SamplingSetting(
      name: "dry_allowed_length", flag: "--dry-allowed-length", symbol: "N", help: "how long a repetition has to be",
      standard: "2", form: .count(\.dryAllowedLength, 0...largest)),
    SamplingSetting(
      name: "dry_penalty_last_n", flag: "--dry-penalty-last-n", symbol: "N",
      help: "how many tokens are looked at for repetitions, -1 for all", standard: "-1", form: .window(\.dryWindow)),
    SamplingSetting(
      name: "dry_sequence_breakers", flag: "--dry-sequence-breaker", symbol: "S",
      help: "a text that ends repetitions, none for none", standard: "\\n : \" * each", form: .texts(\.dryBreakers)),
    SamplingSetting(
      name: "mirostat", flag: "--mirostat", symbol: "V",
      help: "2 steers the surprise of the text instead of the above, 0 does not", standard: "0", key: "mirostat",
      form: .mirostat),
    SamplingSetting(
      name: "mirostat_tau", flag: "--mirostat-ent", symbol: "T", help: "the surprise that it aims at, in bits a token",
      standard: "the file's, else 5", key: "mirostat_tau", form: .number(\.mirostatTau, 0...100)),
    SamplingSetting(
      name: "mirostat_eta", flag: "--mirostat-lr", symbol: "E", help: "how fast it corrects",
      standard: "the file's, else 0.1", key: "mirostat_eta", form: .number(\.mirostatEta, 0...1)),
    SamplingSetting(
      name: "logit_bias", flag: "--logit-bias", symbol: "ID+B",
      help: "add B to the logit of a token, or ID-B; may be given several times", form: .bias),
    SamplingSetting(
      name: "seed", flag: "--seed", symbol: "N", help: "the seed of the chances, for the same answer again", form: .seed
    ),
    SamplingSetting(name: "greedy", flag: "--greedy", help: "always the most likely token", form: .greedy),
    SamplingSetting(
      name: "reasoning_budget", flag: "--reasoning-budget", symbol: "N",
      help: "end the model's thoughts after N tokens, -1 for never", standard: "-1",
      form: .count(\.reasoningBudget, -1...largest)),
    SamplingSetting(
      name: "reasoning_budget_message", flag: "--reasoning-budget-message", symbol: "TEXT",
      help: "... with this text before the mark that ends them", standard: "none", form: .text(\.reasoningBudgetMessage)
    ),
  ]
}
