extension SystemLanguageModel {
  /// What the system's model lets pass.
  ///
  /// No judgement about what is harmful comes along. The default limits the size of what is read, and a program adds its
  /// own terms and its own classifier:
  ///
  /// ```swift
  /// let guardrails = SystemLanguageModel.Guardrails.default.denying(["wombat"]).judging(with: MyClassifier())
  /// let model = SystemLanguageModel(guardrails: guardrails)
  /// ```
  ///
  /// Prompts and outputs of tools are checked before the model reads them, and answers while they are made. What does not
  /// pass fails the request with ``LanguageModelError/guardrailViolation(_:)`` or ``LanguageModelError/refusal(_:)``.
  public struct Guardrails: Sendable {
    var deniedTerms: [String] = []
    var inputLimit = 1_000_000
    var isPermissive = false
    var classifiers: [any Classifier] = []

    /// Everything is checked.
    public static let `default` = Guardrails()

    /// Texts that are to be rewritten may contain anything: where the answer is text, only the size is checked.
    ///
    /// Answers with a schema are checked as by default.
    public static let permissiveContentTransformations = Guardrails(isPermissive: true)
  }
}

extension SystemLanguageModel.Guardrails {
  /// Adds terms that must not occur, as whole words and in any case of letters.
  ///
  /// - Parameter terms: Words, or phrases with the spaces that they are written with.
  /// - Returns: Stricter guardrails.
  public func denying(_ terms: [String]) -> Self {
    var stricter = self
    stricter.deniedTerms += terms.filter { !$0.isEmpty }
    return stricter
  }

  /// Limits the size of a prompt or of a tool's output.
  ///
  /// - Parameter characterCount: The greatest number of characters; it is a million unless it is stated.
  /// - Returns: Other guardrails.
  public func limitingInput(to characterCount: Int) -> Self {
    var other = self
    other.inputLimit = max(0, characterCount)
    return other
  }

  /// Adds a classifier.
  ///
  /// - Parameter classifier: What judges texts.
  /// - Returns: Stricter guardrails.
  public func judging(with classifier: some Classifier) -> Self {
    var stricter = self
    stricter.classifiers.append(classifier)
    return stricter
  }

  /// Judges texts, for instance with a model of its own.
  public protocol Classifier: Sendable {
    /// Judges a text.
    ///
    /// Answers are judged when they are complete. A reader of a stream has seen them by then, but they do not stay in the
    /// transcript.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - origin: Where it comes from.
    /// - Returns: Whether it may pass.
    /// - Throws: What makes judging impossible; the request fails with that error.
    func verdict(on text: String, from origin: Origin) async throws -> Verdict
  }

  /// Where a text comes from.
  public enum Origin: Sendable, Hashable {
    /// The person who asks.
    case prompt
    /// A tool that the model called.
    case toolOutput
    /// The model.
    case response
  }

  /// Whether a text may pass.
  public enum Verdict: Sendable, Equatable {
    /// It may.
    case harmless
    /// It must not, for a reason that a developer is told.
    case harmful(reason: String)
    /// The model had better not answer, for a reason that the person who asked is told.
    case refused(explanation: String)
  }
}
