import Foundation

/// A results file of compare.sh.
struct Results: Decodable {
  struct Machine: Decodable, Equatable {
    var cpu: String
    var processors: Int
    var memoryBytes: Int
    var system: String
    var date: String
  }

  struct Engines: Decodable, Equatable {
    var llamaCpp: String
    var swiftlet: String
  }

  struct Model: Decodable {
    var file: String
    var bytes: Int
    var results: [Measurement]
  }

  /// The measurements of both engines in one test; the ratio is above 1 if Swiftlet is better.
  struct Measurement: Decodable {
    var test: String
    var unit: String
    var llamaCpp: Spread
    var swiftlet: Spread
    var ratio: Double
    var higherIsBetter: Bool

    /// The ratio of the best samples of both engines, which are the least affected by other load on the machine.
    var bestRatio: Double {
      higherIsBetter ? swiftlet.high / llamaCpp.high : llamaCpp.low / swiftlet.low
    }
  }

  /// The median, minimum and maximum of the samples of a test.
  struct Spread: Decodable {
    var median: Double
    var low: Double
    var high: Double
  }

  var format: Int
  var machine: Machine
  var threads: Int
  var rounds: Int
  var engines: Engines
  var models: [Model]

  /// Reads a file.
  init(path: String) throws {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw ChartError.unreadable(path: path, reason: error.localizedDescription)
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      self = try decoder.decode(Results.self, from: data)
    } catch {
      throw ChartError.unreadable(path: path, reason: "not a results file: \(error)")
    }
    guard format == 1 else { throw ChartError.unreadable(path: path, reason: "found format \(format), expected 1") }
  }

  /// Returns true if both results belong in the same table.
  func isComparable(with other: Results) -> Bool {
    machine == other.machine && engines == other.engines && threads == other.threads && rounds == other.rounds
  }
}

extension [Results] {
  /// Merges the results that belong in the same table, in the order of their first files.
  var joined: [Results] {
    reduce(into: []) { tables, file in
      if let index = tables.firstIndex(where: file.isComparable) {
        tables[index].models += file.models
      } else {
        tables.append(file)
      }
    }
  }
}

/// An error of reading results or writing output.
enum ChartError: Error, CustomStringConvertible {
  /// A file cannot be read.
  case unreadable(path: String, reason: String)
  /// A file cannot be written.
  case unwritable(path: String, reason: String)

  var description: String {
    switch self {
    case .unreadable(let path, let reason), .unwritable(let path, let reason): "\(path): \(reason)"
    }
  }
}
