/// The form in which a client wants its answer.
package struct AnswerDelivery: Sendable, Equatable {
  /// True for a stream of events.
  package var isStreamed = false
  /// True if a stream ends with the numbers of tokens.
  package var includesUsage = false
  /// True if the progress of reading the prompt is reported.
  package var reportsProgress = false
  /// True if each event has the times so far.
  package var reportsTimes = false
  /// The silence in seconds after which a stream has a comment; `nil` for the server's.
  package var pingSeconds: Int?

  /// Creates the form of a whole answer.
  package init() {}
}

extension AnswerDelivery {
  /// Reads the form from the members of a request in OpenAI's API.
  init(_ fields: JSONFields) throws(FieldError) {
    isStreamed = try fields.bool("stream") ?? false
    let options = try fields.fields("stream_options")
    includesUsage = try options?.bool("include_usage") ?? false
    reportsProgress = try fields.bool("return_progress") ?? false
    reportsTimes = try fields.bool("timings_per_token") ?? false
    pingSeconds = try fields.integer("sse_ping_interval", in: -1...86_400)
  }
}
