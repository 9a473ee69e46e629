import SwiftletKernels

/// Attention over a KV cache: decode of one token (memory-bound) and prefill of a chunk (compute-bound).
struct AttentionReport {
  let limits: Limits
  let pool: WorkerPool
  let stopwatch: Stopwatch
  let options: KernelsOptions

  private static let shape = AttentionShape(headCount: 32, keyValueHeadCount: 8, headWidth: 64)
  private static let chunk = 512
  private var decodeDepths: [Int] { options.isQuick ? [2048] : [2048, 8192] }
  private var chunkDepths: [Int] { options.isQuick ? [0] : [0, 2048] }

  /// Measures and prints the table.
  func print() throws {
    let shape = Self.shape
    var table = Table(
      "Attention, \(shape.headCount) heads, \(shape.keyValueHeadCount) key/value heads, width \(shape.headWidth), "
        + "\(pool.count) threads",
      ["kernels", "cache"] + decodeDepths.flatMap { ["1 token @\($0): GB/s", "of limit"] }
        + chunkDepths.flatMap { ["\(Self.chunk) tokens @\($0): GFLOPS", "of limit"] })
    for set in options.instructionSets {
      let kernels = Kernels(pool: pool, instructionSet: set)
      for type in KeyValueType.allCases {
        Report.progress("attention, \(type) on \(set)")
        var cells = [set.rawValue, type.rawValue]
        for depth in decodeDepths {
          let speed = try decodeSpeed(kernels, type, depth)
          cells += [(speed * 1e-9).short, speed.percent(of: limits.bytesPerSecondNow())]
        }
        for depth in chunkDepths {
          let speed = try chunkSpeed(kernels, type, depth)
          cells += [(speed * 1e-9).short, speed.percent(of: limits.peakOperationsPerSecond(set, .floats))]
        }
        table.add(cells)
      }
    }
    Report.print(table.text)
    Report.print("The KV caches of all layers together exceed the last-level cache.\n")
  }

  /// Returns the KV cache bytes per second in decode.
  private func decodeSpeed(_ kernels: Kernels, _ type: KeyValueType, _ depth: Int) throws -> Double {
    let bytes = (depth + 1) * KeyValuePool.bytesPerPosition(Self.shape, type)
    let total = max(128 << 20, 4 * Machine.lastLevelCacheBytes)
    let attention = try TestAttention(
      kernels, Self.shape, type, layers: (total + bytes - 1) / bytes, depth: depth, tokens: 1)
    return Double(bytes) / attention.seconds(stopwatch)
  }

  /// Returns the operations per second of a chunk: a dot product with the key and one with the value per position.
  private func chunkSpeed(_ kernels: Kernels, _ type: KeyValueType, _ depth: Int) throws -> Double {
    let attention = try TestAttention(kernels, Self.shape, type, layers: 1, depth: depth, tokens: Self.chunk)
    let positions = (depth + 1...depth + Self.chunk).reduce(0, +)
    return Double(4 * Self.shape.queryColumns * positions) / attention.seconds(stopwatch)
  }
}
