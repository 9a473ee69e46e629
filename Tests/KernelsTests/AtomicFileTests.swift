import Foundation
import Testing

@testable import SwiftletKernels

/// A file is replaced as a whole or not at all, with and without a name on the way.
@Suite(.serialized) struct AtomicFileTests {
  private static let magic: UInt64 = 7
  private let model: CachedModel

  init() throws { model = try CachedModel([.f32], rows: 1) }

  private var names: Set<String> { Set((try? FileManager.default.contentsOfDirectory(atPath: model.folder)) ?? []) }

  @Test(arguments: [true, false])
  func committedContentsTakeTheName(_ prefersUnnamed: Bool) throws {
    for words: [UInt64] in [[1, 2, 3], [4]] {
      let file = try AtomicFile(
        replacing: model.cachePath, magic: Self.magic, permissions: 0o600, prefersUnnamed: prefersUnnamed)
      try file.resize(to: 8 * words.count + 8)
      try file.write([Self.magic], at: 0)
      try file.write(words, at: 8)
      try file.commit()
      let expected = ([Self.magic] + words).flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
      #expect(try model.cacheBytes() == expected)
    }
    #expect(names == ["model.gguf", "cache"])
  }

  @Test(arguments: [true, false])
  func whatIsNotCommittedNeverWas(_ prefersUnnamed: Bool) throws {
    let old: [UInt8] = [7, 0, 0, 0, 0, 0, 0, 0]
    try model.replaceCache(old)
    do {
      let file = try AtomicFile(
        replacing: model.cachePath, magic: Self.magic, permissions: 0o600, prefersUnnamed: prefersUnnamed)
      try file.write([1, 2, 3], at: 0)
      #expect(try model.cacheBytes() == old)
    }
    #expect(try model.cacheBytes() == old)
    #expect(names == ["model.gguf", "cache"])
  }

  @Test func otherFilesAreNotReplaced() throws {
    let path = model.cachePath
    func replace() throws(PackedCacheError) {
      try AtomicFile(replacing: path, magic: Self.magic, permissions: 0o600).commit()
    }
    let irregular = PackedCacheError.cannotWrite(found: "something that is not a regular file")
    let other = PackedCacheError.cannotWrite(found: "a file of another kind, which is not replaced")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(throws: irregular) { try replace() }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: model.folder + "/elsewhere")
    #expect(throws: irregular) { try replace() }
    try FileManager.default.removeItem(atPath: path)
    for bytes in [[UInt8](repeating: 1, count: 3), [UInt8](repeating: 1, count: 30)] {
      try Data(bytes).write(to: URL(filePath: path))
      #expect(throws: other) { try replace() }
      #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))
    }
    try Data().write(to: URL(filePath: path))
    try replace()
    #expect(names == ["model.gguf", "cache"])
  }
}
