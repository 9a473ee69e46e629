extension SamplingSetting {
  /// All settings, in the order of help texts.
  public static let all: [SamplingSetting] = [
    SamplingSetting(
      name: "temperature", flag: "--temperature", alias: "--temp", placeholder: "T",
      help: "sampling temperature, 0 for greedy", defaultText: "from the file, else 0.7", key: "temp",
      step: Step(names: ["temperature", "temp"], off: 1), valueKind: .number(\.temperature, 0...100)),
    SamplingSetting(
      name: "dynatemp_range", flag: "--dynatemp-range", placeholder: "R",
      help: "dynamic temperature: vary the temperature by up to R with the entropy", defaultText: "0, disabled",
      valueKind: .number(\.dynamicTemperatureRange, 0...100)),
    SamplingSetting(
      name: "dynatemp_exponent", flag: "--dynatemp-exp", placeholder: "E",
      help: "dynamic temperature: exponent of the normalized entropy", defaultText: "1",
      valueKind: .number(\.dynamicTemperatureExponent, 0...100)),
    SamplingSetting(
      name: "top_k", flag: "--top-k", placeholder: "K",
      help: "top-k sampling: keep the K most likely tokens, 0 for all",
      defaultText: "from the file, else 40", key: "top_k", step: Step(names: ["top_k", "top-k"], off: 0),
      valueKind: .count(\.topK, 0...maximumCount)),
    SamplingSetting(
      name: "top_p", flag: "--top-p", placeholder: "P",
      help: "top-p sampling: keep the most likely tokens that sum up to P",
      defaultText: "from the file, else 0.95", key: "top_p", step: Step(names: ["top_p", "top-p", "nucleus"], off: 1),
      valueKind: .number(\.topP, 0...1)),
    SamplingSetting(
      name: "min_p", flag: "--min-p", placeholder: "P",
      help: "min-p sampling: drop tokens less likely than P times the most likely one",
      defaultText: "from the file, else 0", key: "min_p", step: Step(names: ["min_p", "min-p"], off: 0),
      valueKind: .number(\.minP, 0...1)),
    SamplingSetting(
      name: "typical_p", flag: "--typical", alias: "--typical-p", placeholder: "P",
      help: "locally typical sampling: keep the most typical tokens that sum up to P", defaultText: "1, disabled",
      valueKind: .number(\.typicalP, 0...1)),
    SamplingSetting(
      name: "top_n_sigma", flag: "--top-nsigma", alias: "--top-n-sigma", placeholder: "N",
      help: "drop logits more than N standard deviations below the highest", defaultText: "0, disabled",
      valueKind: .number(\.topNSigma, -1...1000)),
    SamplingSetting(
      name: "xtc_probability", flag: "--xtc-probability", placeholder: "P",
      help: "XTC: probability of dropping the most likely tokens", defaultText: "from the file, else 0",
      key: "xtc_probability", step: Step(names: ["xtc"], off: 0), valueKind: .number(\.xtcProbability, 0...1)),
    SamplingSetting(
      name: "xtc_threshold", flag: "--xtc-threshold", placeholder: "P",
      help: "XTC: drop tokens at least this likely, except the least likely of them",
      defaultText: "from the file, else 0.1", key: "xtc_threshold", valueKind: .number(\.xtcThreshold, 0...1)),
    SamplingSetting(
      name: "repetition_penalty", flag: "--repetition-penalty", alias: "--repeat-penalty", placeholder: "R",
      help: "repetition penalty for recent tokens", defaultText: "from the file, else 1, disabled",
      key: "penalty_repeat", step: Step(names: ["penalties"], off: 1),
      valueKind: .number(\.repetitionPenalty, 0.01...100)),
    SamplingSetting(
      name: "frequency_penalty", flag: "--frequency-penalty", placeholder: "R",
      help: "penalty for each occurrence of a recent token", defaultText: "0, disabled",
      step: Step(names: ["penalties"], off: 0), valueKind: .number(\.frequencyPenalty, -100...100)),
    SamplingSetting(
      name: "presence_penalty", flag: "--presence-penalty", placeholder: "R",
      help: "penalty for recent tokens, however often they occurred", defaultText: "0, disabled",
      step: Step(names: ["penalties"], off: 0), valueKind: .number(\.presencePenalty, -100...100)),
    SamplingSetting(
      name: "repeat_last_n", flag: "--repeat-last-n", placeholder: "N",
      help: "last N tokens that the penalties consider, -1 for all", defaultText: "from the file, else 64",
      key: "penalty_last_n", valueKind: .window(\.penaltyWindow)),
    SamplingSetting(
      name: "dry_multiplier", flag: "--dry-multiplier", placeholder: "M",
      help: "DRY: multiplier of the penalty on tokens that extend a repetition", defaultText: "0, disabled",
      valueKind: .number(\.dryMultiplier, 0...100)),
    SamplingSetting(
      name: "dry_base", flag: "--dry-base", placeholder: "B",
      help: "DRY: base of the penalty, raised to the excess length of the repetition", defaultText: "1.75",
      valueKind: .number(\.dryBase, 0...100)),
    SamplingSetting(
      name: "dry_allowed_length", flag: "--dry-allowed-length", placeholder: "N",
      help: "DRY: shortest repetition that is penalized", defaultText: "2",
      valueKind: .count(\.dryAllowedLength, 0...maximumCount)),
    SamplingSetting(
      name: "dry_penalty_last_n", flag: "--dry-penalty-last-n", placeholder: "N",
      help: "DRY: last N tokens that are scanned for repetitions, -1 for all", defaultText: "-1",
      valueKind: .window(\.dryWindow)),
    SamplingSetting(
      name: "dry_sequence_breakers", flag: "--dry-sequence-breaker", placeholder: "S",
      help: "DRY: text that interrupts repetitions, none for no breakers; may be given several times",
      defaultText: "\\n, :, \" and *", valueKind: .texts(\.dryBreakers)),
    SamplingSetting(
      name: "mirostat", flag: "--mirostat", placeholder: "V",
      help: "2 for Mirostat 2.0 instead of the samplers above, 0 to disable", defaultText: "0", key: "mirostat",
      valueKind: .mirostat),
    SamplingSetting(
      name: "mirostat_tau", flag: "--mirostat-ent", placeholder: "T",
      help: "Mirostat: target entropy (tau), in bits per token", defaultText: "from the file, else 5",
      key: "mirostat_tau", valueKind: .number(\.mirostatTau, 0...100)),
    SamplingSetting(
      name: "mirostat_eta", flag: "--mirostat-lr", placeholder: "E", help: "Mirostat: learning rate (eta)",
      defaultText: "from the file, else 0.1", key: "mirostat_eta", valueKind: .number(\.mirostatEta, 0...1)),
    SamplingSetting(
      name: "logit_bias", flag: "--logit-bias", placeholder: "ID+B",
      help: "add B to the logit of token ID, or subtract it with ID-B; may be given several times", valueKind: .bias),
    SamplingSetting(
      name: "seed", flag: "--seed", alias: "-s", placeholder: "N",
      help: "random seed, for reproducible output; -1 for a new one each time", valueKind: .seed),
    SamplingSetting(
      name: "greedy", flag: "--greedy", help: "greedy decoding: always the most likely token", valueKind: .greedy),
    SamplingSetting(
      name: "reasoning_budget", flag: "--reasoning-budget", placeholder: "N",
      help: "end the reasoning after N tokens, -1 for no limit", defaultText: "-1",
      valueKind: .count(\.reasoningBudget, -1...maximumCount)),
    SamplingSetting(
      name: "reasoning_budget_message", flag: "--reasoning-budget-message", placeholder: "TEXT",
      help: "text to insert before the end-of-reasoning tag when the budget is used up", defaultText: "none",
      valueKind: .text(\.reasoningBudgetMessage)),
  ]
}
