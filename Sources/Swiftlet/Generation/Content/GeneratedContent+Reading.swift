extension GeneratedContent {
  /// Converts the content to a value.
  ///
  /// - Parameter type: The value's type.
  /// - Returns: The value.
  /// - Throws: ``ParsingError`` if the content does not match the type, or any error of the type.
  public func value<Value>(_ type: Value.Type = Value.self) throws -> Value
  where Value: ConvertibleFromGeneratedContent {
    try Value(self)
  }

  /// Converts a property of a structure.
  ///
  /// - Parameters:
  ///   - type: The type of the property's value.
  ///   - property: The property's name.
  /// - Returns: The value.
  /// - Throws: ``ParsingError`` if there is no such property, if the content is not a structure, or if the property
  ///   does not match the type.
  public func value<Value>(_ type: Value.Type = Value.self, forProperty property: String) throws -> Value
  where Value: ConvertibleFromGeneratedContent {
    guard let content = try self.property(property) else {
      throw parsingError("GeneratedContent does not contain a property '\(property)'.")
    }
    return try Value(content)
  }

  /// Converts a property that may be absent.
  ///
  /// While content is generated, a partial property that cannot be converted yet, such as a part of the
  /// name of an enum case, counts as absent.
  ///
  /// - Parameters:
  ///   - type: The type of the property's value.
  ///   - property: The property's name.
  /// - Returns: The value, or `nil` if there is no such property or if it is null.
  /// - Throws: ``ParsingError`` if the content is not a structure, or if the property is present but does not match
  ///   the type.
  public func value<Value>(_ type: Value?.Type = Value?.self, forProperty property: String) throws -> Value?
  where Value: ConvertibleFromGeneratedContent {
    guard let content = try self.property(property), content.storage != .null else { return nil }
    return content.isComplete ? try Value(content) : try? Value(content)
  }

  private func property(_ name: String) throws(ParsingError) -> GeneratedContent? {
    guard case .structure(let properties, _) = storage else {
      throw parsingError("GeneratedContent is \(kindName) and has no property '\(name)'.")
    }
    return properties[name]
  }
}
