/// A constraint on the values that a model may generate for a property.
///
/// Guides are always satisfied, since they mask the tokens during sampling:
///
/// ```swift
/// @Generable struct Trip {
///   @Guide(description: "How long it takes", .range(1...14)) var days: Int
///   @Guide(.count(3), .element(.pattern(/[A-Z]{3}/))) var airports: [String]
/// }
/// ```
public struct GenerationGuide<Value> {
  /// The constraints, all of which apply.
  let constraints: [GuideConstraint]

  init(_ constraints: GuideConstraint...) {
    self.constraints = constraints
  }

  private init(constraints: [GuideConstraint]) {
    self.constraints = constraints
  }
}

// MARK: - Arrays

extension GenerationGuide {
  /// Sets the minimum number of elements.
  ///
  /// - Parameter count: The minimum number of elements.
  /// - Returns: The guide.
  public static func minimumCount<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
    GenerationGuide<[Element]>(.minimumCount(count))
  }

  /// Sets the maximum number of elements.
  ///
  /// - Parameter count: The maximum number of elements.
  /// - Returns: The guide.
  public static func maximumCount<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
    GenerationGuide<[Element]>(.maximumCount(count))
  }

  /// Sets the minimum and the maximum number of elements.
  ///
  /// - Parameter range: The bounds on the number of elements.
  /// - Returns: The guide.
  public static func count<Element>(_ range: ClosedRange<Int>) -> GenerationGuide<[Element]>
  where Value == [Element] {
    GenerationGuide<[Element]>(.minimumCount(range.lowerBound), .maximumCount(range.upperBound))
  }

  /// Sets the exact number of elements.
  ///
  /// - Parameter count: The number of elements.
  /// - Returns: The guide.
  public static func count<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
    GenerationGuide<[Element]>(.minimumCount(count), .maximumCount(count))
  }

  /// Applies a guide to each element.
  ///
  /// - Parameter guide: The guide for an element.
  /// - Returns: The guide for the array.
  public static func element<Element>(_ guide: GenerationGuide<Element>) -> GenerationGuide<[Element]>
  where Value == [Element] {
    GenerationGuide<[Element]>(constraints: guide.constraints.map(GuideConstraint.element))
  }
}

// MARK: - Arrays with an unknown element type

// In `@Guide(.count(3))` the compiler sees no property and infers `Never` as the element type. The macro repeats the
// guide where the type is known, so that these are only type-checked.
extension GenerationGuide where Value == [Never] {
  /// Sets the minimum number of elements.
  ///
  /// - Parameter count: The minimum number of elements.
  /// - Returns: The guide.
  public static func minimumCount(_ count: Int) -> GenerationGuide<Value> {
    GenerationGuide(.minimumCount(count))
  }

  /// Sets the maximum number of elements.
  ///
  /// - Parameter count: The maximum number of elements.
  /// - Returns: The guide.
  public static func maximumCount(_ count: Int) -> GenerationGuide<Value> {
    GenerationGuide(.maximumCount(count))
  }

  /// Sets the minimum and the maximum number of elements.
  ///
  /// - Parameter range: The bounds on the number of elements.
  /// - Returns: The guide.
  public static func count(_ range: ClosedRange<Int>) -> GenerationGuide<Value> {
    GenerationGuide(.minimumCount(range.lowerBound), .maximumCount(range.upperBound))
  }

  /// Sets the exact number of elements.
  ///
  /// - Parameter count: The number of elements.
  /// - Returns: The guide.
  @_disfavoredOverload
  public static func count(_ count: Int) -> GenerationGuide<Value> {
    GenerationGuide(.minimumCount(count), .maximumCount(count))
  }
}
