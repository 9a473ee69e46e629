import Options

/// The parsed command line.
struct LookupOptions {
  /// The model that generates stories.
  var model = "../Weights/swiftlet-tiny-q8_0.gguf"
  var shape = ScriptedModel.Shape.all[0]
  /// The shape of a draft model to measure instead of prompt lookup.
  var draft: ScriptedModel.Shape?
  var threads: Int?
  var rounds = 3
  /// The maximum number of tokens per answer.
  var tokens = 250
  /// The task to run; `nil` for all.
  var task: String?
  /// True to measure the cost of larger batches instead of tasks.
  var measuresRows = false

  static let tasks = ["free", "rename", "extract", "guided", "story"]

  static let help = """
    Measures the speedup of speculative decoding by prompt lookup or with a draft model, and its overhead.

    usage: lookup [MODEL] [--shape NAME] [--task NAME] [--tokens N] [--rounds N] [--threads N]
           lookup --draft NAME [--shape NAME] [--tokens N] [--rounds N] [--threads N]
           lookup [MODEL] --rows [--rounds N] [--threads N]

      --shape NAME  shape of the model with scripted output: \(shapes)
      --task NAME   run one task: \(tasks.joined(separator: ", ")); MODEL generates the last
      --draft NAME  measure a draft model of this shape instead, at several acceptance rates
      --rows        measure the cost of larger batches instead
      --tokens N    maximum number of tokens per answer
      --rounds N    number of alternating measurements
      --threads N   the number of threads; default: physical cores
    """

  private static var shapes: String { ScriptedModel.Shape.all.map(\.name).joined(separator: ", ") }

  init(_ words: inout ArgumentReader) throws(UsageError) {
    while let word = words.next() {
      switch word {
      case "--threads": threads = try words.integer(word, in: 1...1024)
      case "--rounds": rounds = try words.integer(word)
      case "--tokens": tokens = try words.integer(word)
      case "--task":
        let name = try words.text(word)
        guard Self.tasks.contains(name) else {
          throw UsageError(
            argument: word, reason: "found \(name), expected one of \(Self.tasks.joined(separator: ", "))")
        }
        task = name
      case "--rows": measuresRows = true
      case "--shape": shape = try Self.shape(word, &words)
      case "--draft": draft = try Self.shape(word, &words)
      default: model = try words.operand(word)
      }
    }
  }

  private static func shape(_ option: String, _ words: inout ArgumentReader) throws(UsageError) -> ScriptedModel.Shape {
    let name = try words.text(option)
    guard let shape = ScriptedModel.Shape.all.first(where: { $0.name == name }) else {
      throw UsageError(argument: option, reason: "found \(name), expected one of \(shapes)")
    }
    return shape
  }
}
