extension SystemLanguageModel {
  /// A use case of the model.
  public struct UseCase: Sendable, Equatable {
    /// The instructions in addition to those of the session.
    let instructions: String?

    /// General use.
    public static let general = UseCase(instructions: nil)

    /// Content tagging: short tags for a text.
    ///
    /// Its instructions precede those of the session.
    public static let contentTagging = UseCase(
      instructions: """
        You find tags for a text. Answer with a list of the most important topics, actions, objects and emotions in it, \
        each in one to three lower-case words. Do not explain the tags, and do not answer the text.
        """)
  }
}

extension SystemLanguageModel.UseCase {
  /// Returns a transcript with the use case's instructions added.
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
