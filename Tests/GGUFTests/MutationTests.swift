import Foundation
import SwiftletGGUF
import TestSupport
import Testing

/// Randomly mutated valid files: the reader either throws or returns readable tensors.
@Suite struct MutationTests {
  @Test func noMutationOfASmallFileCrashes() throws {
    let outcomes = try mutate(FileImage.valid.bytes, rounds: 20_000, seed: 1)
    // Most of the file is content that may be anything, and most of the rest is structure that may not.
    #expect(outcomes.opened > 1000 && outcomes.refused > 1000)
  }

  @Test(.enabled(if: TestData.vocabularies.isPresent, "\(TestData.vocabularies.absence)"))
  func noMutationOfAVocabularyCrashes() throws {
    let file = try #require(Self.smallestVocabulary)
    let original = try GGUFFile(path: file)
    #expect(original.tensors.isEmpty)
    let bytes = try MappedFile(path: file)
    let whole = bytes.withBytes(in: 0..<bytes.count) { Array($0) }
    _ = try mutate(whole, rounds: 100, seed: 2)
    // Damage anywhere mostly hits token texts, so that a second series keeps to the first keys.
    _ = try mutate(whole, rounds: 100, seed: 3, within: 4096)
  }

  private static let smallestVocabulary = TestData.vocabularies.paths(suffix: ".gguf")
    .map { TestData.vocabularies.file($0).path }.min { size($0) < size($1) }

  private static func size(_ path: String) -> Int { (try? MappedFile(path: path).count) ?? .max }

  /// Opens `rounds` copies of a file with 1 to 8 changes each, and reads the tensors of those that open.
  private func mutate(
    _ original: [UInt8], rounds: Int, seed: UInt64, within limit: Int = .max
  ) throws -> (opened: Int, refused: Int) {
    let folder = try TemporaryFolder()
    var generator = SeededGenerator(seed: seed)
    var (opened, refused) = (0, 0)
    for _ in 0..<rounds {
      var bytes = original
      for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty {
        damage(&bytes, at: Int.random(in: 0..<min(bytes.count, limit), using: &generator), &generator)
      }
      let path = try folder.write(bytes)
      do throws(GGUFError) {
        let file = try GGUFFile(path: path)
        for tensor in file.tensors where tensor.type.blockFormat != nil { _ = try tensor.floats() }
        for key in file.metadata.keys { _ = "\(String(describing: file.metadata[key]))" }
        opened += 1
      } catch {
        #expect(!error.description.isEmpty)
        refused += 1
      }
    }
    return (opened, refused)
  }

  private func damage(_ bytes: inout [UInt8], at offset: Int, _ generator: inout SeededGenerator) {
    let notable: [UInt64] = [0, 1, 2, 1 << 31, 1 << 32, 1 << 61, 1 << 62, 1 << 63 - 1, 1 << 63, .max - 31, .max]
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: bytes.removeSubrange(offset...)
    case 1: bytes.remove(at: offset)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: offset)
    case 3:
      let number = little(notable.randomElement(using: &generator) ?? 0)
      for (index, byte) in number.enumerated() where offset + index < bytes.count { bytes[offset + index] = byte }
    case 4: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 5: bytes[offset] &+= Bool.random(using: &generator) ? 1 : 255
    default: bytes[offset] = UInt8.random(in: 0...255, using: &generator)
    }
  }
}
