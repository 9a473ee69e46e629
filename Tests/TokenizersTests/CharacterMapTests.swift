import SwiftletGGUF
import Testing

@testable import SwiftletTokenizers

/// Character maps, sound and damaged.
struct CharacterMapTests {
  private static let key = "tokenizer.ggml.precompiled_charsmap"
  private static let text = Array("ﬁrst Ⅷ\u{3000}ＡＢ ﷽ e\u{301} \u{200B}㌀ \u{FFFD}".utf8)

  private func bytes() throws -> [UInt8] {
    let numbers = try #require(try TokenizerFixtures.metadata("unigram").integers(Self.key))
    return numbers.map { UInt8(truncatingIfNeeded: $0) }
  }

  private static func map(_ bytes: [UInt8]) -> Result<CharacterMap, TokenizerError> {
    do throws(TokenizerError) { return .success(try CharacterMap(bytes)) } catch { return .failure(error) }
  }

  private func normalized(_ map: CharacterMap) -> [UInt8] {
    UnigramNormalizer(map: map, addsSpacePrefix: true, removesExtraSpaces: true)
      .normalized(Self.text.span, 0..<Self.text.count)
  }

  @Test("characters are rewritten, and spaces counted as one")
  func rewrites() throws {
    #expect(normalized(try CharacterMap(bytes())) == Array(" first VIII AB a  b é アパート \u{FFFD}".utf8))
  }

  @Test("a map with any byte changed is refused or gives some text")
  func survivesMutations() throws {
    let bytes = try bytes()
    var generator = SeededGenerator(seed: 5)
    var refused = 0
    for position in bytes.indices {
      for value in [UInt8.random(in: .min ... .max, using: &generator), 0xFF, bytes[position] ^ 0x80] {
        var damaged = bytes
        damaged[position] = value
        switch Self.map(damaged) {
        case .success(let map):
          // The longest replacement is the rest of the map.
          try #require(normalized(map).count <= Self.text.count * bytes.count)
        case .failure(let error):
          try #require(error.description.contains("precompiled_charsmap"))
          refused += 1
        }
      }
    }
    #expect(refused > 0 && refused < 30)
  }

  @Test("a map cut anywhere is refused or gives some text")
  func survivesCuts() throws {
    let bytes = try bytes()
    for count in stride(from: 0, to: bytes.count, by: 7) {
      switch Self.map(Array(bytes.prefix(count))) {
      case .success(let map): try #require(!normalized(map).isEmpty)
      case .failure(let error): try #require(error.description.contains("expected"))
      }
    }
  }

  @Test("maps of signed bytes are the same, other numbers are refused")
  func readsNumbers() throws {
    var metadata = try TokenizerFixtures.metadata("unigram")
    let expected = try Tokenizer(metadata: metadata).encode(bytes: Self.text)
    metadata[Self.key] = .array(.int8(try bytes().map { Int8(bitPattern: $0) }))
    #expect(try Tokenizer(metadata: metadata).encode(bytes: Self.text) == expected)
    metadata[Self.key] = .array(.int32([256]))
    let error = TokenizerError.malformedCharacterMap(
      found: "numbers out of the range of a byte", expected: "an array of bytes")
    #expect(throws: error) { try Tokenizer(metadata: metadata) }
    metadata[Self.key] = .array(.uint8([]))
    #expect(try Tokenizer(metadata: metadata).encode("ﬁ", addingBOSAndEOS: false) != [])
  }
}
