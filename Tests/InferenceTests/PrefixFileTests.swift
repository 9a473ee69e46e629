import Foundation
import SwiftletGGUF
@testable import SwiftletKernels
import TestSupport
import Testing

@testable import SwiftletInference

/// Tests of prompt prefixes on disk.
@Suite(.timeLimit(.minutes(60))) struct PrefixFileTests {
  private let folder: TemporaryFolder
  private let path: String
  /// The fixture with room for longer prompts.
  private let modelPath: String
  private let prefix = [257] + (0..<150).map { ($0 * 31 + 7) % 250 }

  init() throws {
    folder = try TemporaryFolder()
    path = folder.filePath("prefix")
    var variant = try ModelVariant(ModelFixture.grouped)
    variant.metadata["llama.context_length"] = .uint32(512)
    modelPath = try variant.write(to: folder)
  }

  private func engine(
    threads: Int = 1, contextSize: Int? = nil, keyValueType: KeyValueType = .f32, cachePages: Int? = nil
  ) throws -> InferenceEngine {
    let pageByteCount = 64 * (try ModelFixture.grouped.model().cacheBytesPerPosition(keyValueType))
    return try InferenceEngine(
      contentsOf: modelPath,
      options: EngineOptions(
        threads: threads, contextSize: contextSize, keyValueType: keyValueType,
        cacheByteLimit: cachePages.map { $0 * pageByteCount }))
  }

  private func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

  private func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// Why an engine does not take the file, nil if it does.
  private func refusal(_ engine: InferenceEngine, adapter: LowRankAdapter? = nil) async throws -> PrefixFileError? {
    do {
      try await engine.loadPrefix(from: path, adapter: adapter)
      return nil
    } catch InferenceError.prefix(path, let error) {
      return error
    }
  }

  @Test(arguments: KeyValueType.allCases) func whatWasSavedNeedNotBeRead(_ type: KeyValueType) async throws {
    let writer = try self.engine(keyValueType: type)
    #expect(try await writer.savePrefix(prefix, to: path) == 128)
    let cold = try await writer.greedy(prefix + [65, 66], 30)
    let reader = try self.engine(threads: 2, keyValueType: type)
    #expect(try await reader.loadPrefix(from: path) == Array(prefix[..<128]))
    #expect(reader.statistics.prefilledTokens == 0)
    let warm = try await reader.greedy(prefix + [65, 66], 30)
    #expect(warm.cached == 128 && warm.tokens == cold.tokens)
    // Again, into what is there already.
    #expect(try await reader.loadPrefix(from: path).count == 128)
    #expect(try await reader.greedy(prefix + [65, 66], 30).tokens == cold.tokens)
    // The same file comes of it.
    let whole = try bytes()
    try await reader.savePrefix(prefix, to: path)
    #expect(try bytes() == whole)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func prefixesOfOthersAreNotTaken() async throws {
    let engine = try self.engine()
    try await engine.savePrefix(prefix, to: path)
    #expect(try await refusal(ModelFixture(name: "llama3-rope-f32").engine()) == .modelMismatch)
    let other = try await refusal(self.engine(keyValueType: .f16))
    guard case .formatMismatch(let found, let expected) = other else {
      Issue.record("\(String(describing: other))")
      return
    }
    #expect(found.hasPrefix("f32") && expected.hasPrefix("f16"))
    #expect(try await refusal(engine) == nil)
    let file = AdapterFile.everywhere
    let adapterPath = folder.filePath("adapter.gguf")
    try file.write(for: ModelVariant(ModelFixture.grouped), to: adapterPath)
    let adapter = try engine.loadAdapter(contentsOf: adapterPath)
    #expect(try await refusal(engine, adapter: adapter) == .adapterMismatch)
    try await engine.savePrefix(prefix, to: path, adapter: adapter)
    #expect(try await refusal(engine, adapter: adapter) == nil)
    #expect(try await refusal(engine) == .adapterMismatch)
  }

  @Test func aModelThatChangedIsAnother() async throws {
    let model = folder.filePath("copy.gguf")
    try FileManager.default.copyItem(atPath: modelPath, toPath: model)
    let options = EngineOptions(threads: 1, keyValueType: .f32)
    try await InferenceEngine(contentsOf: model, options: options).savePrefix(prefix, to: path)
    #expect(try await refusal(InferenceEngine(contentsOf: model, options: options)) == nil)
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: model)
    #expect(try await refusal(InferenceEngine(contentsOf: model, options: options)) == .modelMismatch)
  }

  /// Each byte of the head, and some of the table and of each page.
  @Test func everyByteCounts() async throws {
    let engine = try self.engine()
    try await engine.savePrefix(prefix, to: path)
    let whole = try bytes()
    let table = 8 * (PrefixFile.Header.count + 128 + 2 * 2)
    #expect(whole.count == table + 2 * engine.cachePool.pageByteCount)
    let used = engine.cachePool.usedPageCount
    let head = 8 * PrefixFile.Header.count
    var offsets = Array(0..<head) + [table - 1, whole.count - 1]
    offsets += stride(from: head, to: table, by: 11)
    offsets += stride(from: table, to: whole.count, by: 4093)
    for offset in offsets {
      var damaged = whole
      damaged[offset] ^= 1 << (offset % 8)
      try write(damaged)
      let found = try await refusal(engine)
      #expect(found != nil, "byte \(offset)")
      if offset >= table { #expect(found == .corruptPage((offset - table) / engine.cachePool.pageByteCount)) }
    }
    // The last reader may still be letting go of its pages.
    while engine.cachePool.usedPageCount != used { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func everyOtherLengthIsRefused() async throws {
    let engine = try self.engine()
    try await engine.savePrefix(prefix, to: path)
    let whole = try bytes()
    let table = 8 * (PrefixFile.Header.count + 128 + 2 * 2)
    var lengths = Array(stride(from: 0, to: table, by: 29))
    lengths += stride(from: table, to: whole.count, by: 16_411)
    for length in lengths + [whole.count - 1] {
      try write(Array(whole[..<length]))
      #expect(try await refusal(engine) != nil, "\(length) bytes")
    }
    try write(whole + [0])
    #expect(try await refusal(engine) == .wrongSize(found: whole.count + 1, expected: whole.count))
    try write([UInt8](repeating: 0x5A, count: whole.count))
    #expect(try await refusal(engine) == .notAPrefixFile)
    try FileManager.default.removeItem(atPath: path)
    guard case .cannotOpen = try await refusal(engine) else {
      Issue.record("a missing file was opened")
      return
    }
  }

  /// Wrong words by their index in the head and the table.
  private static let lies: [(index: Int, words: [UInt64])] = [
    (2, [1, 2, 4]), (4, [0, 63, 64, 192, 0x100_0000_0000, .max, 0x8000_0000_0000_0000]), (9, [0x6E6F_656E]),
    (11, [0, .max, 0x4000_0000_0000_0000]), (12, [1, .max]), (13, [1, .max]), (14, [1, 2, 3, .max]),
    (19, [.max, 0x4000_0000_0000_0000]), (20, [264, 0x1_0000_0000]),
  ]

  /// Words that lie, under hashes that are right.
  @Test(arguments: lies.flatMap { lie in lie.words.map { Lie(index: lie.index, word: $0) } })
  func liesAreFoundOut(_ lie: Lie) async throws {
    let engine = try self.engine()
    try await engine.savePrefix(prefix, to: path)
    let whole = try bytes()
    var words = whole.withUnsafeBytes { bytes in
      (0..<PrefixFile.Header.count + 128 + 4).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) }
    }
    words[lie.index] = lie.word
    PrefixFile.Header.rehash(&words)
    try write(words.flatMap { word in withUnsafeBytes(of: word) { Array($0) } } + whole[(8 * words.count)...])
    await #expect(throws: InferenceError.self) { try await engine.loadPrefix(from: path) }
    #expect(try await engine.greedy(prefix, 3).tokens == self.engine().greedy(prefix, 3).tokens)
  }

  @Test func whatIsTooShortOrTooLongIsRefused() async throws {
    let engine = try self.engine()
    await #expect(throws: InferenceError.prefix(path: path, .tooShort(tokens: 63, expected: 64))) {
      try await engine.savePrefix(Array(prefix.prefix(63)), to: path)
    }
    try await engine.savePrefix(prefix, to: path)
    let small = try self.engine(contextSize: 100)
    await #expect(throws: InferenceError.promptTooLong(tokens: 128, contextSize: 100)) {
      try await small.loadPrefix(from: path)
    }
    let nowhere = folder.filePath("no/such/folder/prefix")
    let error = await #expect(throws: InferenceError.self) { try await engine.savePrefix(prefix, to: nowhere) }
    guard case .prefix(nowhere, .cannotWrite) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func statesCannotBeShared() async throws {
    let engine = try InferenceEngine(
      contentsOf: TestFiles.fixture("architectures/lfm2.gguf"), options: EngineOptions(threads: 1))
    await #expect(throws: InferenceError.prefix(path: path, .hasStates)) {
      try await engine.savePrefix([Int](repeating: 5, count: 100), to: path)
    }
    await #expect(throws: InferenceError.prefix(path: path, .hasStates)) { try await engine.loadPrefix(from: path) }
  }

  /// Cached pages are evicted, pages in use are not.
  @Test func aPrefixTakesTheRoomOfWhatIsOlder() async throws {
    try await self.engine().savePrefix(prefix, to: path)
    let engine = try self.engine(cachePages: 3)
    _ = try await engine.greedy((0..<170).map { $0 % 7 }, 2)
    #expect(engine.cachePool.usedPageCount == 3)
    #expect(try await refusal(engine) == nil)
    #expect(try await engine.greedy(prefix, 2).cached == 128)
    let small = try self.engine(cachePages: 1)
    let error = await #expect(throws: InferenceError.self) { try await small.loadPrefix(from: path) }
    guard case .promptExceedsMemory(tokens: 128, fitting: 64, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await small.greedy([257, 65], 2).tokens.count == 2)
  }

  @Test func loadingGoesOnBesideRequests() async throws {
    let engine = try self.engine(threads: 2)
    try await engine.savePrefix(prefix, to: path)
    let expected = try await engine.greedy(prefix + [70], 20).tokens
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<12 {
        group.addTask {
          if index % 3 == 0 { try await engine.loadPrefix(from: path) }
          if index % 3 == 1 { try await engine.savePrefix(prefix, to: path) }
          #expect(try await engine.greedy(prefix + [70], 20).tokens == expected)
        }
      }
      try await group.waitForAll()
    }
  }
}

/// A word, and the index of another one that it replaces.
struct Lie: Sendable {
  var index: Int
  var word: UInt64
}

extension PrefixFile.Header {
  /// Makes the hashes of the words of head and table right.
  fileprivate static func rehash(_ words: inout [UInt64]) {
    let table = ContentHash(words[count...])
    (words[15], words[16]) = (table.low, table.high)
    let head = ContentHash(words[..<17])
    (words[17], words[18]) = (head.low, head.high)
  }
}
