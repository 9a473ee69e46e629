import Foundation
import SwiftletChatTemplates
import SwiftletGGUF
import SwiftletGuides
import SwiftletHTTP
import SwiftletInference
import SwiftletJinja
import SwiftletKernels
import SwiftletTokenizers
import Testing

@testable import Swiftlet

/// Tests of the errors that come out of a session for each error of the engine's modules.
struct CallerErrorTests {
  private static let executor = GGUFLanguageModel(uncheckedPath: "/m.gguf").executor

  /// Returns the errors of `respond` and of a stream if the engine throws one during a request.
  private func outcomes(_ error: any Error, _ options: GenerationOptions = GenerationOptions()) async -> [any Error] {
    let model = ScriptedModel { request, _ in
      throw Self.executor.callerError(for: error, of: request)
    }.able(to: .guidedGeneration)
    var caught: [any Error] = []
    do {
      try await LanguageModelSession(model: model).respond(to: "x", generating: Person.self, options: options)
    } catch {
      caught.append(error)
    }
    do {
      let stream = LanguageModelSession(model: model).streamResponse(to: "x", generating: Person.self, options: options)
      for try await _ in stream {}
    } catch {
      caught.append(error)
    }
    return caught
  }

  /// Throws an error through the seam, and checks the kind and the texts of what comes out.
  private func check(_ error: any Error, _ expected: String, _ text: String? = nil) async {
    let outcomes = await outcomes(error)
    #expect(outcomes.map(kind) == [expected, expected], "\(error)")
    for outcome in outcomes {
      #expect((outcome as NSError).domain == "FoundationModels." + String(expected.prefix { $0 != "/" }))
      #expect(outcome.localizedDescription.contains(text ?? "\(error)"), "\(outcome.localizedDescription)")
    }
  }

  private static let file = GGUFError(.truncated, file: "/other.gguf", found: "8 bytes", expected: "24")

  private static let inferenceErrors: [InferenceError] = [
    .file(file), .tokenizer(.missingKey("tokenizer.ggml.tokens")),
    .kernel(.outOfMemory(bytes: 4096, purpose: "the KV cache")),
    .unsupportedArchitecture(file: "/m.gguf", found: "abacus", supported: ["llama"]),
    .unsupportedFeature(file: "/m.gguf", found: "a rope of wool", expected: "YaRN"),
    .embeddingModel(file: "/m.gguf", architecture: "bert"), .noPooling(file: "/m.gguf", architecture: "bert"),
    .promptExceedsMemory(tokens: 900, fitting: 64, contextSize: 512),
    .weightsExceedMemory(ModelMemory(path: "/m.gguf", packed: 5_000_000, cache: 100_000, available: 1_000_000)),
    .emptyPrompt, .tokenOutOfRange(token: 9, vocabularyCount: 8), .promptTooLong(tokens: 900, contextSize: 512),
    .guide(.unsatisfiable(pointer: "/a")), .tooManyRequests(limit: 3),
    .vocabularyMismatch(file: "/d.gguf", found: "8 tokens", expected: "9"), .prefix(path: "/p.prefix", .evicted),
    .stopped, .notFinite(file: "/m.gguf", output: "the logits"), .biasOutOfRange(token: 99, vocabularyCount: 9),
    .vision(.noEncoder(file: "/v.gguf")),
  ]

  /// Returns the kind and a text of the error for the caller; a new case of the engine does not compile without.
  private static func expected(_ error: InferenceError) -> (kind: String, text: String?) {
    switch error {
    case .file, .tokenizer, .tokenOutOfRange, .vocabularyMismatch: ("GGUFLanguageModelError/unusable", nil)
    case .unsupportedArchitecture: ("GGUFLanguageModelError/unusable", "/m.gguf: found architecture abacus")
    case .unsupportedFeature: ("GGUFLanguageModelError/unusable", "/m.gguf: found a rope of wool")
    case .embeddingModel: ("GGUFLanguageModelError/unusable", "/m.gguf: found an embedding model")
    case .noPooling: ("GGUFLanguageModelError/unusable", "/m.gguf: found no bert.pooling_type")
    case .notFinite: ("GGUFLanguageModelError/unusable", "/m.gguf: found NaN or an infinity in the logits")
    case .biasOutOfRange: ("GGUFLanguageModelError/biasOutOfRange", "logit bias: found token 99")
    case .kernel, .stopped: ("GGUFLanguageModelError/failed", nil)
    case .emptyPrompt: ("LanguageModelError/unsupportedTranscriptContent", nil)
    case .promptTooLong: ("LanguageModelError/contextSizeExceeded", "900 tokens, the context size is 512")
    case .promptExceedsMemory: ("LanguageModelError/contextSizeExceeded", "900 tokens, expected at most 64")
    case .weightsExceedMemory:
      ("GGUFLanguageModelError/insufficientMemory", "/m.gguf: found 1.0 MB of memory, expected 5.0 MB")
    case .guide: ("LanguageModelError/unsupportedGenerationGuide", nil)
    case .tooManyRequests: ("LanguageModelError/rateLimited", nil)
    case .prefix: ("GGUFLanguageModelError/unusablePrefix", nil)
    case .vision(let error): expected(error)
    }
  }

  private static let visionErrors: [VisionError] = [
    .noEncoder(file: "/v.gguf"), .unsupportedProjector(file: "/v.gguf", found: "a", supported: ["b"]),
    .widthMismatch(file: "/v.gguf", found: 8, model: "/m.gguf", expected: 9), .invalidPicture(width: 0, height: 5),
    .aspectRatio(width: 900, height: 1, limit: 200), .tooManyRows(found: 5000, limit: 4096),
    .rowLimitTooSmall(file: "/v.gguf", found: 1, least: 64), .rowMinimumTooLarge(file: "/v.gguf", found: 9, most: 0),
    .noPromptScores,
  ]

  /// Returns the kind and a text of the error for the caller; a new case does not compile without.
  private static func expected(_ error: VisionError) -> (kind: String, text: String?) {
    switch error {
    case .noEncoder: ("GGUFLanguageModelError/unusable", "/v.gguf: found no vision encoder")
    case .unsupportedProjector, .widthMismatch, .rowLimitTooSmall, .rowMinimumTooLarge:
      ("GGUFLanguageModelError/unusable", nil)
    case .aspectRatio: ("LanguageModelError/unsupportedTranscriptContent", "900 × 1")
    case .invalidPicture, .tooManyRows, .noPromptScores: ("LanguageModelError/unsupportedTranscriptContent", nil)
    }
  }

  @Test("49.7 every error of the engine comes out as a documented one that says what happened")
  func errorsOfTheEngine() async {
    #expect(Set(Self.inferenceErrors.map(kind)).count == 20)
    for error in Self.inferenceErrors {
      let expected = Self.expected(error)
      await check(error, expected.kind, expected.text)
    }
  }

  @Test("49.7 every error of a picture comes out as one of the conversation, or of the file that encodes pictures")
  func errorsOfPictures() async {
    #expect(Set(Self.visionErrors.map(kind)).count == 9)
    for error in Self.visionErrors {
      let expected = Self.expected(error)
      await check(error, expected.kind, expected.text)
      await check(InferenceError.vision(error), expected.kind, expected.text)
    }
  }

  private static let guideErrors: [GuideError] = [
    .malformedJSON(offset: 3, reason: "found }"), .invalidSchema(pointer: "/type", reason: "not a type"),
    .unsupported(pointer: "/pattern", reason: "lookahead"), .unsatisfiable(pointer: ""),
    .invalidPattern("(", offset: 1, reason: "unclosed"), .invalidGrammar(line: 1, column: 2, reason: "no rule"),
    .tooComplex(pointer: "", reason: "too many states"), .tokenNotAllowed(id: 7),
    .budgetTooSmall(needed: 9, available: 5), .noTokenAllowed(offset: 3),
  ]

  @Test("49.7 every error of a guide comes out as one of the schema, or of the room for an answer")
  func errorsOfGuides() async {
    #expect(Set(Self.guideErrors.map(kind)).count == 10)
    for error in Self.guideErrors {
      let isBudget = if case .budgetTooSmall = error { true } else { false }
      let expected = isBudget ? "contextSizeExceeded" : "unsupportedGenerationGuide"
      await check(error, "LanguageModelError/" + expected)
      await check(InferenceError.guide(error), "LanguageModelError/" + expected)
    }
    // Where the request has set the limit, the answer does not parse.
    for outcome in await outcomes(
      InferenceError.guide(.budgetTooSmall(needed: 9, available: 5)), GenerationOptions(maximumResponseTokens: 5))
    {
      #expect(kind(outcome) == "GeneratedContent.ParsingError")
      #expect(outcome.localizedDescription.contains("needs 9 tokens, but only 5 are available"))
    }
  }

  @Test("49.7 every error of files, vocabularies, kernels and prefix files comes out as one of the model's file")
  func errorsOfFiles() async throws {
    let vocabularies: [TokenizerError] = [
      .metadata("wrong type"), .missingKey("a"), .unsupportedModel("b", supported: ["c"]),
      .wrongCount(key: "d", expected: 1, found: 2), .specialTokenOutOfRange(key: "e", id: 3, count: 2),
      .malformedCharacterMap(found: "f", expected: "g"), .specialTokensTooLong(bytes: 9, limit: 8),
      .unknownToken(id: 5, count: 4),
    ]
    #expect(Set(vocabularies.map(kind)).count == 8)
    for error in vocabularies {
      await check(error, "GGUFLanguageModelError/unusable")
      await check(InferenceError.tokenizer(error), "GGUFLanguageModelError/unusable")
    }
    await check(Self.file, "GGUFLanguageModelError/unusable")
    let kernels: [KernelError] = [
      .outOfMemory(bytes: 1, purpose: "a"), .limitReached(bytes: 3, limit: 2, purpose: "b"),
      .unsupportedType(tensor: "c", found: "d", supported: ["e"]), .file(Self.file), .noThread,
    ]
    #expect(Set(kernels.map(kind)).count == 5)
    for error in kernels {
      await check(error, "GGUFLanguageModelError/failed")
      await check(InferenceError.kernel(error), "GGUFLanguageModelError/failed")
    }
    let prefixes: [PrefixFileError] = [
      .cannotOpen(found: "a"), .untrustedOwner(found: 3), .notAPrefixFile, .byteOrderMismatch,
      .versionMismatch(found: 1, expected: 2), .wrongSize(found: 1, expected: 2), .corruptTable, .modelMismatch,
      .adapterMismatch, .instructionSetMismatch(found: "a", expected: "b"), .formatMismatch(found: "a", expected: "b"),
      .contextSizeMismatch(found: 1, expected: 2), .corruptPage(4), .tooShort(tokens: 3, expected: 64), .evicted,
      .hasStates, .cannotWrite(found: "a"),
    ]
    #expect(Set(prefixes.map(kind)).count == 17)
    for error in prefixes { await check(error, "GGUFLanguageModelError/unusablePrefix") }
  }

  @Test(
    "49.7 every error of a template comes out as one of the model's file, every error of a tool call as one of its text"
  )
  func errorsOfTemplatesAndAnswers() async throws {
    let syntax = try #require(throws: JinjaError.self) { try JinjaTemplate("{% if %}") }
    let json = try #require(throws: JinjaJSONError.self) { try JinjaValue(json: "{") }
    let templates: [ChatTemplateError] = [
      .malformedTemplate(syntax), .failed(syntax), .notJSON(what: "the arguments", reason: json),
    ]
    #expect(Set(templates.map(kind)).count == 3)
    for error in templates { await check(error, "GGUFLanguageModelError/unusable") }
    await check(
      ChatTemplateError.cannotContinue(reason: "no reason"), "LanguageModelError/unsupportedTranscriptContent")
    for allowed in [TemplateTraits.SystemMessages.first, .leading] {
      await check(
        ChatTemplateError.systemMessage(index: 3, allowed: allowed), "GGUFLanguageModelError/refusedSystemMessage",
        "message 3 is a system message, expected")
    }
    let answers: [AnswerError] = [
      .malformedCall(offset: 3, found: "}", expected: "a name"), .unfinishedCall(name: "f"), .tooLarge(limit: "depth"),
    ]
    for error in answers { await check(error, "GeneratedContent.ParsingError") }
  }

  @Test("Every failure of a connection comes out as an error of the server, or as a timeout")
  func failuresOfConnections() {
    let failures: [(HTTPFailure, String)] = [
      (.timedOut("late"), "LanguageModelError/timeout"),
      (.unreachable("gone"), "OpenAICompatibleLanguageModelError/unreachable"),
      (.lost("cut"), "OpenAICompatibleLanguageModelError/connectionLost"),
      (.malformed("odd"), "OpenAICompatibleLanguageModelError/unexpectedAnswer"),
      (.tooLarge(limit: 77), "OpenAICompatibleLanguageModelError/limitExceeded"),
    ]
    for (failure, expected) in failures {
      let error = failure.callerError
      #expect(kind(error) == expected)
      #expect(["late", "gone", "cut", "odd", "77"].contains { error.localizedDescription.contains($0) })
    }
  }

  @Test("Errors of others pass unchanged")
  func errorsOfOthers() async {
    struct Foreign: Error {}
    for outcome in await outcomes(Foreign()) { #expect(outcome is Foreign) }
    for outcome in await outcomes(CancellationError()) { #expect(outcome is CancellationError) }
  }
}

/// The type of an error, with its case if it is an enumeration: `GGUFLanguageModelError/unusable`.
private func kind(_ error: any Error) -> String {
  let type = String(reflecting: type(of: error)).split(separator: ".").dropFirst().joined(separator: ".")
  let mirror = Mirror(reflecting: error)
  guard mirror.displayStyle == .enum else { return type }
  return "\(type)/\(mirror.children.first?.label ?? "\(error)")"
}
