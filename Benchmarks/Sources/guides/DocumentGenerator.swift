import Foundation
import SwiftletGuides
import SwiftletTokenizers

/// A generator of random documents that guides accept, for validation with other tools.
///
/// For each schema it returns a line of JSON with the file name and either the documents as texts or the error. Tokens
/// are bytes, sampled uniformly from the mask up to a random length; then follows the shortest completion.
struct DocumentGenerator {
  /// The maximum number of random bytes in a document.
  private static let longest = 160

  let index = TokenIndex(.bytes)
  var options: GuideOptions
  var count: Int
  var random: Random

  mutating func line(_ name: String, schema: String) throws -> String {
    do {
      let guide = try Guide(schema: schema, options: options, index: index)
      var documents: [String] = []
      for _ in 0..<count { documents.append(try document(guide)) }
      return try Self.json(Line(file: name, documents: documents))
    } catch let error as GuideError {
      return try Self.json(Line(file: name, refused: "\(error)"))
    }
  }

  private mutating func document(_ guide: Guide) throws -> String {
    var matcher = guide.makeMatcher()
    for _ in 0..<Int.random(in: 0...Self.longest, using: &random) {
      var tokens: [TokenID] = []
      matcher.mask().forEach { tokens.append($0) }
      // There is no end-of-generation token: documents end at random where they may.
      if matcher.isAccepting, tokens.isEmpty || Int.random(in: 0..<4, using: &random) == 0 { break }
      guard let token = tokens.randomElement(using: &random) else { break }
      try matcher.accept(token)
    }
    for token in matcher.shortestCompletion() { try matcher.accept(token) }
    guard matcher.isAccepting else { throw Unfinished(text: matcher.text) }
    return String(decoding: matcher.text, as: UTF8.self)
  }

  private struct Line: Encodable {
    var file: String
    var documents: [String]?
    var refused: String?
  }

  private struct Unfinished: Error {
    var text: [UInt8]
  }

  private static func json(_ line: Line) throws -> String {
    String(decoding: try JSONEncoder().encode(line), as: UTF8.self)
  }
}

/// A SplitMix64 random number generator.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
