import Foundation
import Testing

@testable import SwiftletKernels

/// A file is replaced as a whole or not at all, with and without a name on the way.
@Suite(.serialized) struct AtomicFileTests {
  private let model: CachedModel

  init() throws { model = try CachedModel([.f32], rows: 1) }

  private var names: Set<String> { Set((try? FileManager.default.contentsOfDirectory(atPath: model.folder)) ?? []) }

  @Test(arguments: [true, false])
  func committedContentsTakeTheName(_ prefersUnnamed: Bool) throws {
    for words: [UInt64] in [[1, 2, 3], [4]] {
      let file = try AtomicFile(replacing: model.cachePath, permissions: 0o600, prefersUnnamed: prefersUnnamed)
      try file.resize(to: 8 * words.count + 8)
      try file.write(words, at: 8)
      try file.commit()
      #expect(try model.cacheBytes() == ([0] + words).flatMap { word in withUnsafeBytes(of: word) { Array($0) } })
    }
    #expect(names == ["model.gguf", "cache"])
  }

  @Test(arguments: [true, false])
  func whatIsNotCommittedNeverWas(_ prefersUnnamed: Bool) throws {
    try model.replaceCache([7])
    do {
      let file = try AtomicFile(replacing: model.cachePath, permissions: 0o600, prefersUnnamed: prefersUnnamed)
      try file.write([1, 2, 3], at: 0)
      #expect(try model.cacheBytes() == [7])
    }
    #expect(try model.cacheBytes() == [7])
    #expect(names == ["model.gguf", "cache"])
  }

  @Test(arguments: [true, false])
  func aFolderInTheWayStays(_ prefersUnnamed: Bool) throws {
    try FileManager.default.createDirectory(atPath: model.cachePath, withIntermediateDirectories: true)
    do {
      let file = try AtomicFile(replacing: model.cachePath, permissions: 0o600, prefersUnnamed: prefersUnnamed)
      #expect(throws: PackedCacheError.self) { try file.commit() }
    }
    #expect(names == ["model.gguf", "cache"])
  }
}
