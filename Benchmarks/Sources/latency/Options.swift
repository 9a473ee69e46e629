import Options

/// The parsed command line.
struct LatencyOptions {
  var model = "../Weights/swiftlet-tiny-q8_0.gguf"
  var threads: Int?
  /// The tokens of the concurrent prompt, or of the instructions.
  var prompt = 4000
  /// True to measure the time to first token of a second session.
  var measuresSessions = false
  /// The tokens of a question after the instructions.
  var question = 16
  /// The number of rounds.
  var rounds = 5
  /// The number of concurrent streams.
  var streams = 1

  static let help = """
    Measures the pauses of a stream during concurrent prefill, or the time to first token of a second session.

    usage: latency [MODEL] [--threads N] [--prompt N] [--streams N]
           latency [MODEL] --sessions [--threads N] [--prompt N] [--question N] [--rounds N]

      --threads N   the number of threads; default: physical cores
      --prompt N    number of tokens of the prompt, or of the instructions
      --streams N   number of concurrent streams
      --sessions    measure sessions with the same instructions
      --question N  number of tokens of a question after the instructions
      --rounds N    number of rounds
    """

  init(_ words: inout ArgumentReader) throws(UsageError) {
    while let word = words.next() {
      switch word {
      case "--sessions": measuresSessions = true
      case "--question": question = try words.integer(word)
      case "--rounds": rounds = try words.integer(word)
      case "--threads": threads = try words.integer(word, in: 1...1024)
      case "--prompt": prompt = try words.integer(word)
      case "--streams": streams = try words.integer(word)
      default: model = try words.operand(word)
      }
    }
  }
}
