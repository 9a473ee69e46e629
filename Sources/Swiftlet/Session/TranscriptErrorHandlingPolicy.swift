/// What becomes of a session's transcript when a request fails or is cancelled.
public struct TranscriptErrorHandlingPolicy: Sendable {
  let preservesTranscript: Bool

  /// The transcript goes back to what it was before the request.
  public static let revertTranscript = TranscriptErrorHandlingPolicy(preservesTranscript: false)

  /// The prompt and all that was produced stay; the last entry may be incomplete.
  public static let preserveTranscript = TranscriptErrorHandlingPolicy(preservesTranscript: true)
}
