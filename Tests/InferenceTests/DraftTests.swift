import SwiftletGGUF
import SwiftletGuides
import SwiftletKernels
import TestSupport
import Testing

@testable import SwiftletInference

/// A draft model changes how much is run at once, and nothing else.
@Suite(.timeLimit(.minutes(60))) struct DraftTests {
  private let folder: TemporaryFolder
  private let prompts = ["Once upon a time", "A fox", "x", "The quick brown fox jumps over the lazy dog. The"]
    .map { [257] + Array($0.utf8).map { Int($0) } }

  init() throws { folder = try TemporaryFolder() }

  private func engine(
    draft: String?, threads: Int = 1, usesPromptLookup: Bool = false, cacheByteLimit: Int? = nil
  ) throws -> InferenceEngine {
    try InferenceEngine(
      contentsOf: ModelFixture.grouped.path,
      options: EngineOptions(
        threads: threads, keyValueType: .f32, cacheByteLimit: cacheByteLimit, usesPromptLookup: usesPromptLookup,
        draftPath: draft
      ).withFixedSpeculationCost)
  }

  /// A model of the same tokens that says other things.
  private func stranger() throws -> String {
    var variant = try ModelVariant(ModelFixture.grouped)
    variant.change("blk.0.ffn_down.weight") { tensor in
      for offset in stride(from: 3, to: tensor.bytes.count, by: 4) { tensor.bytes[offset] ^= 0x80 }
    }
    return try variant.write(to: folder)
  }

  private static let samplings = [SamplingParameters.greedy, SamplingParameters(temperature: 0.9, topK: 30, seed: 5)]

  @Test(arguments: [1, 2], samplings)
  func aModelIsItsOwnBestDraft(_ threads: Int, _ sampling: SamplingParameters) async throws {
    let (with, without) = (try engine(draft: ModelFixture.grouped.path, threads: threads), try engine(draft: nil))
    var (drafted, accepted, steps, tokens) = (0, 0, 0, 0)
    for prompt in prompts {
      let request = GenerationRequest(prompt: prompt, sampling: sampling, maximumTokens: 70)
      let (found, expected) = (try await with.outcome(of: request), try await without.outcome(of: request))
      #expect(found == expected && expected.statistics.draftModelTokens == 0)
      let statistics = found.statistics
      #expect(statistics.draftModelTokens == statistics.draftTokens)
      #expect(statistics.acceptedDraftModelTokens == statistics.acceptedTokens)
      #expect(statistics.draftModelTokens == 0 || statistics.draftTime > .zero)
      drafted += statistics.draftModelTokens
      accepted += statistics.acceptedDraftModelTokens
      steps += statistics.steps
      tokens += found.tokens.count
    }
    // What is not accepted lies behind the end of an answer.
    #expect(drafted > 100 && 10 * accepted >= 9 * drafted, "\(accepted) of \(drafted)")
    #expect(3 * steps < tokens, "\(steps) steps for \(tokens) tokens")
  }

  @Test(arguments: samplings) func aStrangersProposalsChangeNothing(_ sampling: SamplingParameters) async throws {
    let (with, without) = (try engine(draft: stranger()), try engine(draft: nil))
    var (drafted, accepted) = (0, 0)
    for prompt in prompts {
      let request = GenerationRequest(prompt: prompt, sampling: sampling, maximumTokens: 70)
      let (found, expected) = (try await with.outcome(of: request), try await without.outcome(of: request))
      #expect(found == expected)
      drafted += found.statistics.draftModelTokens
      accepted += found.statistics.acceptedDraftModelTokens
      // The next turn finds what was read, and no rejected token in its place.
      let next = GenerationRequest(prompt: prompt + expected.tokens + [7, 8], sampling: sampling, maximumTokens: 6)
      #expect(try await with.outcome(of: next) == without.outcome(of: next))
    }
    #expect(drafted > 0 && accepted < drafted)
  }

  @Test func draftsAndLookupsGoTogether() async throws {
    let engines = (
      try engine(draft: stranger(), usesPromptLookup: true), try engine(draft: nil, usesPromptLookup: false)
    )
    for period in 1...4 {
      let prompt = [257] + (0..<40).map { 65 + $0 % period }
      let outcomes = (try await engines.0.greedy(prompt, 100), try await engines.1.greedy(prompt, 100))
      #expect(outcomes.0 == outcomes.1)
      #expect(outcomes.0.statistics.draftModelTokens <= outcomes.0.statistics.draftTokens)
    }
  }

  /// Several at once, more than are drafted for, in memory that is too small for all.
  @Test(arguments: [3, 9], [true, false])
  func manyAtOnceGetTheTokensThatEachGetsAlone(_ count: Int, _ isShort: Bool) async throws {
    let bytes = try ModelFixture.grouped.model().cacheBytesPerPosition(.f32) * 64 * 2
    let with = try engine(draft: ModelFixture.grouped.path, threads: 2, cacheByteLimit: isShort ? 5 * bytes : nil)
    let without = try engine(draft: nil)
    let requests = (0..<count).map { index in
      GenerationRequest(
        prompt: prompts[index % prompts.count] + [65 + index], sampling: Self.samplings[index % 2],
        maximumTokens: 100)
    }
    var expected: [[Int]] = []
    for request in requests { expected.append(try await without.outcome(of: request).tokens) }
    let found = try await withThrowingTaskGroup(of: (Int, [Int]).self) { group in
      for (index, request) in requests.enumerated() {
        group.addTask { (index, try await with.outcome(of: request).tokens) }
      }
      return try await group.reduce(into: [Int: [Int]]()) { $0[$1.0] = $1.1 }
    }
    for index in requests.indices { #expect(found[index] == expected[index]) }
  }

  @Test(arguments: [true, false]) func guidedAnswersAreDraftedToo(_ isItself: Bool) async throws {
    let (with, without) = (
      try engine(draft: isItself ? ModelFixture.grouped.path : stranger()), try engine(draft: nil)
    )
    let schema =
      #"{"type": "object", "properties": {"name": {"type": "string", "maxLength": 30}, "tags": {"type": "array", "#
      + #""items": {"enum": ["red", "green", "blue"]}, "maxItems": 5}}, "required": ["name", "tags"], "#
      + #""additionalProperties": false}"#
    let sources: [GuideSource] = [
      try .schema(parsing: schema), .pattern("[a-f]{3,40}(-[0-9]{4}){3}"), .choice(["abcdef", "abcxyz"]),
    ]
    var (drafted, accepted) = (0, 0)
    for source in sources {
      for seed: UInt64 in 0..<6 {
        var sampling = SamplingParameters(temperature: 1.2)
        sampling.seed = seed
        func answer(_ engine: InferenceEngine) async throws -> Outcome {
          let guide = try engine.guide(source)
          // At times hardly more room than the shortest answer needs.
          let most = seed % 2 == 0 ? 120 : guide.minimumTokenCount + Int(seed)
          return try await engine.outcome(
            of: GenerationRequest(prompt: prompts[0], sampling: sampling, maximumTokens: most, guide: guide))
        }
        let (found, expected) = (try await answer(with), try await answer(without))
        #expect(found == expected)
        drafted += found.statistics.draftModelTokens
        accepted += found.statistics.acceptedDraftModelTokens
      }
    }
    #expect(drafted > 50)
    if isItself { #expect(10 * accepted >= 7 * drafted, "\(accepted) of \(drafted)") }
  }

  @Test func anotherVocabularyIsNamed() throws {
    var variant = try ModelVariant(ModelFixture.grouped)
    let tokens = try #require(try variant.metadata.byteStrings("tokenizer.ggml.tokens"))
    var texts = tokens.map { Array($0) }
    texts[258] = Array("other".utf8)
    variant.metadata["tokenizer.ggml.tokens"] = .array(.string(ByteStrings(texts)))
    let path = try variant.write(to: folder)
    let error = #expect(throws: InferenceError.self) { try engine(draft: path) }
    guard case .vocabularyMismatch(let file, let found, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(file == path && found == #""other" as token 258"#)
    try variant.shortenVocabulary(to: 70)
    let shorter = #expect(throws: InferenceError.self) { try engine(draft: variant.write(to: folder)) }
    #expect(shorter?.description.contains("found 70 tokens, expected \(tokens.count)") == true)
  }

  /// A table that is filled up to another length is no other vocabulary.
  @Test func tokensThatOnlyOneOfThemHasAreNoObstacle() async throws {
    var variant = try ModelVariant(ModelFixture.grouped)
    let tokens = try #require(try variant.metadata.byteStrings("tokenizer.ggml.tokens"))
    let kinds = try #require(try variant.metadata.integers("tokenizer.ggml.token_type"))
    let longer = tokens.map { Array($0) } + [Array("pad".utf8)]
    variant.metadata["tokenizer.ggml.tokens"] = .array(.string(ByteStrings(longer)))
    variant.metadata["tokenizer.ggml.token_type"] = .array(.int32(kinds.map { Int32($0) } + [1]))
    let found = try await engine(draft: variant.write(to: folder)).greedy(prompts[0], 40)
    #expect(try await found == engine(draft: nil).greedy(prompts[0], 40))
    #expect(found.statistics.acceptedDraftModelTokens > 20)
  }

  @Test func statesCannotBeTakenBack() throws {
    let path = TestFiles.fixture("architectures/lfm2.gguf")
    let error = #expect(throws: InferenceError.self) {
      try InferenceEngine(contentsOf: path, options: EngineOptions(threads: 1, draftPath: path))
    }
    #expect(error?.description.contains("states") == true)
  }

  @Test func aMissingDraftIsAnError() {
    let missing = #expect(throws: InferenceError.self) { try engine(draft: "/nowhere/draft.gguf") }
    guard case .file(let error)? = missing else {
      Issue.record("\(String(describing: missing))")
      return
    }
    #expect(error.code == .cannotOpen && error.file == "/nowhere/draft.gguf")
  }
}
