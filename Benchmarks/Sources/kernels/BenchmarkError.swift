/// An error that prevents a measurement.
enum BenchmarkError: Error, CustomStringConvertible {
  /// The test data cannot be created.
  case noTestData(format: String, reason: String)

  var description: String {
    switch self {
    case .noTestData(let format, let reason): "test data of format \(format): \(reason)"
    }
  }
}
