import Options

/// The parsed command line.
struct GuidedOptions {
  var model = "../Weights/swiftlet-tiny-q8_0.gguf"
  var threads: Int?
  /// The number of measurements with and without a guide.
  var rounds = 5
  /// The path of the schema; `nil` for the built-in tool call.
  var schema: String?
  /// The number of random schemas to check, instead of measuring.
  var generations: Int?
  /// The output path of the pairs of schema and output.
  var dump: String?
  var seed: UInt64 = 1

  static let help = """
    Measures the speed of guided generation, or checks thousands of guided outputs against their schemas.

    usage: guided [MODEL] [--threads N] [--rounds N] [--schema FILE] [--generations N] [--dump FILE] [--seed N]

      --threads N      the number of threads; default: physical cores
      --rounds N       number of alternating measurements with and without a guide
      --schema FILE    JSON Schema; default: a tool call
      --generations N  generate outputs for N random schemas instead and validate them
      --dump FILE      write the pairs of schema and output to this file
      --seed N         random seed
    """

  init(_ words: inout ArgumentReader) throws(UsageError) {
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
