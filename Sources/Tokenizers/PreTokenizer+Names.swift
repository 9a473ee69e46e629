/// The profiles of the names in `tokenizer.ggml.pre`.
extension PreTokenizer {
  /// The behaviour of a named pre-tokenizer: its stages, and defaults that files rely on.
  struct Profile: Sendable {
    var stages: [Stage]
    /// True if a piece that is itself a token is encoded as that token, regardless of the merges.
    var ignoresMerges = false
    /// The default of `add_bos_token`.
    var addsBOS = false
    /// True if the vocabulary has no BOS token by default.
    var lacksBOS = false
    /// The form of token texts, which determines the initial symbols.
    var form = Vocabulary.TextForm.byteAlphabet
    /// True if a run of line feeds that is itself a token is encoded as that token.
    var keepsNewlineRuns = false
  }

  /// The profile of files that name no pre-tokenizer or an unknown one.
  static let fallback = Profile(stages: [
    .punctuationRuns(includingBacktick: false), .classicWords, .numbers(maximum: .max), .digitTriples,
  ])

  /// The profile of Gemma 4, which splits at line feeds only.
  static let gemma4 = Profile(stages: [.lines], addsBOS: true, form: .metaspace, keepsNewlineRuns: true)

  /// The profile of a name, nil if the name is unknown.
  static func profile(named name: String) -> Profile? {
    classicProfile(named: name) ?? wordProfile(named: name) ?? casedProfile(named: name) ?? listedProfile(named: name)
  }

  /// The profiles derived from GPT-2.
  private static func classicProfile(named name: String) -> Profile? {
    switch name {
    case "default":
      fallback
    case "gpt-2", "phi-2", "mpt", "olmo", "jais", "exaone4", "modern-bert", "roberta-bpe", "gigachat", "mellum",
      "trillion", "a.x-4.0", "granite-docling", "jina-es", "jina-de", "jina-v1-en", "jina-v2-es", "jina-v2-de",
      "jina-v2-code":
      Profile(stages: [.classicWords])
    case "smollm", "starcoder", "refact", "command-r", "codeshell", "exaone", "minerva", "minerva-7b", "mellum2":
      Profile(stages: [.numbers(maximum: 1), .classicWords])
    case "falcon":
      Profile(stages: [.punctuationRuns(includingBacktick: true), .classicWords, .digitTriples])
    case "chameleon":
      Profile(
        stages: [
          .matches(.sentinel), .matches(.imageToken), .matches(.spacePair), .numbers(maximum: 1),
          .matches(.punctuationMark), .classicWords,
        ], addsBOS: true)
    default:
      nil
    }
  }

  /// The profiles derived from Llama 3.
  private static func wordProfile(named name: String) -> Profile? {
    switch name {
    case "llama-bpe", "llama3", "llama-v3", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2", "jina-v5-nano":
      Profile(stages: [.words(WordRule(maximumDigits: 3))], ignoresMerges: true, addsBOS: true)
    case "dbrx", "smaug-bpe":
      Profile(stages: [.words(WordRule(maximumDigits: 3))])
    case "glm4", "chatglm-bpe":
      Profile(stages: [.words(WordRule(maximumDigits: 3))], lacksBOS: true)
    case "jais-2":
      Profile(stages: [.words(WordRule(maximumDigits: 3)), .spacePowers])
    case "minicpm5":
      Profile(stages: [.numbers(maximum: 3), .words(WordRule(maximumDigits: .max))], ignoresMerges: true)
    case "qwen2", "deepseek-r1-qwen", "stablelm2", "hunyuan", "megrez", "solar-open", "grok-2", "kormo", "f2llmv2",
      "bailingmoe", "bailingmoe2", "llada-moe":
      Profile(stages: [.words(WordRule(maximumDigits: 1))])
    case "qwen35":
      Profile(stages: [.words(WordRule(maximumDigits: 1, joinsMarks: true))])
    case "ufakzeka":
      Profile(stages: [.words(WordRule(maximumDigits: 1, separatesContractions: false))])
    case "seed-coder":
      Profile(stages: [.words(WordRule(maximumDigits: 1, tail: .nothing))])
    case "exaone-moe":
      Profile(stages: [.words(WordRule(maximumDigits: 1, joinsWords: true, tail: .oneNewlineOrSlash))])
    case "laguna":
      Profile(stages: [.lines, .words(WordRule(maximumDigits: 1))])
    default:
      nil
    }
  }

  /// The profiles derived from GPT-4o.
  private static func casedProfile(named name: String) -> Profile? {
    switch name {
    case "gpt-4o", "llama4", "kanana2", "minimax-m2", "talkie":
      Profile(stages: [.casedWords(CasedRule(maximumDigits: 3))])
    case "granite-embed-multi-97m":
      Profile(stages: [.casedWords(CasedRule(maximumDigits: 3))], ignoresMerges: true)
    case "tekken":
      Profile(
        stages: [.casedWords(CasedRule(maximumDigits: 1, joinsContractions: false))], ignoresMerges: true,
        addsBOS: true)
    case "tiny_aya", "cohere2moe":
      Profile(stages: [.separateDigitGroups, .casedWords(CasedRule(maximumDigits: 3))])
    case "kimi-k2":
      Profile(stages: [.casedWords(CasedRule(maximumDigits: 3, joinsSlashes: false, separatesHan: true))])
    case "youtu":
      Profile(
        stages: [
          .matches(.runOfOne([.hangul, .chinesePunctuation, .bopomofo, .hanAndKana])),
          .casedWords(CasedRule(maximumDigits: 1)),
        ], ignoresMerges: true)
    default:
      nil
    }
  }

  /// The profiles with explicit character sets, and those without words.
  private static func listedProfile(named name: String) -> Profile? {
    switch name {
    case "deepseek-llm":
      Profile(stages: [
        .newlines, .matches(.run(.deepSeekLetters, after: .whitespace)),
        .matches(.run(.deepSeekPunctuation, after: .whitespace)), .trailingWhitespace, .matches(.run(.asianScripts)),
        .numbers(maximum: .max),
      ])
    case "deepseek-coder":
      Profile(stages: [
        .newlines, .matches(.run(.letters, after: .whitespace)), .matches(.run(.punctuation, after: .whitespace)),
        .matches(.run(.asianScripts)), .numbers(maximum: 1),
      ])
    case "deepseek-v3", "hunyuan-dense", "joyai", "joyai-llm", "hy_v4":
      Profile(stages: [
        .numbers(maximum: 3), .matches(.run(.hanAndKana)), .matches(.punctuatedWord(joinsNewlines: true)),
      ])
    case "spark2_5":
      Profile(stages: [
        .numbers(maximum: 3), .matches(.run(.hanAndKana)), .matches(.punctuatedWord(joinsNewlines: false)),
        .numbers(maximum: 1),
      ])
    case "afmoe":
      Profile(stages: [
        .numberGroups, .matches(.run(.spacelessScripts)), .matches(.punctuatedWord(joinsNewlines: true)),
      ])
    case "bloom", "poro", "poro-chat", "gpt3-finnish":
      Profile(stages: [.matches(.run(.bloomWords, after: .space))])
    case "viking":
      Profile(stages: [.matches(.run(.bloomWords, after: .space)), .numbers(maximum: 1)])
    case "superbpe":
      Profile(stages: [.numbers(maximum: .max), .digitGroupCuts])
    case "gemma4", "granite-embed-multi-311m":
      gemma4
    case "sarvam-moe":
      Profile(stages: [.lines], form: .metaspace)
    default:
      nil
    }
  }
}
