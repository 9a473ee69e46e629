import SwiftletJSON

/// The options of a guide, for choices that a schema leaves open.
public struct GuideOptions: Sendable, Hashable {
  /// The white space allowed between JSON tokens.
  public enum Whitespace: Sendable, Hashable {
    /// No white space.
    case compact
    /// An optional space after each colon and comma, as models tend to write.
    case natural
    /// Any amount, wherever JSON allows it.
    case free
  }

  /// The order of properties in objects.
  public enum PropertyOrder: Sendable, Hashable {
    /// The order of the schema; undeclared properties follow the declared ones.
    case declared
    /// Any order.
    case any
  }

  /// The white space allowed between JSON tokens.
  public var whitespace = Whitespace.compact
  /// The order of properties in objects.
  public var propertyOrder = PropertyOrder.any
  /// The draft of schemas without `$schema`; if nil, they may use the keywords of all drafts.
  public var draft: SchemaDraft?
  /// True if known values of `format` constrain strings; unknown values never do.
  public var assertsFormats = true
  /// True if integers may have a fraction of zeros, as in `1.0`.
  public var allowsIntegerFractions = false
  /// True if numbers may be in scientific notation, with one nonzero digit before the point.
  public var allowsExponents = true
  /// True if integers and multiples may be in scientific notation from 10^40 on, as in `1e300`.
  public var allowsLargeMultiples = false
  /// True if any character of a string without a pattern may be escaped.
  public var allowsEveryEscape = true
  /// The maximum number of digits before the point, and of digits after it.
  public var maximumDigits = 40
  /// True to restrict integers to 64 bits, regardless of their digits.
  ///
  /// Bounds of a schema that lie outside the 64-bit range take precedence.
  public var has64BitIntegers = false
  /// The maximum number of digits of an exponent, from 1 to 3; with 2, every number is in the range of `Double`.
  public var maximumExponentDigits = 3
  /// The maximum nesting depth of arrays and objects.
  ///
  /// The limit ends unbounded recursion of self-referential schemas. Below it only elements and properties required by
  /// the shortest completion are allowed, so a schema whose documents all exceed the limit can still be satisfied.
  public var maximumDepth = 256
  /// True to drop unsupported keywords and report them in ``Guide/dropped``, instead of throwing.
  public var isLenient = false

  /// Creates the default options: compact JSON with properties in any order.
  public init() {}

  /// Options that allow everything that JSON and the schema allow, for validation.
  public static var validating: GuideOptions {
    var options = GuideOptions()
    options.whitespace = .free
    options.allowsIntegerFractions = true
    options.allowsLargeMultiples = true
    options.maximumDepth = JSONValue.maximumDepth
    return options
  }

  /// Options for generation: declared property order, and numbers that fit in `Int` and `Double`.
  public static var generating: GuideOptions {
    var options = GuideOptions()
    options.propertyOrder = .declared
    options.maximumDigits = 15
    options.has64BitIntegers = true
    options.maximumExponentDigits = 2
    options.maximumDepth = 64
    return options
  }
}
