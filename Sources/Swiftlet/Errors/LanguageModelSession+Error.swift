public import Foundation

extension LanguageModelSession {
  /// A mistake in the use of a session.
  public enum Error: LocalizedError {
    /// A request was made while another one was running, which goes on undisturbed.
    case concurrentRequests

    /// The transcript was assigned while a request was running.
    case transcriptMutationWhileResponding

    /// What went wrong, in a sentence.
    public var errorDescription: String? { debugDescription }
  }
}

extension LanguageModelSession.Error: CustomDebugStringConvertible {
  /// What went wrong, and what to do instead.
  public var debugDescription: String {
    switch self {
    case .concurrentRequests:
      "the session is already responding: wait until isResponding is false, or use another session"
    case .transcriptMutationWhileResponding:
      "the session's transcript was assigned while it was responding: wait until isResponding is false"
    }
  }
}
