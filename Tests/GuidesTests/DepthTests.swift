import SwiftletTokenizers
import Testing

@testable import SwiftletGuides

/// The nesting depth of documents.
struct DepthTests {
  private static func depth(_ text: [UInt8]) -> Int {
    var depth = 0
    var deepest = 0
    for byte in text {
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
      deepest = max(deepest, depth)
    }
    return deepest
  }

  private static func guide(_ schema: String, depth: Int) throws -> Guide {
    var options = GuideOptions.generating
    options.maximumDepth = depth
    return try Guide(schema: schema, options: options, index: SmallIndex.index.get())
  }

  @Test(
    "unbounded nesting ends at the depth limit",
    arguments: [
      (##"{"type":"object","properties":{"c":{"type":"array","items":{"$ref":"#"}}},"required":["c"]}"##, 2),
      (##"{"type":"object","properties":{"n":{"$ref":"#"}},"additionalProperties":{"$ref":"#"}}"##, 1),
      (##"{"type":"array","items":{"anyOf":[{"$ref":"#"},{"type":"null"}]},"minItems":2}"##, 1),
      (
        ##"{"type":"array","items":{"$ref":"#"},"contains":{"type":"array","maxItems":0},"maxContains":3,"minContains":0}"##,
        2
      ),
      (##"{"type":["object","array"],"items":{"$ref":"#"},"minProperties":1,"additionalProperties":{"$ref":"#"}}"##, 1),
    ])
  func endsAtTheLimit(schema: String, height: Int) throws {
    let limit = 6
    let guide = try Self.guide(schema, depth: limit)
    var matcher = guide.makeMatcher()
    for _ in 0..<400 {
      let mask = matcher.mask()
      // Prefer tokens that open a container, then those that lead to one; close strings as soon as possible.
      let isInString = matcher.text.count { $0 == UInt8(ascii: "\"") } % 2 == 1
      let order = (isInString ? #""nc"# : #"[{,:"n}]"#).utf8.map { TokenID($0) }
      guard let token = order.first(where: mask.contains) else { break }
      try matcher.accept(token)
      var ending = matcher
      for token in ending.shortestCompletion() { try ending.accept(token) }
      let isComplete = ending.isAccepting
      try #require(isComplete, "\(String(decoding: ending.text, as: UTF8.self))")
    }
    let deepest = Self.depth(matcher.text)
    #expect(deepest >= limit && deepest <= limit + height, "\(String(decoding: matcher.text, as: UTF8.self))")
  }

  @Test("required nesting may exceed the limit")
  func allowsNeededDepth() throws {
    let schema =
      ##"{"$ref":"#/$defs/a","$defs":{"a":{"type":"array","minItems":1,"items":{"type":"array","minItems":1,"items":{"type":"array","items":{"type":"array"}}}}}}"##
    let guide = try Self.guide(schema, depth: 1)
    #expect(guide.accepts("[[[]]]") && !guide.accepts("[[[],[]]]"))
    #expect(try Self.guide(schema, depth: 4).accepts("[[[[]]],[[]]]"))
    #expect(try Self.guide(#"{"type":"array"}"#, depth: 0).accepts("[]"))
  }
}
