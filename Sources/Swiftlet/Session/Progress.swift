/// An update that a running request sends to its stream.
enum StreamUpdate: Sendable {
  /// The progress so far.
  case progress(Progress)

  /// A change whose snapshot is created on demand.
  ///
  /// The closure returns `nil` if the text cannot be parsed yet or the request has ended.
  case change(@Sendable () -> Progress?)

  /// The progress at the time of a failure.
  case last(Progress)
}

/// The result of a request so far.
struct Progress: Sendable {
  /// The answer.
  var content: GeneratedContent

  /// The entries that the request added to the transcript, with their indices there.
  var entries: ArraySlice<Transcript.Entry>

  /// The token usage.
  var usage: LanguageModelSession.Usage
}
