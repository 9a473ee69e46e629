/// A value that a template is given: what JSON can say, with integers apart from other numbers and members in order.
///
/// Strings carry their origin. A string is untrusted unless it is made with ``trusted(_:)``: whatever a template does
/// with an untrusted string, its text never becomes a control token. Trust what the model's file says (the text of its
/// beginning-of-sequence token, say), never what a user, a tool or a server wrote.
///
///     let variables: JinjaDictionary = [
///       "messages": [["role": "user", "content": "Hello"]],
///       "add_generation_prompt": true,
///       "bos_token": .trusted("<s>"),
///     ]
public enum JinjaValue: Sendable, Hashable {
  /// No value: Python's `None`, JSON's `null`.
  case none
  /// True or false.
  case boolean(Bool)
  /// A whole number.
  case integer(Int)
  /// A floating-point number, which prints with a fraction even if it is whole.
  case double(Double)
  /// A string, with whether control tokens written out in it become those tokens.
  case string(String, isTrusted: Bool = false)
  /// Values in order.
  case list([JinjaValue])
  /// Values by name, in order.
  case dictionary(JinjaDictionary)

  /// A string whose control tokens count, for text that the model's own file brings along.
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

  /// Creates a dictionary; of equal names, the last one's value counts.
  public init(dictionaryLiteral elements: (String, JinjaValue)...) {
    self = .dictionary(JinjaDictionary(elements))
  }
}

extension JinjaValue {
  /// The value of a member, if this is a dictionary that has it; setting one makes other values a dictionary.
  public subscript(name: String) -> JinjaValue? {
    get {
      if case .dictionary(let dictionary) = self { dictionary[name] } else { nil }
    }
    set {
      var dictionary = if case .dictionary(let existing) = self { existing } else { JinjaDictionary() }
      // Without this the set below would copy all members.
      self = .none
      dictionary[name] = newValue
      self = .dictionary(dictionary)
    }
  }
}
