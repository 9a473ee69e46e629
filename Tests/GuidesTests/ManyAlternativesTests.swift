import SwiftletTokenizers
import Testing

@testable import SwiftletGuides

/// Masks of many alternatives of one value, which share the walks of the token trie.
struct ManyAlternativesTests {
  /// Returns a schema of objects with a required name of their own.
  private static func objects(_ count: Int, _ rest: (Int) -> String) -> String {
    let objects = (0..<count).map { #"{"type":"object","required":["k\#($0)"]\#(rest($0))}"# }
    return #"{"anyOf":[\#(objects.joined(separator: ","))]}"#
  }

  @Test("objects that differ in their declared names share the walk of a pattern of names")
  func patternsOfNamesAreWalkedOnce() throws {
    var builder = try MaskSteps.builder(Self.objects(20) { _ in #","propertyNames":{"pattern":"^[a-z0-9]+$"}"# })
    var state = builder.machine.start()
    for byte in #"{"a"#.utf8 { state = builder.machine.step(state, byte) }
    _ = builder.mask(state)
    #expect(builder.keyWalks.count == 1)
  }

  @Test("what follows a name takes a step for each alternative, not for each token after the name")
  func exitsOfNamesAreShared() throws {
    let count = 50
    let steps = try MaskSteps.count(Self.objects(count) { _ in "" }, after: #"{"ab"#)
    #expect(steps <= 8 * count, "\(steps)")
  }

  @Test(
    "masks of many alternatives have exactly the tokens that are allowed",
    arguments: [
      (#","propertyNames":{"pattern":"^[a-z0-9]+$"}"#, #"{"foo":1,"k7":2}"#),
      (#","properties":{"foo":false,"bar":{"type":"integer"}}"#, #"{"bar":1,"k3":"a"}"#),
      (#","minProperties":3"#, #"{"ab":1,"k7":2,"foo":3}"#),
      (#","additionalProperties":false,"properties":{"k#":{"type":"string"},"foo#":true}"#, #"{"k3":"a","foo3":1}"#),
      (#","properties":{"x":{"type":"string","minLength":#,"maxLength":1#}}"#, #"{"x":"abcfooabc","k4":1}"#),
      (#","properties":{"x":{"type":"string","pattern":"^[a-z]{#,1#}#?$"}}"#, #"{"x":"abcfoo4","k4":1}"#),
      (#","properties":{"x":{"type":"integer","minimum":#}}"#, #"{"x":12,"k4":1}"#),
      (#","properties":{"x":{"type":"string","pattern":"(ab|foo#).*b"}}"#, #"{"x":"abcfoo4b","k4":1}"#),
      (#","properties":{"x":{"type":"string","pattern":"^[^#]*c.*b"}}"#, #"{"x":"aécb","k4":1}"#),
      (#","propertyNames":{"pattern":"(k#|fo).*"}"#, #"{"foo":1,"k7":2}"#),
      (#","properties":{"x":{"enum":["a#",#]}}"#, #"{"x":"a5","k5":1}"#),
    ])
  func masksAreExact(rest: String, document: String) throws {
    let index = try SmallIndex.index.get()
    let schema = Self.objects(12) { rest.replacing("#", with: "\($0)") }
    var matcher = try Guide(schema: schema, index: index).makeMatcher()
    for byte in document.utf8 {
      let mask = matcher.mask()
      for token in 0..<index.vocabulary.count {
        let isAllowed = matcher.allows(token)
        let isInMask = mask.contains(token)
        try #require(isInMask == isAllowed, "token \(token) after \(String(decoding: matcher.text, as: UTF8.self))")
      }
      let isAccepted = matcher.accept(bytes: [byte])
      try #require(isAccepted, "after \(String(decoding: matcher.text, as: UTF8.self))")
    }
    let isComplete = matcher.isAccepting
    #expect(isComplete)
  }
}
