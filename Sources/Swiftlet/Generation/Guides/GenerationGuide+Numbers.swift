public import Foundation
import SwiftletJSON

extension GenerationGuide where Value == Int {
  /// Sets an inclusive lower bound.
  ///
  /// - Parameter value: The lower bound.
  /// - Returns: The guide.
  public static func minimum(_ value: Int) -> GenerationGuide<Int> {
    GenerationGuide(.minimum(JSONNumber(value)))
  }

  /// Sets an inclusive upper bound.
  ///
  /// - Parameter value: The upper bound.
  /// - Returns: The guide.
  public static func maximum(_ value: Int) -> GenerationGuide<Int> {
    GenerationGuide(.maximum(JSONNumber(value)))
  }

  /// Sets inclusive lower and upper bounds.
  ///
  /// - Parameter range: The bounds.
  /// - Returns: The guide.
  public static func range(_ range: ClosedRange<Int>) -> GenerationGuide<Int> {
    GenerationGuide(.minimum(JSONNumber(range.lowerBound)), .maximum(JSONNumber(range.upperBound)))
  }
}

extension GenerationGuide where Value == Float {
  /// Sets an inclusive lower bound.
  ///
  /// - Parameter value: The lower bound.
  /// - Returns: The guide.
  public static func minimum(_ value: Float) -> GenerationGuide<Float> {
    GenerationGuide(.minimum(JSONNumber(value)))
  }

  /// Sets an inclusive upper bound.
  ///
  /// - Parameter value: The upper bound.
  /// - Returns: The guide.
  public static func maximum(_ value: Float) -> GenerationGuide<Float> {
    GenerationGuide(.maximum(JSONNumber(value)))
  }

  /// Sets inclusive lower and upper bounds.
  ///
  /// - Parameter range: The bounds.
  /// - Returns: The guide.
  public static func range(_ range: ClosedRange<Float>) -> GenerationGuide<Float> {
    GenerationGuide(.minimum(JSONNumber(range.lowerBound)), .maximum(JSONNumber(range.upperBound)))
  }
}

extension GenerationGuide where Value == Decimal {
  /// Sets an inclusive lower bound.
  ///
  /// - Parameter value: The lower bound.
  /// - Returns: The guide.
  public static func minimum(_ value: Decimal) -> GenerationGuide<Decimal> {
    GenerationGuide(.minimum(JSONNumber(value)))
  }

  /// Sets an inclusive upper bound.
  ///
  /// - Parameter value: The upper bound.
  /// - Returns: The guide.
  public static func maximum(_ value: Decimal) -> GenerationGuide<Decimal> {
    GenerationGuide(.maximum(JSONNumber(value)))
  }

  /// Sets inclusive lower and upper bounds.
  ///
  /// - Parameter range: The bounds.
  /// - Returns: The guide.
  public static func range(_ range: ClosedRange<Decimal>) -> GenerationGuide<Decimal> {
    GenerationGuide(.minimum(JSONNumber(range.lowerBound)), .maximum(JSONNumber(range.upperBound)))
  }
}

extension GenerationGuide where Value == Double {
  /// Sets an inclusive lower bound.
  ///
  /// - Parameter value: The lower bound.
  /// - Returns: The guide.
  public static func minimum(_ value: Double) -> GenerationGuide<Double> {
    GenerationGuide(.minimum(JSONNumber(value)))
  }

  /// Sets an inclusive upper bound.
  ///
  /// - Parameter value: The upper bound.
  /// - Returns: The guide.
  public static func maximum(_ value: Double) -> GenerationGuide<Double> {
    GenerationGuide(.maximum(JSONNumber(value)))
  }

  /// Sets inclusive lower and upper bounds.
  ///
  /// - Parameter range: The bounds.
  /// - Returns: The guide.
  public static func range(_ range: ClosedRange<Double>) -> GenerationGuide<Double> {
    GenerationGuide(.minimum(JSONNumber(range.lowerBound)), .maximum(JSONNumber(range.upperBound)))
  }
}
