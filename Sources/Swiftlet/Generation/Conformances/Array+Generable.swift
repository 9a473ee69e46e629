extension Array: Generable where Element: Generable {
  /// The elements that have been generated so far, of which the last may be incomplete.
  public typealias PartiallyGenerated = [Element.PartiallyGenerated]

  /// The schema of arrays.
  public static var generationSchema: GenerationSchema { GenerationSchema(arrayOf: Element.self) }
}

extension Array: ConvertibleToGeneratedContent where Element: ConvertibleToGeneratedContent {
  /// The elements as generated content.
  public var generatedContent: GeneratedContent { GeneratedContent(.array(map(\.generatedContent))) }
}

extension Array: ConvertibleFromGeneratedContent where Element: ConvertibleFromGeneratedContent {
  /// Converts generated content to an array.
  ///
  /// While an array is generated, a last element that cannot be converted yet is omitted.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ParsingError`` if it is not an array, or any error of an element.
  public init(_ content: GeneratedContent) throws {
    guard case .array(let elements) = content.storage else { throw content.mismatch("an array") }
    guard !content.isComplete, let last = elements.last, !last.isComplete else {
      self = try elements.map { try Element($0) }
      return
    }
    self = try elements.dropLast().map { try Element($0) }
    if let element = try? Element(last) { append(element) }
  }
}
