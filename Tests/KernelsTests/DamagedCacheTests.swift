import SwiftletGGUF
import Testing

@testable import SwiftletKernels

/// A file of packed weights that is not as it was written is not used.
@Suite struct DamagedCacheTests {
  private let model: CachedModel
  private let panels: [[UInt8]]
  private let bytes: [UInt8]
  private let table: PackedCacheTable

  init() throws {
    model = try CachedModel()
    panels = try model.load().panels
    bytes = try model.cacheBytes()
    table = try PackedCacheTable(MappedFile(path: model.cachePath))
  }

  /// The size of the head and the table.
  private var tableEnd: Int { 8 * table.words(fileByteCount: 0).count }

  @Test func everyByteOfHeadAndTableCounts() throws {
    for place in 0..<tableEnd {
      for change: UInt8 in [0x01, 0x80, 0xFF] {
        var damaged = bytes
        damaged[place] ^= change
        let refusal = try model.refusal(damaged, panels: panels)
        #expect(refusal != nil, "byte \(place) with \(change)")
      }
    }
  }

  @Test func everyLengthButItsOwnIsRefused() throws {
    let lengths: [Int] =
      Array(0..<tableEnd) + Array(stride(from: tableEnd, to: bytes.count, by: 251)) + [bytes.count - 1]
    for length in lengths {
      #expect(try model.refusal(Array(bytes[..<length]), panels: panels) != nil, "\(length) bytes")
    }
    #expect(try model.refusal(bytes + [0], panels: panels) == .wrongSize(found: bytes.count + 1, expected: bytes.count))
    #expect(try model.refusal(bytes, panels: panels) == nil)
  }

  @Test func sampledPanelsAreChecked() throws {
    for (index, matrix) in table.matrices.enumerated() {
      // 37 rows are three panels: all of them are samples.
      for offset in stride(from: 0, to: matrix.byteCount, by: 97) {
        var damaged = bytes
        damaged[matrix.offset + offset] ^= 0x10
        #expect(try model.refusal(damaged, panels: panels) == .corruptContents(tensor: "matrix.\(index)"))
      }
    }
  }

  @Test func otherFilesAndVersionsAreNamed() throws {
    let random = [UInt8](repeating: 0x5A, count: bytes.count)
    #expect(try model.refusal(random, panels: panels) == .notAPackedCache)
    #expect(try model.refusal(Array("GGUF".utf8), panels: panels) == .wrongSize(found: 4, expected: 88))
    let version = try model.refusal(rewritten { $0[2] += 1 }, panels: panels)
    #expect(version == .versionMismatch(found: PackedCacheTable.version + 1, expected: PackedCacheTable.version))
    let order = try model.refusal(rewritten { $0[1] = $0[1].byteSwapped }, panels: panels)
    #expect(order == .byteOrderMismatch)
  }

  /// Counts that no hash objects to.
  @Test(arguments: 3...6, [0, 1, 1 << 20, UInt64(Int64.max), .max])
  func wrongCountsAreRefused(_ word: Int, _ value: UInt64) throws {
    let changed = rewritten { $0[word] = value }
    if changed != bytes { #expect(try model.refusal(changed, panels: panels) != nil) }
  }

  /// Extents that no hash objects to.
  @Test func wrongExtentsAreRefused() throws {
    let end = bytes.count
    let offsets = [0, 8, 4096, 8192, -4096, 1 << 40, .max, .max - 4095, .min, (end + 4095) / 4096 * 4096]
    for index in table.matrices.indices {
      let own = table.matrices[index]
      for offset in offsets where offset != own.offset {
        #expect(try refusal(index) { $0.offset = offset } != nil, "offset \(offset)")
      }
      for byteCount in [0, -1, 1, own.byteCount - 1, own.byteCount + 1, end, .max, .min] {
        #expect(try refusal(index) { $0.byteCount = byteCount } != nil, "\(byteCount) bytes")
      }
      for number in [-1, 2, .max, .min] {
        #expect(try refusal(index) { $0.groups = number } != nil, "\(number) groups")
      }
      for number in [0, -1, 1, 38, .max, .min] {
        #expect(try refusal(index) { $0.rows = number } != nil)
        #expect(try refusal(index) { $0.columns = number } != nil)
      }
      for name in ["", "matrix", "matrix.7", String(repeating: "x", count: 999)] {
        #expect(try refusal(index) { $0.name = name } != nil)
        #expect(try refusal(index) { $0.format = name } != nil)
      }
      #expect(try refusal(index) { $0.format = "q8_0" } == .tensorMismatch(tensor: own.name))
      let hash = ContentHash(low: own.tensorHash.low, high: own.tensorHash.high ^ 1)
      #expect(try refusal(index) { $0.tensorHash = hash } == .tensorMismatch(tensor: own.name))
      let (low, high) = (own.pairHashes[1].low, own.pairHashes[1].high)
      for other in [ContentHash(low: low ^ 1, high: high), ContentHash(low: low, high: high ^ 1)] {
        #expect(try refusal(index) { $0.pairHashes[1] = other } == .corruptContents(tensor: own.name))
      }
      #expect(try refusal(index) { $0.pairHashes.removeLast() } == .tensorMismatch(tensor: own.name))
      #expect(try refusal(index) { $0.pairHashes.append(hash) } == .tensorMismatch(tensor: own.name))
    }
  }

  /// Texts longer than the table, which no hash objects to.
  @Test(arguments: [9, 1 << 20, UInt64(Int64.max), .max])
  func wrongLengthsAreRefused(_ length: UInt64) throws {
    let name = PackedCacheTable.headerWordCount + 5
    #expect(try model.refusal(rewritten { $0[name] = length }, panels: panels) == .corruptTable)
  }

  @Test func errorsSayWhatWasFoundAndExpected() {
    let errors: [PackedCacheError] = [
      .cannotOpen(found: "x"), .untrustedOwner(found: 7), .notAPackedCache, .byteOrderMismatch,
      .versionMismatch(found: 2, expected: 1),
      .wrongSize(found: 1, expected: 2), .corruptTable, .modelMismatch(shard: 0, difference: "size"),
      .tensorMismatch(tensor: "t"), .corruptContents(tensor: "t"), .cannotWrite(found: "x"),
      .exceedsLimit(found: 2, limit: 1), .notEnoughSpace(found: 1, expected: 2),
    ]
    for error in errors { #expect(error.description.contains("found ") && error.description.contains("expected ")) }
  }

  private func refusal(_ index: Int, _ change: (inout PackedCacheTable.Matrix) -> Void) throws -> PackedCacheError? {
    var changed = table
    change(&changed.matrices[index])
    let head = changed.words(fileByteCount: bytes.count).flatMap(Self.bytes)
    // A longer name moves nothing else: the table has room up to the first matrix.
    return try model.refusal(head + bytes[head.count...], panels: panels)
  }

  /// The file with words changed and all hashes made to fit.
  private func rewritten(_ change: (inout [UInt64]) -> Void) -> [UInt8] {
    var words = table.words(fileByteCount: bytes.count)
    change(&words)
    let tableHash = ContentHash(words[PackedCacheTable.headerWordCount...])
    (words[7], words[8]) = (tableHash.low, tableHash.high)
    let headHash = ContentHash(words[..<9])
    (words[9], words[10]) = (headHash.low, headHash.high)
    let head = words.flatMap(Self.bytes)
    return head + bytes[head.count...]
  }

  private static func bytes(_ word: UInt64) -> [UInt8] { withUnsafeBytes(of: word) { Array($0) } }
}
