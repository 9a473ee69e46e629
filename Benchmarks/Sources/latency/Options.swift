import Options

/// What the command line says.
struct LatencyOptions {
  var model = "../Weights/swiftlet-tiny-q8_0.gguf"
  var threads: Int?
  /// The length of the prompt that is read meanwhile, or of the instructions.
  var prompt = 4000
  /// Whether it is measured how soon a second session begins to answer.
  var measuresSessions = false
  /// The length of a question after the instructions.
  var question = 16
  /// How often sessions begin.
  var rounds = 5
  /// How many streams run.
  var streams = 1

  static let help = """
    Measures how long a stream pauses while the prompts of others are read, or how soon a second session begins.

    usage: latency [MODEL] [--threads N] [--prompt N] [--streams N]
           latency [MODEL] --sessions [--threads N] [--prompt N] [--question N] [--rounds N]

      --threads N   the number of threads; default: physical cores
      --prompt N    the tokens of the prompt, or of the instructions
      --streams N   how many streams run meanwhile
      --sessions    measures sessions with the same instructions
      --question N  the tokens of a question after the instructions
      --rounds N    how often sessions begin
    """

  init(_ words: inout Words) throws(UsageError) {
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
