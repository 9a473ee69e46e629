/// What a client may do with a session.
enum Activity: String, CaseIterable, Sendable {
  /// Asks for a text that is known, from when nobody else was served.
  case control
  /// Streams the answers of a conversation, with instructions that others have too.
  case chat
  /// Gives a request up at any moment.
  case cancel
  /// Stops reading a stream.
  case drop
  /// Reads a stream more slowly than it is written.
  case slow
  /// Asks for a value of a random schema.
  case guided
  /// Has the model call a tool, which fails now or later, or is given up.
  case tool
  /// Asks twice at once in one session.
  case overlap
  /// Has instructions read and maybe never asks.
  case prewarm
  /// Asks for a value that there is none of.
  case impossible
  /// Asks for a value in fewer tokens than it has.
  case short
  /// Asks more than the context holds.
  case overflow
  /// Asks more than the guardrails let pass.
  case guardrail

  /// How often it is done, of all activities' sum.
  var weight: Int {
    switch self {
    case .control, .chat, .cancel, .drop, .guided: 4
    case .slow, .tool: 2
    case .overlap, .prewarm, .impossible, .short, .overflow, .guardrail: 1
    }
  }

  /// One of some, by weight.
  static func random(of activities: [Activity], using generator: inout some RandomNumberGenerator) -> Activity {
    let all = activities.flatMap { Array(repeating: $0, count: $0.weight) }
    return all.randomElement(using: &generator) ?? .chat
  }
}

/// How an activity ended.
enum Outcome: Sendable {
  /// With an answer.
  case answered
  /// As the client wanted, without one.
  case givenUp
  /// With the error that there has to be.
  case refused
  /// With something that must not happen.
  case wrong(String)
}
