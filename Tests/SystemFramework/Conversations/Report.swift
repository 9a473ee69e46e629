import Foundation
public import Swiftlet

/// All that a session shows, line by line.
func lines(of session: LanguageModelSession) -> [String] {
  session.transcript.map(line) + ["session: \(counts(session.usage)), is responding: \(session.isResponding)"]
}

/// The token counts of an answer, and their metadata.
func counts(_ usage: LanguageModelSession.Usage) -> String {
  "read \(usage.input.totalTokenCount), made \(usage.output.totalTokenCount), "
    + "thought \(usage.output.reasoningTokenCount), metadata \(list(usage.metadata))"
}

/// An error, by its case and with what it carries.
func words(for error: any Error) -> String {
  switch error {
  case let error as LanguageModelError: "LanguageModelError." + words(for: error)
  case let error as LanguageModelSession.ToolCallError:
    "ToolCallError: \(error.tool.name): \(error.underlyingError)"
  case let error as GeneratedContent.ParsingError:
    "ParsingError: \(error.debugDescription): \(error.rawContent): \(error.underlyingError.map { "\($0)" } ?? "–")"
  case let error as SystemLanguageModel.Error: "SystemLanguageModel.Error: \(error.debugDescription)"
  default: "\(type(of: error)): \(error)"
  }
}

private func words(for error: LanguageModelError) -> String {
  switch error {
  case .contextSizeExceeded(let details):
    "contextSizeExceeded \(details.contextSize) \(details.tokenCount) \(details.debugDescription) \(details.metadata)"
  case .rateLimited(let details):
    "rateLimited \(details.resetDate?.description ?? "–") \(details.debugDescription) \(details.metadata)"
  case .guardrailViolation(let details): "guardrailViolation \(details.debugDescription) \(details.metadata)"
  case .refusal(let details): "refusal \(details.debugDescription) \(details.metadata)"
  case .unsupportedCapability(let details):
    "unsupportedCapability \(name(details.capability)) \(details.debugDescription) \(details.metadata)"
  case .unsupportedTranscriptContent(let details):
    "unsupportedTranscriptContent \(details.unsupportedContent.map(line)) \(details.debugDescription) "
      + "\(details.metadata)"
  case .unsupportedGenerationGuide(let details):
    "unsupportedGenerationGuide \(details.schemaName ?? "–") \(details.debugDescription) \(details.metadata)"
  case .unsupportedLanguageOrLocale(let details):
    "unsupportedLanguageOrLocale \(details.languageCode.identifier) \(details.debugDescription) \(details.metadata)"
  case .timeout(let details): "timeout \(details.debugDescription) \(details.metadata)"
  @unknown default: "unknown"
  }
}

private func name(_ capability: LanguageModelCapabilities.Capability) -> String {
  switch capability {
  case .vision: "vision"
  case .guidedGeneration: "guidedGeneration"
  case .reasoning: "reasoning"
  case .toolCalling: "toolCalling"
  default: "unknown"
  }
}

private func line(_ entry: Transcript.Entry) -> String {
  switch entry {
  case .instructions(let instructions):
    "instructions: \(text(instructions.segments)), tools \(instructions.toolDefinitions.map(words(for:)))"
  case .prompt(let prompt):
    "prompt: \(text(prompt.segments)), metadata \(list(prompt.metadata)), "
      + "format \(prompt.responseFormat?.name ?? "–")"
  case .toolCalls(let calls):
    "calls: \(calls.map { "\($0.toolName) \($0.arguments.jsonString) \(list($0.metadata))" })"
  case .toolOutput(let output): "output of \(output.toolName): \(text(output.segments))"
  case .response(let response):
    "response: \(text(response.segments)), metadata \(list(response.metadata)), assets \(response.assetIDs)"
  case .reasoning(let reasoning):
    "reasoning: \(text(reasoning.segments)), metadata \(list(reasoning.metadata)), "
      + "signature \(reasoning.signature.map { Array($0) } ?? [])"
  @unknown default: "unknown"
  }
}

private func words(for tool: Transcript.ToolDefinition) -> String {
  "\(tool.name): \(tool.description): \(tool.parameters.debugDescription)"
}

private func text(_ segments: [Transcript.Segment]) -> [String] {
  segments.map { segment in
    switch segment {
    case .text(let text): text.content
    case .structure(let structure): "\(structure.schemaName) \(structure.content.jsonString)"
    @unknown default: "unknown"
    }
  }
}

private func list(_ metadata: [String: GeneratedContent]) -> [String] {
  metadata.map { "\($0): \($1.jsonString)" }.sorted()
}

/// The explanation that comes with a refusal.
public func refusalExplanation(of model: some LanguageModel) async throws -> String? {
  do {
    _ = try await LanguageModelSession(model: model).respond(to: "Tell me.")
    return nil
  } catch LanguageModelError.refusal(let refusal) {
    return try await refusal.explanation.content
  }
}
