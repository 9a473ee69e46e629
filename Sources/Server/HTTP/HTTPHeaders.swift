/// The header fields of a request or response, in order; names are compared without regard to case (RFC 9110).
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// A field.
  public struct Field: Sendable, Hashable {
    /// The name as it is sent.
    public var name: String
    /// The value without white space at its ends.
    public var value: String

    /// Creates a field.
    public init(name: String, value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  /// The fields in order.
  public private(set) var fields: [Field]

  /// Creates headers of fields in order.
  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// Creates headers of names and values in order.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// The value of a field; several fields of one name are joined by commas.
  ///
  /// Setting it replaces all of them, and `nil` removes them.
  public subscript(name: String) -> String? {
    get {
      let values = values(name)
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }
    set {
      fields.removeAll { $0.name.isEqual(ignoringCase: name) }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// Returns the values of all fields of a name.
  public func values(_ name: String) -> [String] {
    fields.filter { $0.name.isEqual(ignoringCase: name) }.map { $0.value }
  }

  /// Appends a field, beside others of its name.
  public mutating func append(name: String, value: String) {
    fields.append(Field(name: name, value: value))
  }
}

extension String {
  /// Returns true if the texts differ at most in the case of ASCII letters.
  func isEqual(ignoringCase other: String) -> Bool {
    utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension UInt8 {
  /// The lowercase letter of an uppercase ASCII letter; any other byte itself.
  var asciiLowercased: UInt8 { (65...90).contains(self) ? self | 32 : self }
}
