import SwiftletJSON
import Foundation
import SwiftletChatTemplates
import SwiftletInference
import SwiftletKernels
import SwiftletTokenizers
import SwiftletWeights
import Testing

@testable import Swiftlet

struct ModelTests {
  @Test func aMissingFileIsAnErrorThatNamesIt() {
    let error = #expect(throws: GGUFLanguageModelError.self) {
      try GGUFLanguageModel(contentsOf: URL(filePath: "/nowhere/model.gguf"))
    }
    #expect(error == .unreadable(path: "/nowhere/model.gguf", reason: "No such file or directory"))
  }

  @Test func anotherKindOfFileIsAnErrorThatShowsItsBeginning() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("PK!!".utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let path = url.resolvingSymlinksInPath().path(percentEncoded: false)
    #expect(throws: GGUFLanguageModelError.notGGUF(path: path, beginning: Array("PK!!".utf8))) {
      try GGUFLanguageModel(contentsOf: url)
    }
  }

  @Test func aFileThatCannotBeLoadedFailsTheRequestAndIsTriedAgain() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gguf")
    try Data("GGUF, but not really".utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let model = try GGUFLanguageModel(contentsOf: url)
    for _ in 0..<2 {
      let error = await #expect(throws: GGUFLanguageModelError.self) {
        try await LanguageModelSession(model: model).respond(to: "x")
      }
      guard case .unusable(let path, let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(path.hasSuffix(url.lastPathComponent) && !reason.isEmpty)
    }
    #expect(model.contextSize == 0)
    #expect(model.name == url.deletingPathExtension().lastPathComponent)
  }

  @Test func modelsOfTheSameFileAndOptionsShareAnEngine() {
    let first = GGUFLanguageModel(uncheckedPath: "/a")
    #expect(first.slot === GGUFLanguageModel(uncheckedPath: "/a").slot)
    #expect(first.slot !== GGUFLanguageModel(uncheckedPath: "/a", options: EngineOptions(contextSize: 64)).slot)
    #expect(
      first.slot !== GGUFLanguageModel(uncheckedPath: "/a", options: EngineOptions(packedCache: .besideModel)).slot)
    #expect(first.slot !== GGUFLanguageModel(uncheckedPath: "/b").slot)
    #expect(first.executorConfiguration == GGUFLanguageModel(uncheckedPath: "/a").executorConfiguration)
  }

  @Test func packedWeightsAreKeptWhereToldAtOnce() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = try #require(DefaultModel.url)
    try await GGUFLanguageModel(contentsOf: url, contextSize: 60).load()
    let kept = try GGUFLanguageModel(contentsOf: url, contextSize: 60, packedCache: .folder(folder))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).isEmpty)
    try await kept.load()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    #expect(names.count == 1 && names[0].hasPrefix(url.lastPathComponent) && names[0].hasSuffix(".swiftlet-packed"))
  }

  @Test func theShippedModelIsLookedForBesideTheExecutableFirst() {
    let candidates = DefaultModel.candidates(executable: URL(filePath: "/opt/bin/swiftlet")).map {
      $0.path(percentEncoded: false)
    }
    #expect(candidates.first == "/opt/bin/swiftlet_SwiftletWeights.resources/swiftlet-tiny-q8_0.gguf")
    #expect(candidates.contains("/opt/share/swiftlet/swiftlet-tiny-q8_0.gguf"))
    #expect(candidates.last?.hasSuffix("/Weights/swiftlet-tiny-q8_0.gguf") == true)
    #expect(DefaultModel.candidates(executable: nil).count == 1)
    let folders = DefaultModel.searchedFolders
    #expect(Set(folders).count == folders.count)
    #expect(folders.contains { $0.hasSuffix("/share/swiftlet") && !$0.contains("..") }, "\(folders)")
  }

  @Test func theSystemsModelIsAvailableIfThereIsAFile() {
    let model = SystemLanguageModel.default
    #expect(model === SystemLanguageModel.default)
    #expect(model.isAvailable == (DefaultModel.url != nil))
    #expect(model.isAvailable || model.availability == .unavailable(.modelNotReady))
  }

  @Test func optionsBecomeSamplingParameters() {
    let free = SamplingParameters(GenerationOptions())
    #expect(free.temperature == 0.7 && free.topK == 40 && free.topP == 0.95 && free.seed == nil)
    #expect(SamplingParameters(GenerationOptions(samplingMode: .greedy, temperature: 2)) == .greedy)
    let top = SamplingParameters(GenerationOptions(samplingMode: .random(top: 0, seed: 7), temperature: 2))
    #expect(top.topK == 1 && top.topP == 1 && top.temperature == 2 && top.seed == 7)
    let nucleus = SamplingParameters(GenerationOptions(samplingMode: .random(probabilityThreshold: 0.5)))
    #expect(nucleus.topK == 0 && nucleus.topP == 0.5)
    for bad in [-1, Double.nan] {
      #expect(SamplingParameters(GenerationOptions(temperature: bad)).temperature == 0)
      #expect(SamplingParameters(GenerationOptions(samplingMode: .random(probabilityThreshold: bad))).topP == 0)
    }
  }

  @Test func aPromptThatIsTooLongNamesBothSizes() {
    let error = GGUFLanguageModel(uncheckedPath: "/a").executor
      .callerError(for: InferenceError.promptTooLong(tokens: 5000, contextSize: 4096), of: nil)
    guard case .contextSizeExceeded(let details)? = error as? LanguageModelError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(details.tokenCount == 5000 && details.contextSize == 4096)
    #expect(details.debugDescription.contains("5000") && details.debugDescription.contains("4096"))
  }

  @Test func whatAModelIsNotAvailableForIsExplained() {
    let reasons: [SystemLanguageModel.Availability.UnavailableReason] = [
      .deviceNotEligible, .appleIntelligenceNotEnabled, .modelNotReady,
    ]
    #expect(Set(reasons.map(\.debugDescription)).count == 3)
    #expect(reasons[2].debugDescription.contains("SWIFTLET_MODEL"))
  }

  @Test func filesAreCheckedWithoutTheirWeights() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gguf")
    try Data("GGUF, but not really".utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let error = #expect(throws: InferenceError.self) {
      try InferenceEngine.check(contentsOf: url.path(percentEncoded: false))
    }
    if case .file? = error {} else { Issue.record("\(String(describing: error))") }
    if let url = DefaultModel.url { try InferenceEngine.check(contentsOf: url.path(percentEncoded: false)) }
  }

  @Test func aFileOfAnUnknownArchitectureIsNotForThisEngine() throws {
    func bytes(_ value: some FixedWidthInteger) -> Data { withUnsafeBytes(of: value.littleEndian) { Data($0) } }
    func string(_ text: String) -> Data { bytes(UInt64(text.utf8.count)) + Data(text.utf8) }
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gguf")
    defer { try? FileManager.default.removeItem(at: url) }
    // Version 3, no tensors, one key with a string.
    let header = Data("GGUF".utf8) + bytes(UInt32(3)) + bytes(UInt64(0)) + bytes(UInt64(1))
    try (header + string("general.architecture") + bytes(UInt32(8)) + string("oracle")).write(to: url)
    let path = url.path(percentEncoded: false)
    #expect(FileCheck.availability(ofFileAt: path) == .unavailable(.deviceNotEligible))
    // The answer follows the file.
    try Data("GGUF".utf8).write(to: url)
    #expect(FileCheck.availability(ofFileAt: path) == .unavailable(.modelNotReady))
  }

  @Test func transcriptsBecomeMessages() {
    let call = Transcript.ToolCall(id: "c", toolName: "f", arguments: GeneratedContent(properties: ["x": 1]))
    func text(_ text: String) -> [Transcript.Segment] { [.text(.init(content: text))] }
    let messages = Transcript(entries: [
      .instructions(.init(segments: [], toolDefinitions: [])), .prompt(.init(segments: text("p"))),
      .reasoning(.init(segments: text("r"))), .response(.init(segments: text("a"))), .toolCalls(.init([call, call])),
      .toolOutput(.init(id: "c", toolName: "f", segments: text("o"))), .reasoning(.init(segments: text("s"))),
      .response(.init(segments: text("b"))),
    ]).messages
    #expect(messages.map(\.role) == [.user, .assistant, .tool, .assistant])
    #expect(messages[1].content == "a" && messages[1].reasoning == "r" && messages[1].toolCalls.count == 2)
    #expect(messages[1].toolCalls[0] == SwiftletChatTemplates.ToolCall(id: "c", name: "f", arguments: #"{"x": 1}"#))
    #expect(messages[2].content == "o" && messages[2].callID == "c" && messages[2].toolName == "f")
    #expect(messages[3].content == "b" && messages[3].reasoning == "s")
  }

  @Test func whatModelsAreShownOfASchemaIsPlain() throws {
    let shown = Transcript.ToolDefinition(tool: Weather()).templateDefinition
    #expect(
      shown.parameters.text == #"{"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}"#)
    #expect(shown.argumentKinds == ["city": .string])
  }
}

struct TokenHistoryTests {
  private func marker(_ text: String) -> TextSegment { TextSegment(text: text, parsesSpecialTokens: true) }
  private func said(_ text: String) -> TextSegment { TextSegment(text: text, parsesSpecialTokens: false) }

  @Test func findsTheLongestBeginning() throws {
    let history = TokenHistory()
    let turns = [marker("<u>"), said("a"), marker("</u><m>"), said("b"), marker("</m><u>"), said("c"), marker("</u>")]
    #expect(history.longestPrefix(of: turns) == nil)
    history.remember([1, 2], prompt: [marker("<u>")], answer: "a")
    history.remember([1, 2, 3, 4], prompt: Array(turns[..<3]), answer: "b</m")
    let found = try #require(history.longestPrefix(of: turns))
    #expect(found.tokens == [1, 2, 3, 4] && found.rest == [marker("><u>"), said("c"), marker("</u>")])
    #expect(history.longestPrefix(of: [marker("<u>"), said("b"), marker("</u>")]) == nil)
  }

  @Test func needsSomethingAfterTheBeginning() {
    let history = TokenHistory()
    history.remember([1], prompt: [said("a")], answer: "b")
    #expect(history.longestPrefix(of: [said("ab")]) == nil)
    #expect(history.longestPrefix(of: [said("a"), said("bc")])?.rest == [said("c")])
  }

  @Test func tellsMarkersFromTextThatLooksLikeThem() {
    let history = TokenHistory()
    history.remember([1], prompt: [marker("<u>"), said("a"), marker("</u>")], answer: "b")
    #expect(history.longestPrefix(of: [said("<u>a</u>b"), marker("</m>")]) == nil)
    #expect(history.longestPrefix(of: [marker("<u>"), said("a</u>"), said("b"), marker("</m>")]) == nil)
    let same = history.longestPrefix(of: [marker("<u>"), said("a"), marker("</u>"), said("b"), marker("x")])
    #expect(same?.tokens == [1] && same?.rest == [marker("x")])
  }

  @Test func forgetsTheConversationsNotUsedForLongest() {
    let history = TokenHistory()
    for number in 0..<200 {
      history.remember([number], prompt: [marker("<")], answer: "\(number)>")
      _ = history.longestPrefix(of: [marker("<"), said("0>"), marker("<")])
    }
    #expect(history.longestPrefix(of: [marker("<"), said("0>"), marker("<")])?.tokens == [0])
    #expect(history.longestPrefix(of: [marker("<"), said("1>"), marker("<")]) == nil)
    #expect(history.longestPrefix(of: [marker("<"), said("199>"), marker("<")])?.tokens == [199])
  }
}
