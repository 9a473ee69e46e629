import SwiftletTokenizers
import Testing

@testable import SwiftletGuides
import SwiftletJSON

/// Alternatives that overlap, nested within each other: what is possible on several levels does not multiply.
struct NestedAlternativesTests {
  /// Exactly one of two open objects, whose children are again exactly one of them.
  private static let twoObjects: String = {
    let child = ##""child":{"$ref":"#/$defs/either"}"##
    return ##"""
      {"$defs":{"a":{"type":"object","properties":{\##(child),"p":{"type":"string"}}},
      "b":{"type":"object","properties":{\##(child),"q":{"type":"integer"}}},
      "either":{"oneOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/b"}]}},"$ref":"#/$defs/either"}
      """##
  }()

  /// Returns true if a document satisfies ``twoObjects``, decided from the innermost value to the outermost.
  private static func isValid(_ document: JSONValue) -> Bool {
    guard case .object = document else { return false }
    let hasValidChild = document["child"].map { isValid($0) } ?? true
    let isFirst = hasValidChild && document["p"].map { $0.string != nil } ?? true
    let isSecond = hasValidChild && document["q"].map { $0.isInteger } ?? true
    return isFirst != isSecond
  }

  /// Returns a document of objects within each other, most of which are exactly one of the two.
  private static func document(depth: Int, _ generator: inout SeededGenerator) -> String {
    let members = [#""p":1"#, #""q":"a""#, #""p":12,"q":1"#, #""q":[],"p":"ab""#, #""foo":1,"p":{}"#]
    let ambiguous = [#""p":"a""#, #""q":1"#, #""p":1,"q":"a""#, #""foo":true"#]
    let isAmbiguous = generator.once(in: 40)
    let own = (isAmbiguous ? ambiguous : members).randomElement(using: &generator) ?? ""
    guard depth > 0 else { return "{\(own)}" }
    let child = #""child":\#(document(depth: depth - 1, &generator))"#
    return generator.once(in: 3) ? "{\(own),\(child)}" : "{\(child),\(own)}"
  }

  private static func guide(_ schema: String) throws -> Guide {
    try Guide(schema: schema, options: .validating, index: SmallIndex.index.get())
  }

  @Test("documents of 21 levels are accepted if and only if they are valid", arguments: 0..<4)
  func documentsAreJudged(seed: Int) throws {
    let guide = try Self.guide(Self.twoObjects)
    var generator = SeededGenerator(seed: seed)
    var valid = 0
    for _ in 0..<25 {
      let text = Self.document(depth: 20, &generator)
      let isValid = try Self.isValid(JSONValue.read(Array(text.utf8)))
      let isAccepted = try guide.accepts(document: Array(text.utf8))
      #expect(isAccepted == isValid, "\(text)")
      if isValid { valid += 1 }
    }
    #expect(valid > 3 && valid < 25)
  }

  @Test("within 21 levels, masks have exactly the tokens that lead to valid documents", arguments: 0..<4)
  func masksAreExact(seed: Int) throws {
    let index = try SmallIndex.index.get()
    let guide = try Self.guide(Self.twoObjects)
    var generator = SeededGenerator(seed: seed)
    var text: [UInt8] = []
    repeat { text = Array(Self.document(depth: 20, &generator).utf8) } while try !Self.isValid(JSONValue.read(text))
    var matcher = guide.makeMatcher()
    var compared = 0
    for (offset, byte) in text.enumerated() {
      if offset % 9 == seed {
        let mask = matcher.mask()
        for token in 0..<index.vocabulary.count {
          var next = matcher
          let isAllowed = (try? next.accept(token)) != nil
          let isInMask = mask.contains(token)
          try #require(isInMask == isAllowed, "token \(token) at \(offset)")
          let bytes = index.text(of: token) ?? []
          if !bytes.isEmpty, text[offset...].starts(with: bytes) { try #require(isAllowed, "\(bytes) at \(offset)") }
          guard isAllowed, token % 7 == offset % 7 else { continue }
          for token in next.shortestCompletion() { try next.accept(token) }
          let isValid = try Self.isValid(JSONValue.read(next.text))
          try #require(isValid, "\(String(decoding: next.text, as: UTF8.self))")
          compared += 1
        }
      }
      let isAllowed = matcher.accept(bytes: [byte])
      try #require(isAllowed, "byte \(offset)")
    }
    try matcher.checkCompleteness()
    let isComplete = matcher.isAccepting
    #expect(isComplete && compared > 100)
  }

  /// The most configurations of a state, and the most steps of a mask, along a document.
  private static func work(_ schema: String, _ document: String) throws -> (configurations: Int, steps: Int) {
    let guide = try guide(schema)
    var builder = MaskBuilder(
      machine: PushdownAutomaton(guide.grammar), index: guide.index, endsAtDelimiter: true)
    var state = builder.machine.start()
    var result = (configurations: 0, steps: 0)
    for byte in document.utf8 {
      let before = builder.machine.stepCount
      _ = builder.mask(state)
      result.steps = max(result.steps, builder.machine.stepCount - before)
      state = builder.machine.step(state, byte)
      try #require(state >= 0)
      result.configurations = max(result.configurations, builder.machine.states[Int(state)].count)
    }
    let isAccepted = builder.machine.accepts(state)
    #expect(isAccepted && !builder.machine.hasDroppedConfigurations)
    return result
  }

  private static func nested(_ open: String, _ inner: String, _ close: String, depth: Int) -> String {
    String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
  }

  @Test("a mask takes as many steps within 40 levels of two open objects as within 10")
  func depthTakesNoSteps() throws {
    func work(depth: Int) throws -> (configurations: Int, steps: Int) {
      try Self.work(Self.twoObjects, Self.nested(#"{"child":"#, #"{"p":1}"#, #","q":"a"}"#, depth: depth))
    }
    let (shallow, deep) = (try work(depth: 10), try work(depth: 40))
    #expect(deep.configurations == shallow.configurations && deep.configurations < 40)
    #expect(deep.steps <= shallow.steps + shallow.steps / 10, "\(shallow.steps) and \(deep.steps)")
  }

  @Test("a mask within 20 levels of several open objects takes few steps", arguments: 1...4)
  func alternativesTakeFewSteps(leaves: Int) throws {
    let names = (0..<leaves).map { "leaf\($0)" }
    let references = (names + ["inner"]).map { ##"{"$ref":"#/$defs/\##($0)"}"## }.joined(separator: ",")
    var definitions = names.map { name in
      #""\#(name)":{"type":"object","properties":{"\#(name)":{"type":"object"}},"required":["\#(name)"]}"#
    }
    definitions.append(
      #""inner":{"type":"object","properties":{"inner":{"oneOf":[\#(references)]}},"required":["inner"]}"#)
    let schema = #"{"$defs":{\#(definitions.joined(separator: ","))},"oneOf":[\#(references)]}"#
    let document = Self.nested(#"{"inner":"#, #"{"leaf0":{}}"#, "}", depth: 20)
    let (configurations, steps) = try Self.work(schema, document)
    // A thousand steps are those from which on no text is refused, whatever the alternatives.
    #expect(
      configurations <= 8 * leaves && steps <= 1200 + 100 * leaves, "\(configurations) configurations, \(steps) steps")
  }
}

extension JSONValue {
  fileprivate var isInteger: Bool {
    guard case .number(let text) = self, let number = Double(text) else { return false }
    return number == number.rounded()
  }
}
