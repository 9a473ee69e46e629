public import Foundation

extension LanguageModelSession {
  /// An error in the use of a session.
  public enum Error: LocalizedError {
    /// A request was made while another one was running, which continues.
    case concurrentRequests

    /// The transcript was assigned while a request was running.
    case transcriptMutationWhileResponding

    /// The error's message.
    public var errorDescription: String? { debugDescription }
  }
}

extension LanguageModelSession.Error: CustomDebugStringConvertible {
  /// The error's message with a remedy.
  public var debugDescription: String {
    switch self {
    case .concurrentRequests:
      "the session is already responding: wait until isResponding is false, or use another session"
    case .transcriptMutationWhileResponding:
      "the session's transcript was assigned while it was responding: wait until isResponding is false"
    }
  }
}
