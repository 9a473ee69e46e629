import SwiftletJSON

/// What a guide makes of a schema where the schema leaves a choice.
public struct GuideOptions: Sendable, Hashable {
  /// Where white space may stand.
  public enum Whitespace: Sendable, Hashable {
    /// Nowhere.
    case compact
    /// After a colon or a comma one space may stand, as models like to write.
    case natural
    /// Wherever JSON allows it, as much as one likes.
    case free
  }

  /// In which order properties may come.
  public enum PropertyOrder: Sendable, Hashable {
    /// In the schema's order, properties that it does not name after those that it does.
    case declared
    /// In any order, as JSON knows none.
    case any
  }

  /// Where white space may stand.
  public var whitespace = Whitespace.compact
  /// In which order properties may come.
  public var propertyOrder = PropertyOrder.any
  /// The draft of schemas that do not name one; if nil, they may use the keywords of all drafts.
  public var draft: SchemaDraft?
  /// Whether known values of `format` constrain strings; unknown ones never do.
  public var assertsFormats = true
  /// Whether an integer may be written with a fraction of zeros, as `1.0`.
  public var allowsIntegerFractions = false
  /// Whether numbers may be written in scientific notation, with one digit that is not 0 before the point.
  public var allowsExponents = true
  /// Whether any character of a string without a pattern may be written as an escape.
  public var allowsEveryEscape = true
  /// The most digits of a number before the point, and the most after it.
  public var maximumDigits = 40
  /// Bounds integers to those of 64 bits, however many digits they have; where a schema's bounds lie beyond these, its
  /// own are meant.
  public var has64BitIntegers = false
  /// The most digits of an exponent, from 1 to 3; with two of them every number is one that a `Double` has.
  public var maximumExponentDigits = 3
  /// How many arrays and objects may nest.
  ///
  /// A schema that refers to itself could otherwise be followed downwards for ever. Deeper than this, nothing comes that
  /// the shortest completion does without, so a schema whose documents all nest deeper can be satisfied nevertheless.
  public var maximumDepth = 256
  /// Whether keywords that cannot be expressed are dropped, and reported in ``Guide/dropped``, instead of refused.
  public var isLenient = false

  /// Compact JSON in any order.
  public init() {}

  /// Everything that JSON and the schema allow, as a validator has it.
  public static var validating: GuideOptions {
    var options = GuideOptions()
    options.whitespace = .free
    options.allowsIntegerFractions = true
    options.maximumDepth = JSONValue.maximumDepth
    return options
  }

  /// What a model should write for a schema whose properties have an order: numbers short enough for `Int` and `Double`.
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
