/// An input value of a template: a JSON value, with integers as a separate type and ordered members.
///
/// Strings carry their origin and are untrusted unless created with ``trusted(_:)``. Regardless of the operations that
/// a template applies to an untrusted string, control tokens in it are never parsed. Trust only text from the model
/// file, such as the text of the beginning-of-sequence token, never input from users, tools or servers.
///
///     let variables: JinjaDictionary = [
///       "messages": [["role": "user", "content": "Hello"]],
///       "add_generation_prompt": true,
///       "bos_token": .trusted("<s>"),
///     ]
public enum JinjaValue: Sendable, Hashable {
  /// The null value: Python's `None`, JSON's `null`.
  case none
  /// A boolean.
  case boolean(Bool)
  /// An integer.
  case integer(Int)
  /// A floating-point number, which prints with a fraction even if it is whole.
  case double(Double)
  /// A number that neither of them represents, in its JSON spelling: an integer beyond 64 bits, `1e400`.
  case number(String)
  /// A string; control tokens may be parsed in it only if it is trusted.
  case string(String, isTrusted: Bool = false)
  /// A string of mixed origin; control tokens may be parsed in its trusted segments only.
  case segments([JinjaSegment])
  /// A list.
  case list([JinjaValue])
  /// An ordered dictionary.
  case dictionary(JinjaDictionary)

  /// A trusted string, for text from the model file.
  public static func trusted(_ text: String) -> JinjaValue { .string(text, isTrusted: true) }
}

extension JinjaValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates ``none``.
  public init(nilLiteral: ()) { self = .none }

  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .integer(value) }

  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// Creates an untrusted string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a list.
  public init(arrayLiteral elements: JinjaValue...) { self = .list(elements) }

  /// Creates a dictionary; a repeated name replaces the value.
  public init(dictionaryLiteral elements: (String, JinjaValue)...) {
    self = .dictionary(JinjaDictionary(elements))
  }
}

extension JinjaValue {
  /// The value of a member, nil if there is none; setting a member turns other values into a dictionary.
  public subscript(name: String) -> JinjaValue? {
    get {
      if case .dictionary(let dictionary) = self { dictionary[name] } else { nil }
    }
    set {
      var dictionary = if case .dictionary(let existing) = self { existing } else { JinjaDictionary() }
      // Releases the storage so that the assignment below does not copy all members.
      self = .none
      dictionary[name] = newValue
      self = .dictionary(dictionary)
    }
  }
}
