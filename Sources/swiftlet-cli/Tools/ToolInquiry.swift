import Foundation
import Swiftlet
import SwiftletInference

/// A prompt that may be answered with calls of tools, which are printed.
struct ToolInquiry {
  /// Options that have no meaning where answers may be calls.
  private static let others = ["--raw", "--stats", "--trace", "--schema", "--grammar", "--prefix-cache"]

  private let model: GGUFLanguageModel
  private let session: LanguageModelSession
  private let options: GenerationOptions

  init(_ arguments: Arguments, tools: [DefinedTool]) throws {
    for option in Self.others where arguments.has(option) {
      throw UsageError(what: option, why: "cannot be combined with --tools")
    }
    options = GenerationOptions(
      maximumResponseTokens: try arguments.integer("--max-tokens", in: 0 ... .max),
      toolCallingMode: arguments.has("--require-tool") ? .required : nil)
    model = try GGUFLanguageModel(
      contentsOf: URL(filePath: try arguments.modelPath()), draft: arguments.draft(),
      contextSize: try arguments.integer("--context", in: 1...1 << 30), threads: try arguments.threadCount(),
      sampling: try arguments.samplingOptions())
    session = LanguageModelSession(
      model: model, tools: tools, instructions: arguments.string("--instructions"))
    session.transcriptErrorHandlingPolicy = .preserveTranscript
  }

  func respond(to prompt: String) async throws {
    try await model.load()
    model.showWarnings()
    var shown = 0
    do {
      for try await snapshot in session.streamResponse(to: prompt, options: options) {
        let new = snapshot.content.utf8.dropFirst(shown)
        try Output.write(Array(new))
        shown += new.count
      }
    } catch let error as LanguageModelSession.ToolCallError where error.underlyingError is DefinedTool.NotRun {
      if shown > 0 { try Output.write("\n") }
      guard
        case .toolCalls(let calls)? = session.transcript.last(where: { if case .toolCalls = $0 { true } else { false } }
        )
      else { return }
      for call in calls {
        let line = GeneratedContent(properties: ["name": call.toolName, "arguments": call.arguments])
        try Output.write(line.jsonString + "\n")
      }
      return
    }
    try Output.write("\n")
  }
}
