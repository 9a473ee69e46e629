/// What a person thinks of an answer.
public struct LanguageModelFeedback {
  /// Whether the answer was liked.
  public enum Sentiment: Sendable, CaseIterable {
    /// It was.
    case positive
    /// It was not.
    case negative
    /// Neither.
    case neutral
  }

  /// Something that is wrong with an answer.
  public struct Issue: Sendable {
    let category: Category
    let explanation: String?

    /// Creates an issue.
    ///
    /// - Parameters:
    ///   - category: What kind of thing is wrong.
    ///   - explanation: What is wrong, in words.
    public init(category: Category, explanation: String? = nil) {
      self.category = category
      self.explanation = explanation
    }

    /// The kinds of things that may be wrong.
    public enum Category: Sendable, CaseIterable {
      /// It does not help.
      case unhelpful
      /// It is too long.
      case tooVerbose
      /// It is not what was asked for.
      case didNotFollowInstructions
      /// It is not true.
      case incorrect
      /// It is prejudiced.
      case stereotypeOrBias
      /// It is suggestive or sexual.
      case suggestiveOrSexual
      /// It is vulgar or hurts.
      case vulgarOrOffensive
      /// It was held to be harmful and is not.
      case triggeredGuardrailUnexpectedly
    }
  }
}
