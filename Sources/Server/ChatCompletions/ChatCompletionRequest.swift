import Foundation
package import Swiftlet
import SwiftletChatTemplates
import SwiftletGuides
import SwiftletInference
package import SwiftletJSON

/// A request of OpenAI's chat completions API, with additions: a schema, and the parameters of all samplers.
///
/// The body is a JSON value from anywhere; errors name the member in it, such as `messages.0.content`. Members without
/// a meaning here are ignored, see ``KnownMembers``; a member that cannot be honoured is an error.
package struct ChatCompletionRequest: Sendable {
  /// The differences between requests in files and requests of clients.
  package struct Rules: Sendable {
    /// True for clients of other servers: older forms are translated, members of other servers are honoured or refused,
    /// numbers have OpenAI's ranges, and the arguments of past calls may be any text.
    var isLenient: Bool
    /// True if images may be at addresses of web servers, from which they are fetched.
    package var fetchesImages = false
    /// The maximum number of choices of a request.
    package var maximumChoiceCount = 128

    /// The rules of files, in which all has to be exact.
    package static let file = Rules(isLenient: false)
    /// The rules of clients.
    package static let client = Rules(isLenient: true)
  }

  /// The engine's requests, one for each choice of the answer; they differ in their seeds.
  package private(set) var choices: [LanguageModelExecutorGenerationRequest]
  /// The name of the model that the client asks for.
  package let model: String?
  /// The form of the answer.
  package let delivery: AnswerDelivery
  /// The idle time after which the model is unloaded; `nil` for the server's.
  package let keepAlive: KeepAlive?

  /// Parses a body.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - rules: The rules of its origin.
  /// - Throws: ``FieldError`` that names the member.
  package init(_ body: JSONValue, rules: Rules = .file) throws(FieldError) {
    let fields = try JSONFields(body)
    guard let elements = try fields.elements("messages"), !elements.isEmpty else {
      throw FieldError("messages", "found none, expected at least one message")
    }
    let conversation = try ConversationMessages(
      elements, isLenient: rules.isLenient, fetchesImages: rules.fetchesImages)
    let messages = conversation.messages
    model = try fields.text("model")
    if rules.isLenient { try fields.refuseUnsupportedMembers() } else { try fields.refuseLogProbabilities() }
    try fields.refuseOtherModalities()
    delivery = rules.isLenient ? try AnswerDelivery(fields) : AnswerDelivery()
    keepAlive = rules.isLenient ? try fields.keepAlive : nil
    var tools = try fields.tools(includingOlderForms: rules.isLenient)
    let mode = try fields.toolCallingMode(&tools, includingOlderForms: rules.isLenient)
    let schema = try fields.answerSchema
    let guide = rules.isLenient ? try fields.answerGuide(besideSchema: schema != nil, tools: !tools.isEmpty) : nil
    var request = LanguageModelExecutorGenerationRequest(
      messages: messages, tools: tools, toolCallingMode: mode, schema: schema,
      showsSchema: try fields.bool("show_schema") ?? true, maximumTokens: try fields.tokenLimit(of: rules),
      reasoningLevel: try fields.reasoningLevel)
    request.engine.images = conversation.images
    request.engine.continuesLastMessage = try fields.continuesLastMessage(of: messages)
    request.engine.templateVariables = try fields.templateVariables
    request.engine.allowsParallelToolCalls = try fields.bool("parallel_tool_calls") ?? true
    request.engine.stopSequences = try fields.stopSequences()
    request.engine.guide = guide
    if rules.isLenient {
      try fields.apply(to: &request.engine)
    } else {
      request.engine.sampling = try fields.sampling
      request.engine.textBias = try fields.logitBiases.texts
    }
    if rules.isLenient {
      request.engine.logProbabilities = try fields.logProbabilityCount.map { LogProbabilityRequest(topCount: $0) }
    }
    let count = try fields.integer("n", in: 1...rules.maximumChoiceCount) ?? 1
    choices = (0..<UInt64(count)).map { index in
      var choice = request
      choice.id = UUID()
      // Choices of the same seed would be the same.
      choice.engine.sampling.seed = request.engine.sampling.seed.map { $0 &+ index }
      return choice
    }
  }

  /// Replaces the images of all choices by those with the data that was fetched.
  mutating func fetchImages(for routed: RoutedRequest) async throws {
    guard let first = choices.first else { return }
    let images = try await routed.fetchingImages(of: first).engine.images
    for index in choices.indices { choices[index].engine.images = images }
  }

  /// Sets the closure that is called with warnings, once for all choices.
  package mutating func setWarning(_ warn: @escaping @Sendable (String) -> Void) {
    choices[0].engine.warn = warn
  }
}
