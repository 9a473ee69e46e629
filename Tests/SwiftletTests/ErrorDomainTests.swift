import Foundation
import TestSupport
import Testing

@testable import Swiftlet

/// Tests of public errors as `NSError`.
struct ErrorDomainTests {
  /// The public errors that the sources declare, of which none can be forgotten here.
  private static var publicErrors: [String] {
    let declaration = #/public (?:enum|struct) (?<name>\w+): [^{]*Error\b[^{]*\{/#
    let folder = TestFiles.package.appending(path: "Sources/Swiftlet")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var names: [String] = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      names += text.matches(of: declaration).map { String($0.output.name) }
    }
    return names.sorted()
  }

  private static let particularCall = Transcript(entries: [
    .toolCalls(
      Transcript.ToolCalls([
        Transcript.ToolCall(id: "1", toolName: "particulars", arguments: GeneratedContent(properties: [:]))
      ]))
  ])

  @available(*, deprecated)
  @Test("49.7 every public error has a domain of the framework, the code of its case, and texts in its user info")
  func domains() {
    struct Refused: LocalizedError { var errorDescription: String? { "particulars" } }
    typealias Old = LanguageModelSession.GenerationError
    let errors: [(any Error, String, Int)] = [
      (
        GeneratedContent.ParsingError(rawContent: "", debugDescription: "particulars"), "GeneratedContent.ParsingError",
        1
      ),
      (
        GenerationSchema.SchemaError.emptyTypeChoices(schema: "particulars", context: .init(debugDescription: "")),
        "GenerationSchema.SchemaError", 2
      ),
      (LanguageModelSession.Error.concurrentRequests, "LanguageModelSession.Error", 0),
      (
        LanguageModelSession.ToolCallError(tool: Weather(), underlyingError: Refused()),
        "LanguageModelSession.ToolCallError", 1
      ),
      (Old.rateLimited(.init(debugDescription: "particulars")), "LanguageModelSession.GenerationError", 6),
      (LanguageModelError.timeout(.init(debugDescription: "particulars")), "LanguageModelError", 8),
      (
        SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: "particulars")),
        "SystemLanguageModel.Error", 0
      ),
      (
        SystemLanguageModel.Adapter.AssetError.invalidAdapterName(.init(debugDescription: "particulars")),
        "SystemLanguageModel.Adapter.AssetError", 1
      ),
      (GGUFLanguageModelError.unusable(path: "/m.gguf", reason: "particulars"), "GGUFLanguageModelError", 2),
      (
        OpenAICompatibleLanguageModelError.invalidEndpoint(reason: "particulars"),
        "OpenAICompatibleLanguageModelError", 0
      ),
      (EmbeddingModelError.unusable(path: "/m.gguf", reason: "particulars"), "EmbeddingModelError", 0),
      (ImageAttachmentError.unsupportedURL("particulars"), "ImageAttachmentError", 2),
      (
        LanguageModelSession.ToolRoundLimitError(transcript: Self.particularCall, limit: 3),
        "LanguageModelSession.ToolRoundLimitError", 1
      ),
    ]
    #expect(errors.compactMap { $0.1.split(separator: ".").last.map(String.init) }.sorted() == Self.publicErrors)
    for (error, domain, code) in errors {
      let bridged = error as NSError
      #expect(
        bridged.domain == "FoundationModels." + domain && bridged.code == code, "\(bridged.domain) \(bridged.code)")
      let texts = error as? any LocalizedError
      #expect(
        bridged.localizedDescription == texts?.errorDescription && error.localizedDescription == texts?.errorDescription
      )
      #expect(bridged.userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String == texts?.recoverySuggestion)
      #expect(domain == "LanguageModelSession.Error" || bridged.localizedDescription.contains("particulars"))
    }
  }
}
