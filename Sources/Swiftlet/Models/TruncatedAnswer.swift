import SwiftletGuides

/// The limit of a guided answer that is shorter than the shortest answer of the guide.
///
/// Such an answer is generated without a budget and cut off at the limit, as a stream shows what there is of it, and
/// the caller's error has it as raw content.
struct TruncatedAnswer: Sendable {
  /// The shortest answer, in tokens.
  let needed: Int
  /// The limit, in tokens.
  let available: Int

  /// Creates the limit of a guide; `nil` if there is none, or answers of the guide fit.
  init?(_ guide: Guide?, atMost available: Int?) {
    guard let available, let guide else { return nil }
    needed = guide.minimumTokenCount - 1
    self.available = available
    if needed <= available { return nil }
  }

  /// The error of an answer that was cut off.
  ///
  /// - Parameters:
  ///   - text: The answer's text up to the limit.
  ///   - schema: The schema of the answer, if it has one.
  /// - Returns: The error, which names the first property that is missing.
  func error(after text: String, _ schema: GenerationSchema?) -> GeneratedContent.ParsingError {
    let property = schema.flatMap { schema in
      (try? GeneratedContent(json: text)).flatMap { schema.graph.firstPropertyMissing(in: $0) }
    }
    let missing = property.map { "GeneratedContent does not contain a property '\($0)'. " } ?? ""
    return GeneratedContent.ParsingError(
      rawContent: text, underlyingError: GuideError.budgetTooSmall(needed: needed, available: available),
      debugDescription: "\(missing)The answer is truncated after \(available) tokens, the maximum of the request; "
        + "the shortest one has \(needed). Content: \(text)")
  }
}

extension SchemaGraph {
  /// The first required property of the root that content lacks; `nil` if the root is not an object.
  func firstPropertyMissing(in content: GeneratedContent) -> String? {
    guard case .object(let shape) = root.shape else { return nil }
    let known: [String: GeneratedContent] =
      if case .structure(let properties, _) = content.storage { properties } else { [:] }
    return shape.properties.first { !$0.isOptional && known[$0.name] == nil }?.name
  }
}
