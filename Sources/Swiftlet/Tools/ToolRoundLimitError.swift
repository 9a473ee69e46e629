public import Foundation

extension LanguageModelSession {
  /// The error of a request in which the model called tools more often than the session allows.
  public struct ToolRoundLimitError: Swift.Error, LocalizedError {
    /// The transcript up to the calls that were not run.
    ///
    /// The session's own transcript is as it was before the request, unless its
    /// ``LanguageModelSession/transcriptErrorHandlingPolicy`` preserves it.
    public var transcript: Transcript

    /// The limit: ``LanguageModelSession/maximumToolRounds``.
    public var limit: Int

    /// The limit with the names of the tools that the model wanted to call.
    public var errorDescription: String? {
      let calls = transcript.last.flatMap {
        if case .toolCalls(let calls) = $0 { calls.calls.map(\.toolName) } else { nil }
      }
      let names = (calls ?? []).joined(separator: ", ")
      return "the model called tools again (\(names)) after \(limit) rounds, expected an answer"
    }
  }
}
