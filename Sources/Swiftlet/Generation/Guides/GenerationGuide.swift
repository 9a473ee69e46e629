/// A limit on the values that a model may generate for a property.
///
/// Guides hold without exception, since they take part in choosing every token:
///
/// ```swift
/// @Generable struct Trip {
///   @Guide(description: "How long it takes", .range(1...14)) var days: Int
///   @Guide(.count(3), .element(.pattern(/[A-Z]{3}/))) var airports: [String]
/// }
/// ```
public struct GenerationGuide<Value> {
  /// What has to be true of a value, all of it.
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
  /// Allows no fewer elements.
  ///
  /// - Parameter count: The least number of elements.
  /// - Returns: The guide.
  public static func minimumCount<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
    GenerationGuide<[Element]>(.minimumCount(count))
  }

  /// Allows no more elements.
  ///
  /// - Parameter count: The greatest number of elements.
  /// - Returns: The guide.
  public static func maximumCount<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
    GenerationGuide<[Element]>(.maximumCount(count))
  }

  /// Allows so many elements.
  ///
  /// - Parameter range: The least and the greatest number of elements.
  /// - Returns: The guide.
  public static func count<Element>(_ range: ClosedRange<Int>) -> GenerationGuide<[Element]>
  where Value == [Element] {
    GenerationGuide<[Element]>(.minimumCount(range.lowerBound), .maximumCount(range.upperBound))
  }

  /// Asks for an exact number of elements.
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

// MARK: - Arrays of elements whose type is not known

// In `@Guide(.count(3))` the compiler sees no property and takes the elements for `Never`. The macro repeats the guide
// where the type is known, so that these are only ever type-checked.
extension GenerationGuide where Value == [Never] {
  /// Allows no fewer elements.
  ///
  /// - Parameter count: The least number of elements.
  /// - Returns: The guide.
  public static func minimumCount(_ count: Int) -> GenerationGuide<Value> {
    GenerationGuide(.minimumCount(count))
  }

  /// Allows no more elements.
  ///
  /// - Parameter count: The greatest number of elements.
  /// - Returns: The guide.
  public static func maximumCount(_ count: Int) -> GenerationGuide<Value> {
    GenerationGuide(.maximumCount(count))
  }

  /// Allows so many elements.
  ///
  /// - Parameter range: The least and the greatest number of elements.
  /// - Returns: The guide.
  public static func count(_ range: ClosedRange<Int>) -> GenerationGuide<Value> {
    GenerationGuide(.minimumCount(range.lowerBound), .maximumCount(range.upperBound))
  }

  /// Asks for an exact number of elements.
  ///
  /// - Parameter count: The number of elements.
  /// - Returns: The guide.
  @_disfavoredOverload
  public static func count(_ count: Int) -> GenerationGuide<Value> {
    GenerationGuide(.minimumCount(count), .maximumCount(count))
  }
}
