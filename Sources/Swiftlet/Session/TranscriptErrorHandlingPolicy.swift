/// The treatment of a session's transcript when a request fails or is cancelled.
public struct TranscriptErrorHandlingPolicy: Sendable {
  let preservesTranscript: Bool

  /// Restores the transcript to its state before the request.
  public static let revertTranscript = TranscriptErrorHandlingPolicy(preservesTranscript: false)

  /// Keeps the prompt and everything generated; the last entry may be incomplete.
  public static let preserveTranscript = TranscriptErrorHandlingPolicy(preservesTranscript: true)
}
