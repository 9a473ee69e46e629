import Foundation

/// A file that compare.sh wrote.
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

  /// What both engines took or did in one test; the ratio is above 1 where Swiftlet is better.
  struct Measurement: Decodable {
    var test: String
    var unit: String
    var llamaCpp: Spread
    var swiftlet: Spread
    var ratio: Double
    var higherIsBetter: Bool

    /// The ratio of the best samples of both: what was left of the machine for each differs least in these.
    var bestRatio: Double {
      higherIsBetter ? swiftlet.high / llamaCpp.high : llamaCpp.low / swiftlet.low
    }
  }

  /// The median of a test's samples, and the extremes.
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
      throw ChartError.unreadable(path: path, why: error.localizedDescription)
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      self = try decoder.decode(Results.self, from: data)
    } catch {
      throw ChartError.unreadable(path: path, why: "is no file of results: \(error)")
    }
    guard format == 1 else { throw ChartError.unreadable(path: path, why: "found format \(format), expected 1") }
  }

  /// Whether the figures of both belong into one table.
  func isComparable(with other: Results) -> Bool {
    machine == other.machine && engines == other.engines && threads == other.threads && rounds == other.rounds
  }
}

extension [Results] {
  /// Files that belong into one table as one, in the order in which the first of each came.
  var joined: [Results] {
    reduce(into: []) { tables, file in
      if let place = tables.firstIndex(where: file.isComparable) {
        tables[place].models += file.models
      } else {
        tables.append(file)
      }
    }
  }
}

/// Why there is no chart.
enum ChartError: Error, CustomStringConvertible {
  /// A file cannot be used.
  case unreadable(path: String, why: String)
  /// A file cannot be written.
  case unwritable(path: String, why: String)

  var description: String {
    switch self {
    case .unreadable(let path, let why), .unwritable(let path, let why): "\(path): \(why)"
    }
  }
}
