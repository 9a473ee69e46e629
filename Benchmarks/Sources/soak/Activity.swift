/// The activities of a client.
enum Activity: String, CaseIterable, Sendable {
  /// Requests a text whose result without concurrent requests is known.
  case control
  /// Streams the responses of a conversation, with instructions shared by several clients.
  case chat
  /// Cancels a request at a random time.
  case cancel
  /// Abandons a stream.
  case drop
  /// Consumes a stream slowly.
  case slow
  /// Generates a value of a random schema.
  case guided
  /// Generates a tool call, which fails or is cancelled.
  case tool
  /// Sends two concurrent requests in one session.
  case overlap
  /// Prewarms a session, sometimes without a request.
  case prewarm
  /// Requests a value of an unsatisfiable schema.
  case impossible
  /// Requests a value with a token limit below its length.
  case short
  /// Sends a prompt that exceeds the context size.
  case overflow
  /// Sends a prompt that the guardrails reject.
  case guardrail

  /// The relative frequency.
  var weight: Int {
    switch self {
    case .control, .chat, .cancel, .drop, .guided: 4
    case .slow, .tool: 2
    case .overlap, .prewarm, .impossible, .short, .overflow, .guardrail: 1
    }
  }

  /// Returns a random activity by weight.
  static func random(of activities: [Activity], using generator: inout some RandomNumberGenerator) -> Activity {
    let all = activities.flatMap { Array(repeating: $0, count: $0.weight) }
    return all.randomElement(using: &generator) ?? .chat
  }
}

/// The outcome of an activity.
enum Outcome: Sendable {
  /// The request was answered.
  case answered
  /// The client cancelled the request.
  case cancelled
  /// The expected error was thrown.
  case refused
  /// The result was wrong.
  case wrong(String)
}
