/// What the names in `tokenizer.ggml.pre` stand for.
extension PreTokenizer {
  /// The behaviour that goes with a name: the cut, and two defaults that older files rely on.
  struct Profile: Sendable {
    var stages: [Stage]
    /// A piece that is a token is that token, whatever the merges would make of it.
    var ignoresMerges = false
    /// Whether a BOS token is added if the file does not say.
    var addsBOS = false
    /// Whether BOS is absent if the file does not say.
    var lacksBOS = false
  }

  /// The profile of files that name no pre-tokenizer, or one that nobody knows.
  static let fallback = Profile(stages: [
    .punctuationRuns(includingBacktick: false), .classicWords, .numbers(maximum: .max), .digitTriples,
  ])

  /// The profile of a name, nil if the name is unknown.
  static func profile(named name: String) -> Profile? {
    switch name {
    case "default":
      fallback
    case "gpt-2", "phi-2", "mpt", "olmo", "jais", "exaone4", "modern-bert", "roberta-bpe", "gigachat", "mellum",
      "trillion", "jina-es", "jina-de", "jina-v1-en", "jina-v2-es", "jina-v2-de", "jina-v2-code":
      Profile(stages: [.classicWords])
    case "smollm", "starcoder", "refact", "command-r", "codeshell", "exaone", "minerva", "minerva-7b":
      Profile(stages: [.numbers(maximum: 1), .classicWords])
    case "llama-bpe", "llama3", "llama-v3", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2":
      Profile(stages: [.words(WordRule(maximumDigits: 3))], ignoresMerges: true, addsBOS: true)
    case "dbrx", "smaug-bpe":
      Profile(stages: [.words(WordRule(maximumDigits: 3))])
    case "glm4", "chatglm-bpe":
      Profile(stages: [.words(WordRule(maximumDigits: 3))], lacksBOS: true)
    case "qwen2", "deepseek-r1-qwen", "stablelm2", "hunyuan", "megrez", "solar-open", "grok-2",
      "bailingmoe", "bailingmoe2", "llada-moe":
      Profile(stages: [.words(WordRule(maximumDigits: 1))])
    case "falcon":
      Profile(stages: [.punctuationRuns(includingBacktick: true), .classicWords, .digitTriples])
    case "qwen35":
      Profile(stages: [.words(WordRule(maximumDigits: 1, joinsMarks: true))])
    case "seed-coder":
      Profile(stages: [.words(WordRule(maximumDigits: 1, symbolsTakeNewlines: false))])
    case "gpt-4o", "llama4", "kanana2", "minimax-m2":
      Profile(stages: [.casedWords(maximumDigits: 3, contractions: true)])
    case "tekken":
      Profile(stages: [.casedWords(maximumDigits: 1, contractions: false)], ignoresMerges: true, addsBOS: true)
    case "deepseek-llm":
      Profile(stages: [
        .newlines, .runs(.listedLetters, after: .whitespace), .runs(.listedPunctuation, after: .whitespace),
        .trailingWhitespace, .runs(.asianScripts), .numbers(maximum: .max),
      ])
    case "deepseek-coder":
      Profile(stages: [
        .newlines, .runs(.letters, after: .whitespace), .runs(.punctuation, after: .whitespace), .runs(.asianScripts),
        .numbers(maximum: 1),
      ])
    case "deepseek-v3", "hunyuan-dense", "joyai":
      Profile(stages: [.numbers(maximum: 3), .runs(.hanAndKana), .punctuatedWords])
    case "bloom", "poro-chat", "gpt3-finnish":
      Profile(stages: [.runs(.bloomWords, after: .space)])
    case "viking":
      Profile(stages: [.runs(.bloomWords, after: .space), .numbers(maximum: 1)])
    default:
      nil
    }
  }
}
