/// Why a measurement cannot be made.
enum BenchmarkError: Error, CustomStringConvertible {
  /// The test data cannot be made.
  case noTestData(format: String, why: String)

  var description: String {
    switch self {
    case .noTestData(let format, let why): "test data of format \(format): \(why)"
    }
  }
}
