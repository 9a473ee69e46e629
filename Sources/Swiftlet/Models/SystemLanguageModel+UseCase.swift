extension SystemLanguageModel {
  /// What the model is used for.
  public struct UseCase: Sendable, Equatable {
    /// What the model is told besides the session's own instructions.
    let instructions: String?

    /// Anything.
    public static let general = UseCase(instructions: nil)

    /// Finding short tags for a text.
    ///
    /// The model is told so in front of the session's own instructions.
    public static let contentTagging = UseCase(
      instructions: """
        You find tags for a text. Answer with a list of the most important topics, actions, objects and emotions in it, \
        each in one to three lower-case words. Do not explain the tags, and do not answer the text.
        """)
  }
}

extension SystemLanguageModel.UseCase {
  /// A transcript with what the model is told besides.
  func apply(to transcript: Transcript) -> Transcript {
    guard let instructions else { return transcript }
    let segment = Transcript.Segment.text(Transcript.TextSegment(id: "use-case", content: instructions))
    var transcript = transcript
    if case .instructions(var entry)? = transcript.first {
      entry.segments.insert(segment, at: 0)
      transcript[0] = .instructions(entry)
    } else {
      transcript.insert(.instructions(Transcript.Instructions(segments: [segment], toolDefinitions: [])), at: 0)
    }
    return transcript
  }
}
