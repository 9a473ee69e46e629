import SwiftletGuides
import SwiftletKernels
import Testing

@testable import SwiftletInference

/// Speculative decoding in guided answers: only allowed tokens are drafted, and the output is the same.
@Suite(.timeLimit(.minutes(60))) struct GuidedSpeculationTests {
  private func engine(_ usesPromptLookup: Bool, threads: Int = 1) throws -> InferenceEngine {
    try InferenceEngine(
      contentsOf: ModelFixture.grouped.path,
      options: EngineOptions(threads: threads, keyValueType: .f32, usesPromptLookup: usesPromptLookup)
        .withFixedSpeculationCost)
  }

  private static let samplings = [
    SamplingParameters.greedy, SamplingParameters(temperature: 0.9, topK: 20, seed: 5),
    SamplingParameters(temperature: 1.3, repetitionPenalty: 1.1, seed: 6),
  ]

  private static let schema =
    #"{"type": "array", "minItems": 2, "maxItems": 3, "items": {"type": "object", "properties": {"a": {"enum": "#
    + #"["red", "redder", "green"]}, "b": {"type": "string", "pattern": "^[xy]{2,9}$"}}, "required": ["a", "b"], "#
    + #""additionalProperties": false}}"#

  /// Guides whose answers repeat themselves, or what was asked.
  private static func tasks() throws -> [(source: GuideSource, prompt: String)] {
    [
      (.pattern("[a-c]{70}"), "abcabcabcaabbcc"), (.pattern("([ab]{4}-){12}"), "aabb-abab-9-baba-"),
      (try .schema(parsing: schema), #"[{"a":"red","b":"xyxyxy"},{"a":"#),
      (.pattern("[a-z ]{20,60}\\."), "one two one two one 2"),
    ]
  }

  private func tokens(_ text: String) -> [Int] { [257] + Array(text.utf8).map { Int($0) } }

  @Test(arguments: [1, 2], samplings)
  func answersAreTheSameAsWithout(_ threads: Int, _ sampling: SamplingParameters) async throws {
    let (with, without) = (try engine(true, threads: threads), try engine(false))
    var (drafted, accepted) = (0, 0)
    for (source, prompt) in try Self.tasks() {
      // At times hardly more room than the shortest answer needs.
      for room in [2, 90] {
        func answer(_ engine: InferenceEngine) async throws -> Outcome {
          let guide = try engine.guide(source)
          let request = GenerationRequest(
            prompt: tokens(prompt), sampling: sampling, maximumTokens: min(guide.minimumTokenCount + room, 100),
            guide: guide)
          return try await engine.outcome(of: request)
        }
        let (found, expected) = (try await answer(with), try await answer(without))
        #expect(found == expected && expected.statistics.draftTokens == 0)
        #expect(found.statistics.forcedTokens == expected.statistics.forcedTokens)
        #expect(found.statistics.steps <= expected.statistics.steps)
        drafted += found.statistics.draftTokens
        accepted += found.statistics.acceptedTokens
        // The next turn finds what was read, and no rejected token in its place.
        let next = tokens(prompt) + expected.tokens.prefix(90) + [7]
        let turns = (try await with.greedy(next, 4), try await without.greedy(next, 4))
        #expect(turns.0.tokens == turns.1.tokens)
      }
    }
    #expect(drafted > 0 && accepted > 0, "\(accepted) of \(drafted)")
  }

  @Test func answersThatRepeatThemselvesTakeFewSteps() async throws {
    let engine = try engine(true)
    let request = GenerationRequest(
      prompt: tokens("ababab"), sampling: .greedy, guide: try engine.guide(.pattern("(ab|ac){40}")))
    let statistics = try await engine.outcome(of: request).statistics
    #expect(statistics.acceptedTokens > 20 && 2 * statistics.steps < statistics.generatedTokens)
  }

  @Test func guidedAndFreeSequencesDraftConcurrently() async throws {
    let (with, without) = (try engine(true, threads: 2), try engine(false))
    let requests = try Self.tasks().flatMap { source, prompt in
      try [nil, with.guide(source)].map { guide in
        GenerationRequest(prompt: tokens(prompt), sampling: Self.samplings[1], maximumTokens: 70, guide: guide)
      }
    }
    for chosen in [[0, 1, 3], [2, 5], [1, 3, 5, 7], [0, 7]] {
      let found = try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
        for index in chosen {
          let request = requests[index]
          group.addTask { (index, try await with.outcome(of: request)) }
        }
        return try await group.reduce(into: [Int: Outcome]()) { $0[$1.0] = $1.1 }
      }
      for index in chosen {
        #expect(try await without.outcome(of: requests[index]).tokens == found[index]?.tokens)
      }
    }
  }

  @Test(arguments: [
    ("red-1x", 9, "red-1"), ("red-1", 2, "re"), ("reX", 9, "red-"), ("blue", 9, ""), ("green!", 9, "green"),
    ("g", 3, "gre"), ("", 9, ""),
  ])
  func aDraftEndsWhereTheGuideDoesNotAllowIt(_ draft: String, _ limit: Int, _ allowed: String) throws {
    let engine = try engine(true)
    let matcher = try engine.guide(.choice(["red-1", "red-2", "green"])).makeMatcher()
    let part = matcher.allowedPrefix(of: Array(draft.utf8).map { Int($0) }, limit: limit, engine.tokenizer)
    #expect(part == Array(allowed.utf8).map { Int($0) })
  }

  @Test func theEndOfGenerationTokenIsNotDrafted() throws {
    let engine = try engine(true)
    let matcher = try engine.guide(.pattern("[ab]+")).makeMatcher()
    #expect(matcher.allowedPrefix(of: [97, 98, 258, 97], limit: 9, engine.tokenizer) == [97, 98])
  }

  @Test func masksBehindADraftAreThoseOfTheDraftedText() throws {
    var matcher = try engine(true).guide(.pattern("[a-c]{2}(-[0-9])?")).makeMatcher()
    // The last but one may not come there.
    var task = MaskTask(matcher, draft: Array("ab-bb".utf8).map { Int($0) })
    task.run()
    #expect(task.masks.count == 6 && task.matcher.text.isEmpty)
    for (position, byte) in "ab-".utf8.enumerated() {
      let mask = matcher.mask()
      #expect(try task.masks[position].get() == mask)
      try matcher.accept(Int(byte))
    }
    let mask = matcher.mask()
    #expect(try task.masks[3].get() == mask)
    for failure in task.masks[4...] {
      #expect(throws: GuideError.tokenNotAllowed(id: Int(UInt8(ascii: "b")))) { try failure.get() }
    }
  }
}
