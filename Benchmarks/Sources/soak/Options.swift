/// What the command line says.
struct Options {
  var model = "../Weights/swiftlet-tiny-q8_0.gguf"
  var threads: Int?
  var minutes = 10.0
  var clients = 32
  /// What the cache of what has been read is kept below: too little for all clients at once.
  var cacheMegabytes = 12
  /// How long a client may wait for the next thing to happen, in seconds.
  var patience = 60.0
  var seed: UInt64 = 1
  /// What clients do, each as often as its weight says.
  var activities = Activity.allCases

  init(_ arguments: some Sequence<String>) throws {
    var arguments = Array(arguments)[...]
    while let argument = arguments.popFirst() {
      switch argument {
      case "--threads": threads = Int(try Self.number(&arguments, argument))
      case "--minutes": minutes = try Self.number(&arguments, argument)
      case "--clients": clients = Int(try Self.number(&arguments, argument))
      case "--cache-megabytes": cacheMegabytes = Int(try Self.number(&arguments, argument))
      case "--patience": patience = try Self.number(&arguments, argument)
      case "--only":
        activities = (arguments.popFirst() ?? "").split(separator: ",").compactMap { Activity(rawValue: String($0)) }
        guard !activities.isEmpty else { throw UsageError(argument: argument) }
      case "--seed": seed = UInt64(try Self.number(&arguments, argument))
      default:
        guard !argument.hasPrefix("-") else { throw UsageError(argument: argument) }
        model = argument
      }
    }
  }

  private static func number(_ arguments: inout ArraySlice<String>, _ name: String) throws -> Double {
    guard let number = arguments.popFirst().flatMap({ Double($0) }), number > 0, number < 1e9 else {
      throw UsageError(argument: name)
    }
    return number
  }
}

/// An argument that means nothing.
struct UsageError: Error, CustomStringConvertible {
  var argument: String

  var description: String {
    """
    found \(argument); expected MODEL, --minutes N, --clients N, --threads N, --cache-megabytes N, --patience SECONDS, \
    --seed N, --only \(Activity.allCases.map(\.rawValue).joined(separator: ","))
    """
  }
}
