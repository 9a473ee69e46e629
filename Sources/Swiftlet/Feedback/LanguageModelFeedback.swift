/// A user's feedback on an answer.
public struct LanguageModelFeedback {
  /// The user's sentiment about an answer.
  public enum Sentiment: Sendable, CaseIterable {
    /// Positive feedback.
    case positive
    /// Negative feedback.
    case negative
    /// Neutral feedback.
    case neutral
  }

  /// An issue with an answer.
  public struct Issue: Sendable {
    let category: Category
    let explanation: String?

    /// Creates an issue.
    ///
    /// - Parameters:
    ///   - category: The category of the issue.
    ///   - explanation: A description of the issue.
    public init(category: Category, explanation: String? = nil) {
      self.category = category
      self.explanation = explanation
    }

    /// The category of an issue.
    public enum Category: Sendable, CaseIterable {
      /// The answer is not helpful.
      case unhelpful
      /// The answer is too long.
      case tooVerbose
      /// The answer does not follow the instructions.
      case didNotFollowInstructions
      /// The answer is factually wrong.
      case incorrect
      /// The answer is biased or stereotyping.
      case stereotypeOrBias
      /// The answer is suggestive or sexual.
      case suggestiveOrSexual
      /// The answer is vulgar or offensive.
      case vulgarOrOffensive
      /// The guardrails rejected harmless content.
      case triggeredGuardrailUnexpectedly
    }
  }
}
