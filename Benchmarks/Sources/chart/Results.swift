import Foundation

/// An engine that Swiftlet is compared with.
enum Peer: CaseIterable {
  case llamaCpp
  case ikLlamaCpp

  var name: String {
    switch self {
    case .llamaCpp: "llama.cpp"
    case .ikLlamaCpp: "ik_llama.cpp"
    }
  }
}

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
    var ikLlamaCpp: String?
    var swiftlet: String

    /// Returns the version of a peer; nil if it was not measured.
    func version(of peer: Peer) -> String? {
      switch peer {
      case .llamaCpp: llamaCpp
      case .ikLlamaCpp: ikLlamaCpp
      }
    }
  }

  struct Model: Decodable {
    var file: String
    var bytes: Int
    var results: [Measurement]
  }

  /// The measurements of all engines in one test.
  struct Measurement: Decodable {
    var test: String
    var unit: String
    var llamaCpp: Spread
    var ikLlamaCpp: Spread?
    var swiftlet: Spread
    var higherIsBetter: Bool

    /// Returns the measurement of a peer; nil if there is none.
    func spread(of peer: Peer) -> Spread? {
      switch peer {
      case .llamaCpp: llamaCpp
      case .ikLlamaCpp: ikLlamaCpp
      }
    }

    /// Returns the ratio of the medians, which is above 1 if Swiftlet is better.
    func ratio(to other: Spread) -> Double {
      higherIsBetter ? swiftlet.median / other.median : other.median / swiftlet.median
    }

    /// Returns the ratio of the best samples of both engines, which are the least affected by other load.
    func bestRatio(to other: Spread) -> Double {
      higherIsBetter ? swiftlet.high / other.high : other.low / swiftlet.low
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

extension Results {
  /// The peers that were measured.
  var peers: [Peer] { Peer.allCases.filter { engines.version(of: $0) != nil } }

  /// Adds the results of other files: to those of the same model, unless it has the test, or as another model.
  mutating func add(_ others: [Model]) {
    for other in others {
      guard let index = models.firstIndex(where: { $0.file == other.file && $0.bytes == other.bytes }) else {
        models.append(other)
        continue
      }
      let tests = Set(models[index].results.map(\.test))
      models[index].results += other.results.filter { !tests.contains($0.test) }
    }
  }
}

extension [Results] {
  /// Merges the results that belong in the same table, in the order of their first files.
  var joined: [Results] {
    reduce(into: []) { tables, file in
      if let index = tables.firstIndex(where: file.isComparable) {
        tables[index].add(file.models)
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
