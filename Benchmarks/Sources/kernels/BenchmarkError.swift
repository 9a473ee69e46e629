/// Why a measurement cannot be made.
enum BenchmarkError: Error, CustomStringConvertible {
  /// A word of the command line is wrong; ends with exit status 2.
  case usage(what: String, why: String)
  /// The test data cannot be made.
  case noTestData(format: String, why: String)

  var description: String {
    switch self {
    case .usage(let what, let why): "\(what): \(why)"
    case .noTestData(let format, let why): "test data of format \(format): \(why)"
    }
  }
}
