/// What the command line says.
struct Options {
  /// The model that tells stories.
  var model = "../Weights/swiftlet-tiny-q8_0.gguf"
  var shape = ScriptedModel.Shape.all[0]
  var threads: Int?
  var rounds = 3
  /// The most tokens of an answer.
  var tokens = 250
  /// Which tasks; nil for all.
  var task: String?
  /// Whether it is measured what further rows cost, instead of tasks.
  var measuresRows = false

  init(_ arguments: some Sequence<String>) throws {
    var arguments = Array(arguments)[...]
    while let argument = arguments.popFirst() {
      switch argument {
      case "--threads": threads = try Self.number(&arguments, argument)
      case "--rounds": rounds = try Self.number(&arguments, argument)
      case "--tokens": tokens = try Self.number(&arguments, argument)
      case "--task": task = arguments.popFirst()
      case "--rows": measuresRows = true
      case "--shape":
        guard let shape = ScriptedModel.Shape.all.first(where: { [name = arguments.first] in $0.name == name }) else {
          throw UsageError(argument: argument)
        }
        arguments = arguments.dropFirst()
        self.shape = shape
      default:
        guard !argument.hasPrefix("-") else { throw UsageError(argument: argument) }
        model = argument
      }
    }
  }

  private static func number(_ arguments: inout ArraySlice<String>, _ name: String) throws -> Int {
    guard let number = arguments.popFirst().flatMap({ Int($0) }), number > 0 else { throw UsageError(argument: name) }
    return number
  }
}

/// An argument that means nothing.
struct UsageError: Error, CustomStringConvertible {
  var argument: String

  var description: String {
    let shapes = ScriptedModel.Shape.all.map(\.name).joined(separator: "|")
    return """
      found \(argument); expected MODEL, --shape \(shapes), --threads N, --rounds N, --tokens N, \
      --task rename|extract|free|story, --rows
      """
  }
}
