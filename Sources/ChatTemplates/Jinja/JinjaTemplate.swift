public import SwiftletTokenizers

/// A chat template in Jinja, compiled.
///
/// A template is compiled once and may then be run any number of times, on several threads at once.
public struct JinjaTemplate: Sendable {
  /// Compiles a template.
  ///
  /// - Throws: ``JinjaError`` if the source is not a template, with the place.
  public init(_ source: String) throws(JinjaError) {
    throw JinjaFault(.unknown(kind: "engine", name: "Jinja")).error(in: Array(source.utf8), otherwiseAt: 0)
  }

  /// Runs the template.
  ///
  /// - Parameters:
  ///   - variables: What the template is given: `messages`, `tools`, `add_generation_prompt`, …
  ///   - limits: How much it may use.
  ///   - now: What `strftime_now` writes; taken at most once a run.
  /// - Returns: The text, cut where its origin changes.
  /// - Throws: ``JinjaError`` if the template refuses the input, works with values in a way that they don't allow, or
  ///   uses too much.
  public func render(
    _ variables: JinjaDictionary, limits: JinjaLimits = .standard, now: @Sendable () -> JinjaDate = JinjaDate.current
  ) throws(JinjaError) -> [TextSegment] {
    []
  }
}
