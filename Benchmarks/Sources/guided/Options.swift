/// What the command line says.
struct Options {
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

  init(_ arguments: some Sequence<String>) throws {
    var arguments = Array(arguments)[...]
    while let argument = arguments.popFirst() {
      switch argument {
      case "--threads": threads = try Self.number(&arguments, argument)
      case "--rounds": rounds = try Self.number(&arguments, argument)
      case "--schema": schema = arguments.popFirst()
      case "--generations": generations = try Self.number(&arguments, argument)
      case "--dump": dump = arguments.popFirst()
      case "--seed": seed = UInt64(try Self.number(&arguments, argument))
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
    "found \(argument); expected MODEL, --threads N, --rounds N, --schema FILE, --generations N, --dump FILE, --seed N"
  }
}
