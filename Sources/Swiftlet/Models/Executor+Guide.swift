import SwiftletChatTemplates
import SwiftletGuides
import SwiftletInference

extension GGUFLanguageModel.Executor {
  /// The guide for the answer to a request; `nil` if the answer is unconstrained.
  func guide(
    _ request: LanguageModelExecutorGenerationRequest, _ format: AnswerFormat, _ start: AnswerStart,
    _ engine: InferenceEngine
  ) throws(LanguageModelError) -> Guide? {
    let choice = request.toolChoice
    let content =
      request.engine.guide ?? request.engine.grammar.map { GuideSource.grammar($0) }
      ?? request.schema.map { .schema($0.graph.json(.guide)) }
    let answered = request.engine.answeredTools
    guard content != nil || choice != .disallowed || !answered.isEmpty else { return nil }
    var options = GuideOptions.generating
    options.isLenient = configuration.schemaPolicy == .relaxed
    do {
      let guide: Guide
      if choice == .disallowed, !format.isHarmony, format.reasoning == nil, format.textHeader.isEmpty, let content {
        guide = try engine.guide(content, options: options)
      } else {
        // Models write white space as their templates do. Exponents may produce numbers outside the range of `Double`.
        if choice != .disallowed { (options.whitespace, options.allowsExponents) = (.natural, false) }
        let answer = AnswerGuide(
          format: format, start: start, tools: request.enabledToolDefinitions, choice: choice, content: content,
          allowsParallelCalls: request.engine.allowsParallelToolCalls, answeredTools: answered)
        guide = try engine.guide(
          try answer.source(), options: options, markers: format.texts,
          nonFinalEnds: choice == .disallowed ? [] : format.nonFinalEnds)
      }
      if options.isLenient {
        // Keywords of tools are reported by tool, see `withUsableTools`.
        let answer = choice == .disallowed ? guide : try content.map { try engine.guide($0, options: options) }
        for line in answer?.dropped ?? [] { request.engine.warn?("schema: not guaranteed: \(line)") }
      }
      return guide
    } catch {
      if choice != .disallowed { try checkTools(request, format, options, engine) }
      throw .unsupportedGenerationGuide(.init(schemaName: request.schemaName, debugDescription: "\(error)"))
    }
  }

  /// Returns a request without the tools whose parameters have no guide, if the schema policy is relaxed.
  ///
  /// So one tool of many does not fail the request. Warnings name the tools that are left out, and the keywords of
  /// others that are not guaranteed.
  ///
  /// - Throws: ``LanguageModelError`` if no tool is left.
  func withUsableTools(
    _ request: LanguageModelExecutorGenerationRequest, _ format: AnswerFormat, _ engine: InferenceEngine
  ) throws(LanguageModelError) -> LanguageModelExecutorGenerationRequest {
    guard configuration.schemaPolicy == .relaxed, request.toolChoice != .disallowed else { return request }
    var options = GuideOptions.generating
    (options.whitespace, options.allowsExponents, options.isLenient) = (.natural, false, true)
    var reduced = request
    reduced.enabledToolDefinitions.removeAll { tool in
      do throws(GuideError) {
        let guide = try engine.guide(try .arguments(of: tool, format.calls?.arguments ?? .json), options: options)
        for line in guide.dropped { request.engine.warn?("the tool \(tool.name): not guaranteed: \(line)") }
        return false
      } catch {
        request.engine.warn?("the tool \(tool.name) is left out: \(error)")
        return true
      }
    }
    if reduced.enabledToolDefinitions.isEmpty { try checkTools(request, format, options, engine) }
    return reduced
  }

  /// Throws if the parameters of a tool have no guide, with the tool's name.
  func checkTools(
    _ request: LanguageModelExecutorGenerationRequest, _ format: AnswerFormat, _ options: GuideOptions,
    _ engine: InferenceEngine
  ) throws(LanguageModelError) {
    for tool in request.enabledToolDefinitions {
      do throws(GuideError) {
        _ = try engine.guide(try .arguments(of: tool, format.calls?.arguments ?? .json), options: options)
      } catch {
        throw .unsupportedGenerationGuide(
          .init(schemaName: tool.name, debugDescription: "the tool \(tool.name): \(error)"))
      }
    }
  }
}
