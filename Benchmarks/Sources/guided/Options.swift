import Options

/// What the command line says.
struct GuidedOptions {
  var model = "../Weights/swiftlet-tiny-q8_0.gguf"
  var threads: Int?
  /// How often both ways of generating are timed.
  var rounds = 5
  /// A file with the schema; nil for the built-in call of a tool.
  var schema: String?
  /// How many random schemas are generated for, instead of measuring time.
  var generations: Int?
  /// Where the pairs of schema and output are written.
  var dump: String?
  var seed: UInt64 = 1

  static let help = """
    Measures what a guide costs and saves, or checks that thousands of guided outputs are what their schemas say.

    usage: guided [MODEL] [--threads N] [--rounds N] [--schema FILE] [--generations N] [--dump FILE] [--seed N]

      --threads N      the number of threads; default: physical cores
      --rounds N       how often answers with a guide and without are timed, in turns
      --schema FILE    a JSON Schema; default: the call of a tool
      --generations N  answers to N random schemas instead, each of which has to satisfy its own
      --dump FILE      where the pairs of schema and answer are written
      --seed N         what is drawn by
    """

  init(_ words: inout Words) throws(UsageError) {
    while let word = words.next() {
      switch word {
      case "--threads": threads = try words.integer(word, in: 1...1024)
      case "--rounds": rounds = try words.integer(word)
      case "--schema": schema = try words.text(word)
      case "--generations": generations = try words.integer(word)
      case "--dump": dump = try words.text(word)
      case "--seed": seed = UInt64(try words.integer(word, in: 0 ... .max))
      default: model = try words.operand(word)
      }
    }
  }
}
