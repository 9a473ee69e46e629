public import SwiftletTokenizers

/// A reasoning budget: the maximum number of reasoning tokens of an answer.
///
/// Reasoning is recognised by the tags around it. When the budget is used up, the tokens of ``closing`` are forced
/// instead of the next sampled one, and the model continues from there.
public struct ReasoningLimit: Sendable, Hashable {
  /// The number of reasoning tokens of an answer; 0 ends reasoning as soon as it begins.
  public var tokenCount: Int
  /// The tag that begins reasoning.
  public var startTag: String
  /// True if the tag begins reasoning anywhere in the answer, and not only where nothing but reasoning precedes it.
  public var matchesStartAnywhere: Bool
  /// True if the prompt ends inside reasoning.
  public var startsInReasoning: Bool
  /// The tags that end reasoning.
  public var endTags: [String]
  /// The tokens that are forced when the budget is used up.
  public var closing: [TokenID]

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - tokenCount: The number of reasoning tokens of an answer.
  ///   - startTag: The tag that begins reasoning.
  ///   - matchesStartAnywhere: True if the tag begins reasoning anywhere in the answer.
  ///   - startsInReasoning: True if the prompt ends inside reasoning.
  ///   - endTags: The tags that end reasoning.
  ///   - closing: The tokens that are forced when the budget is used up; their text has to contain one of `endTags`.
  public init(
    tokenCount: Int, startTag: String, matchesStartAnywhere: Bool = false, startsInReasoning: Bool, endTags: [String],
    closing: [TokenID]
  ) {
    self.tokenCount = tokenCount
    self.startTag = startTag
    self.matchesStartAnywhere = matchesStartAnywhere
    self.startsInReasoning = startsInReasoning
    self.endTags = endTags
    self.closing = closing
  }
}
