import SwiftletGGUF
import SwiftletImages
import SwiftletInference
import SwiftletKernels

/// The benchmark of `bench --image`: the encoding of a picture.
struct ImageRun {
  private let size: PictureSize
  private let name: String
  private let type: String
  private let threads: Int
  private let peak: Double?
  private let encoder: PictureEncoder
  private var seconds: [Double] = []

  /// Runs the benchmark and prints its results.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the command.
  ///   - isTable: True if a table is printed, not JSON.
  /// - Throws: ``UsageError`` for options that do not go together, or the error of the file.
  static func run(_ arguments: Arguments, isTable: Bool) throws {
    let others = [
      "--breakdown", "--schema", "--prompt", "--generate", "--depth", "--shared-prefix", "--batch", "--cold", "--model",
    ]
    if let other = others.first(where: { arguments.has($0) }) {
      throw UsageError(argument: "--image", reason: "cannot be combined with \(other)")
    }
    var run = try ImageRun(arguments)
    let repetitions = try arguments.integer("--repetitions", in: 1...1000) ?? 5
    try run.measure(repetitions: repetitions, warmsUp: !arguments.has("--no-warmup"))
    try Output.write(try isTable ? run.table : run.json)
  }

  private init(_ arguments: Arguments) throws {
    guard let size = try arguments.pictureSize("--image") else {
      throw UsageError(argument: "--image", reason: "is missing")
    }
    self.size = size
    threads = try arguments.threadCount() ?? Processors.physicalCount
    peak = try arguments.number("--peak", in: 1...1e9).map { Double($0) }
    encoder = try PictureEncoder(arguments, cacheByteLimit: 0)
    let file = try GGUFFile(path: encoder.path)
    name = try file.metadata.string("general.name") ?? encoder.path
    type = file.mainTypeName
  }

  private mutating func measure(repetitions: Int, warmsUp: Bool) throws {
    var random = SplitMix64(seed: 1)
    let pixels = (0..<3 * size.area).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    guard let picture = Image(width: size.width, height: size.height, pixels: pixels) else { return }
    for repetition in (warmsUp ? 0 : 1)...repetitions {
      let start = ContinuousClock.now
      _ = try encoder.encode(picture)
      if repetition > 0 { seconds.append((ContinuousClock.now - start).seconds) }
    }
    seconds.sort()
  }

  /// The operations a second, in 10⁹.
  private var speed: Double {
    get throws { Double(try encoder.operationCount(of: size)) / median(seconds) * 1e-9 }
  }

  private var table: String {
    get throws {
      let share = try peak.map { ", \((100 * (try speed) / $0).formatted(decimals: 1)) % of \($0)" } ?? ""
      return """
        \(name), \(type), \(threads) threads

        picture      \(size.width) × \(size.height)
        tokens       \(try encoder.rowCount(of: size))
        operations   \((Double(try encoder.operationCount(of: size)) * 1e-9).formatted(decimals: 1)) × 10⁹
        time         \(median(seconds).formatted(decimals: 3)) s (\((seconds.first ?? 0).formatted(decimals: 3)) \
        to \((seconds.last ?? 0).formatted(decimals: 3)) s)
        speed        \(try speed.formatted(decimals: 1)) × 10⁹ operations/s\(share)

        """
    }
  }

  private var json: String {
    get throws {
      var line = JSONLine()
      line.add("model", name)
      line.add("type", type)
      line.add("threads", threads)
      line.add("width", size.width)
      line.add("height", size.height)
      line.add("tokens", try encoder.rowCount(of: size))
      line.add("operations", Double(try encoder.operationCount(of: size)))
      line.add("seconds", median(seconds))
      line.add("repetitions", seconds.count)
      if let peak { line.add("share_of_peak", try speed / peak) }
      line.add("weight_bytes", encoder.weightByteCount)
      line.add("peak_rss_bytes", ProcessStatistics.peakResidentBytes)
      return line.text + "\n"
    }
  }
}
