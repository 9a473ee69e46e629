/// One turn of a conversation, as a template takes it.
public struct ChatMessage: Sendable, Equatable {
  /// Who speaks.
  public enum Role: String, Sendable, CaseIterable {
    /// The program that uses the model.
    case system
    /// The person who asks.
    case user
    /// The model.
    case assistant
  }

  /// Who speaks.
  public var role: Role

  /// What is said, which is never taken for a template's markers, whatever it contains.
  public var content: String

  /// Creates a turn.
  ///
  /// - Parameters:
  ///   - role: Who speaks.
  ///   - content: What is said.
  public init(role: Role, content: String) {
    self.role = role
    self.content = content
  }
}
