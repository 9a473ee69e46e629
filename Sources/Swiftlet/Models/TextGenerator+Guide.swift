import SwiftletChatTemplates
import SwiftletGuides
import SwiftletInference

extension TextGenerator {
  /// What the answer to a request has to be, `nil` if it may be anything.
  func guide(
    _ request: LanguageModelExecutorGenerationRequest, _ format: AnswerFormat, _ start: AnswerStart,
    _ engine: InferenceEngine
  ) throws(LanguageModelError) -> Guide? {
    let choice = ToolChoice(request)
    guard request.schema != nil || choice != .disallowed else { return nil }
    var options = GuideOptions.generating
    options.patternsMatchWhole = true
    do {
      if choice == .disallowed, !format.isHarmony, format.reasoning == nil, let schema = request.schema {
        return try engine.guide(.schema(schema.compactJSON), options: options)
      }
      // White space as templates write it, and models therefore too. Exponents lead to numbers that no `Double` holds.
      if choice != .disallowed { (options.whitespace, options.allowsExponents) = (.natural, false) }
      let guide = AnswerGuide(
        format: format, start: start, tools: request.enabledToolDefinitions, choice: choice,
        schema: request.schema?.compactJSON)
      return try engine.guide(
        guide.source(), options: options, markers: format.texts,
        innerEnds: choice == .disallowed ? [] : format.innerEnds)
    } catch {
      throw .unsupportedGenerationGuide(
        .init(
          schemaName: request.schema?.name ?? request.enabledToolDefinitions.map(\.name).joined(separator: ", "),
          debugDescription: "\(error)"))
    }
  }
}
