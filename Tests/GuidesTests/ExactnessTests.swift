import SwiftletTokenizers
import Testing

@testable import SwiftletGuides
import SwiftletJSON

/// Guides for random schemas, compared with an independent reference validator.
struct ExactnessTests {
  private static var options: GuideOptions {
    var options = GuideOptions()
    options.allowsIntegerFractions = true
    return options
  }

  /// Returns the guides of the random schemas that compile.
  private static func guides(_ seeds: Range<Int>) throws -> [(seed: Int, schema: JSONValue, guide: Guide?)] {
    let index = try SmallIndex.index.get()
    return seeds.compactMap { seed in
      var random = RandomSchemas(seed: seed)
      let schema = random.schema()
      let text = JSONWriter.text(schema)
      do throws(GuideError) { return (seed, schema, try Guide(schema: text, options: options, index: index)) } catch {
        if case .unsatisfiable = error { return (seed, schema, nil) }
        return nil
      }
    }
  }

  @Test("a document passes if and only if it is valid", arguments: [0, 200, 400, 600])
  func agreesWithValidator(first: Int) throws {
    let guides = try Self.guides(first..<first + 200)
    #expect(guides.count > 150)
    var valid = 0
    for (seed, schema, guide) in guides {
      let validator = Validator(root: schema)
      var random = RandomSchemas(seed: seed + 1_000_000)
      for _ in 0..<80 {
        let document = random.document(near: schema)
        let text = JSONWriter.text(document)
        let isValid = validator.isValid(document, schema)
        if isValid { valid += 1 }
        let isAccepted = guide?.accepts(text) ?? false
        #expect(
          isAccepted == isValid,
          "seed \(seed): \(text) for \(JSONWriter.text(schema))")
      }
    }
    #expect(valid > 2000)
  }

  @Test("each token of a mask leads to a valid document, and no other token is allowed", arguments: [0, 100, 200, 300])
  func masksAreExact(first: Int) throws {
    let index = try SmallIndex.index.get()
    let end = try #require(index.vocabulary.eosID)
    var compared = 0
    for (seed, schema, guide) in try Self.guides(first..<first + 100) {
      guard let guide else { continue }
      let validator = Validator(root: schema)
      var generator = SeededGenerator(seed: seed)
      var matcher = guide.makeMatcher()
      for _ in 0..<12 where !matcher.isFinished {
        let mask = matcher.mask()
        for token in 0..<index.vocabulary.count {
          var next = matcher
          let isAllowed = (try? next.accept(token)) != nil
          try #require(isAllowed == mask.contains(token), "seed \(seed) token \(token) after \(matcher.text)")
          guard isAllowed else { continue }
          for token in next.shortestCompletion() { try next.accept(token) }
          let isComplete = next.isAccepting
          try #require(isComplete, "seed \(seed): \(String(decoding: next.text, as: UTF8.self))")
          let document = try JSONValue.read(next.text)
          try #require(
            validator.isValid(document, schema),
            "seed \(seed): \(String(decoding: next.text, as: UTF8.self)) for \(JSONWriter.text(schema))"
          )
          compared += 1
        }
        var tokens: [TokenID] = []
        mask.forEach { tokens.append($0) }
        let token = try #require(tokens.randomElement(using: &generator))
        if token == end { break }
        try matcher.accept(token)
      }
    }
    #expect(compared > 100)
  }

  @Test("every token that continues a valid document is allowed", arguments: [0, 100, 200, 300])
  func masksAreComplete(first: Int) throws {
    let index = try SmallIndex.index.get()
    let end = try #require(index.vocabulary.eosID)
    var tokens = [[(id: TokenID, text: ArraySlice<UInt8>)]](repeating: [], count: 256)
    for id in 0..<index.vocabulary.count where id != end {
      let text = index.vocabulary.piece(of: id)
      if index.vocabulary.kind(of: id) == .normal, let byte = text.first { tokens[Int(byte)].append((id, text)) }
    }
    var schemas = 0
    var compared = 0
    for (seed, schema, guide) in try Self.guides(first..<first + 100) {
      let validator = Validator(root: schema)
      var random = RandomSchemas(seed: seed + 2_000_000)
      schemas += 1
      for _ in 0..<24 {
        let document = random.document(near: schema)
        guard validator.isValid(document, schema) else { continue }
        let text = JSONWriter.bytes(document)
        var matcher = try #require(guide, "seed \(seed): nothing at all is allowed").makeMatcher()
        for offset in text.indices {
          let mask = matcher.mask()
          let rest = text[offset...]
          for token in tokens[Int(text[offset])] where rest.starts(with: token.text) {
            compared += 1
            try #require(
              mask.contains(token.id),
              "seed \(seed): \(token.text) at \(offset) of \(String(decoding: text, as: UTF8.self))")
          }
          try matcher.accept(TokenID(text[offset]))
        }
        try #require(matcher.mask().contains(end), "seed \(seed): \(String(decoding: text, as: UTF8.self))")
      }
    }
    #expect(schemas > 75 && compared > 2000)
  }

  @Test("answers end within any budget that is large enough", arguments: 0..<60)
  func answersEndInTime(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    for (_, _, guide) in try Self.guides(seed * 5..<seed * 5 + 5) {
      guard let guide else { continue }
      let minimum = guide.minimumTokenCount
      var refused = guide.makeMatcher()
      #expect(throws: GuideError.budgetTooSmall(needed: minimum, available: minimum - 1)) {
        try refused.mask(remaining: minimum - 1)
      }
      for extra in [0, 1, 5, 20] {
        var matcher = guide.makeMatcher()
        var remaining = minimum + extra
        while !matcher.isFinished {
          let mask = try matcher.mask(remaining: remaining)
          var tokens: [TokenID] = []
          mask.forEach { tokens.append($0) }
          try matcher.accept(try #require(tokens.randomElement(using: &generator)))
          remaining -= 1
        }
        #expect(remaining >= 0)
      }
    }
  }
}
