extension SystemLanguageModel {
  /// The checks of the system model's inputs and outputs.
  ///
  /// Swiftlet ships no classifier of harmful content. The default limits the size of inputs; a program adds denied
  /// terms and its own classifier:
  ///
  /// ```swift
  /// let guardrails = SystemLanguageModel.Guardrails.default.denying(["wombat"]).judging(with: MyClassifier())
  /// let model = SystemLanguageModel(guardrails: guardrails)
  /// ```
  ///
  /// Prompts and tool outputs are checked before the model processes them, and answers while they are generated. A
  /// violation fails the request with ``LanguageModelError/guardrailViolation(_:)`` or
  /// ``LanguageModelError/refusal(_:)``.
  public struct Guardrails: Sendable {
    var deniedTerms: [String] = []
    var inputLimit = 1_000_000
    var isPermissive = false
    var classifiers: [any Classifier] = []

    /// The guardrails that check all inputs and outputs.
    public static let `default` = Guardrails()

    /// The guardrails for rewriting arbitrary text: if the answer is text, only the input size is checked.
    ///
    /// Requests with a schema are checked as with the default.
    public static let permissiveContentTransformations = Guardrails(isPermissive: true)
  }
}

extension SystemLanguageModel.Guardrails {
  /// Adds denied terms, which are matched as whole words without regard to case.
  ///
  /// - Parameter terms: Words or phrases; white space must match exactly.
  /// - Returns: Guardrails with the additional terms.
  public func denying(_ terms: [String]) -> Self {
    var stricter = self
    stricter.deniedTerms += terms.filter { !$0.isEmpty }
    return stricter
  }

  /// Limits the size of a prompt or of a tool's output.
  ///
  /// - Parameter characterCount: The maximum number of characters; the default is one million.
  /// - Returns: Guardrails with the limit.
  public func limitingInput(to characterCount: Int) -> Self {
    var other = self
    other.inputLimit = max(0, characterCount)
    return other
  }

  /// Adds a classifier.
  ///
  /// - Parameter classifier: The classifier.
  /// - Returns: Guardrails with the additional classifier.
  public func judging(with classifier: some Classifier) -> Self {
    var stricter = self
    stricter.classifiers.append(classifier)
    return stricter
  }

  /// A classifier of texts, for instance with a model of its own.
  public protocol Classifier: Sendable {
    /// Classifies a text.
    ///
    /// Answers are classified when they are complete. A reader of a stream has received them by then, but they are
    /// removed from the transcript.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - origin: The origin of the text.
    /// - Returns: The verdict.
    /// - Throws: Any error of the classifier; the request fails with it.
    func verdict(on text: String, from origin: Origin) async throws -> Verdict
  }

  /// The origin of a text.
  public enum Origin: Sendable, Hashable {
    /// The user's prompt.
    case prompt
    /// The output of a tool that the model called.
    case toolOutput
    /// The model's answer.
    case response
  }

  /// The verdict of a classifier.
  public enum Verdict: Sendable, Equatable {
    /// The text is allowed.
    case harmless
    /// The text is not allowed, for a reason addressed to developers.
    case harmful(reason: String)
    /// The model should decline to answer, with an explanation addressed to the user.
    case refused(explanation: String)
  }
}
