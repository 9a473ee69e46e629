extension GeneratedContent {
  /// Creates the schema of an object.
  ///
  /// - Parameters:
  ///   - properties: The names and values, in order. For duplicate names, the last value is used at the position of
  ///     the first.
  ///   - id: The value's identity.
  public init(properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>, id: GenerationID? = nil) {
    self.init(properties: properties.map { ($0.key, $0.value) }, id: id, uniquingKeysWith: { $1 })
  }

  /// Creates a structure from names and values that are known at run time.
  ///
  /// - Parameters:
  ///   - properties: The names and values, in order.
  ///   - id: The value's identity.
  ///   - combine: A function that merges two values of one name, at the position of the first.
  /// - Throws: Any error of `combine`.
  public init<S>(
    properties: S, id: GenerationID? = nil,
    uniquingKeysWith combine: (GeneratedContent, GeneratedContent) throws -> some ConvertibleToGeneratedContent
  ) rethrows where S: Sequence, S.Element == (String, any ConvertibleToGeneratedContent) {
    var values: [String: GeneratedContent] = [:]
    var keys: [String] = []
    for (key, value) in properties {
      let value = value.generatedContent
      if let earlier = values[key] {
        values[key] = try combine(earlier, value).generatedContent
      } else {
        values[key] = value
        keys.append(key)
      }
    }
    self.init(.structure(properties: values, keys: keys), id: id)
  }

  /// Creates an array.
  ///
  /// - Parameters:
  ///   - elements: The elements, in order.
  ///   - id: The value's identity.
  public init<S>(elements: S, id: GenerationID? = nil)
  where S: Sequence, S.Element == any ConvertibleToGeneratedContent {
    self.init(.array(elements.map(\.generatedContent)), id: id)
  }

  /// Creates content from a value.
  ///
  /// - Parameter value: The value.
  public init(_ value: some ConvertibleToGeneratedContent) {
    self = value.generatedContent
  }

  /// Creates content from a value, with an identity.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: The value's identity, which replaces an existing one.
  public init(_ value: some ConvertibleToGeneratedContent, id: GenerationID) {
    self = value.generatedContent
    self.id = id
  }
}
