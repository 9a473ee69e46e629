public import SwiftletTokenizers

/// A bound on how long a model may think before it answers.
///
/// Thoughts are known by the texts around them. When they have had as many tokens as they may, the tokens that end them
/// come instead of the one that the model would choose, and it goes on from there. Peers call this a reasoning budget.
public struct ReasoningLimit: Sendable, Hashable {
  /// How many tokens all thoughts of an answer may have together; 0 ends them as soon as they begin.
  public var tokenCount: Int
  /// The text that thoughts begin with.
  public var begin: String
  /// Whether that text begins thoughts wherever it stands, and not only where nothing but thoughts has come before.
  public var beginsAnywhere: Bool
  /// Whether the prompt ends among thoughts.
  public var isBegun: Bool
  /// The texts that thoughts end with.
  public var ends: [String]
  /// The tokens that end thoughts which were long enough.
  public var closing: [TokenID]

  /// Creates a bound.
  ///
  /// - Parameters:
  ///   - tokenCount: How many tokens all thoughts of an answer may have together.
  ///   - begin: The text that thoughts begin with.
  ///   - beginsAnywhere: Whether that text begins thoughts wherever it stands.
  ///   - isBegun: Whether the prompt ends among thoughts.
  ///   - ends: The texts that thoughts end with.
  ///   - closing: The tokens that end thoughts which were long enough; one of `ends` has to be in their text.
  public init(
    tokenCount: Int, begin: String, beginsAnywhere: Bool = false, isBegun: Bool, ends: [String], closing: [TokenID]
  ) {
    self.tokenCount = tokenCount
    self.begin = begin
    self.beginsAnywhere = beginsAnywhere
    self.isBegun = isBegun
    self.ends = ends
    self.closing = closing
  }
}
