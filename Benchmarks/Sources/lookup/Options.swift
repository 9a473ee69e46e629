import Options

/// What the command line says.
struct LookupOptions {
  /// The model that tells stories.
  var model = "../Weights/swiftlet-tiny-q8_0.gguf"
  var shape = ScriptedModel.Shape.all[0]
  /// The extents of a draft model, which is measured instead of lookups.
  var draft: ScriptedModel.Shape?
  var threads: Int?
  var rounds = 3
  /// The most tokens of an answer.
  var tokens = 250
  /// Which tasks; nil for all.
  var task: String?
  /// Whether it is measured what further rows cost, instead of tasks.
  var measuresRows = false

  static let tasks = ["free", "rename", "extract", "guided", "story"]

  static let help = """
    Measures what guesses from the prompt bring where an answer repeats it, and what they cost where it does not.

    usage: lookup [MODEL] [--shape NAME] [--task NAME] [--tokens N] [--rounds N] [--threads N]
           lookup --draft NAME [--shape NAME] [--tokens N] [--rounds N] [--threads N]
           lookup [MODEL] --rows [--rounds N] [--threads N]

      --shape NAME  the extents of the model that writes known texts: \(shapes)
      --task NAME   one text: \(tasks.joined(separator: ", ")); MODEL writes the last
      --draft NAME  measures the proposals of a model of these extents instead, some of which are wrong
      --rows        measures what further rows of a step take instead
      --tokens N    the most tokens of an answer
      --rounds N    how often each is measured, in turns
      --threads N   the number of threads; default: physical cores
    """

  private static var shapes: String { ScriptedModel.Shape.all.map(\.name).joined(separator: ", ") }

  init(_ words: inout Words) throws(UsageError) {
    while let word = words.next() {
      switch word {
      case "--threads": threads = try words.integer(word, in: 1...1024)
      case "--rounds": rounds = try words.integer(word)
      case "--tokens": tokens = try words.integer(word)
      case "--task":
        let name = try words.text(word)
        guard Self.tasks.contains(name) else {
          throw UsageError(what: word, why: "found \(name), expected one of \(Self.tasks.joined(separator: ", "))")
        }
        task = name
      case "--rows": measuresRows = true
      case "--shape": shape = try Self.shape(word, &words)
      case "--draft": draft = try Self.shape(word, &words)
      default: model = try words.operand(word)
      }
    }
  }

  private static func shape(_ option: String, _ words: inout Words) throws(UsageError) -> ScriptedModel.Shape {
    let name = try words.text(option)
    guard let shape = ScriptedModel.Shape.all.first(where: { $0.name == name }) else {
      throw UsageError(what: option, why: "found \(name), expected one of \(shapes)")
    }
    return shape
  }
}
