public import Foundation
import SwiftletJSON

extension GenerationGuide where Value == Int {
  /// Allows no smaller numbers.
  ///
  /// - Parameter value: The least number.
  /// - Returns: The guide.
  public static func minimum(_ value: Int) -> GenerationGuide<Int> {
    GenerationGuide(.minimum(JSONNumber(value)))
  }

  /// Allows no greater numbers.
  ///
  /// - Parameter value: The greatest number.
  /// - Returns: The guide.
  public static func maximum(_ value: Int) -> GenerationGuide<Int> {
    GenerationGuide(.maximum(JSONNumber(value)))
  }

  /// Allows numbers from one to another.
  ///
  /// - Parameter range: The least and the greatest number.
  /// - Returns: The guide.
  public static func range(_ range: ClosedRange<Int>) -> GenerationGuide<Int> {
    GenerationGuide(.minimum(JSONNumber(range.lowerBound)), .maximum(JSONNumber(range.upperBound)))
  }
}

extension GenerationGuide where Value == Float {
  /// Allows no smaller numbers.
  ///
  /// - Parameter value: The least number.
  /// - Returns: The guide.
  public static func minimum(_ value: Float) -> GenerationGuide<Float> {
    GenerationGuide(.minimum(JSONNumber(value)))
  }

  /// Allows no greater numbers.
  ///
  /// - Parameter value: The greatest number.
  /// - Returns: The guide.
  public static func maximum(_ value: Float) -> GenerationGuide<Float> {
    GenerationGuide(.maximum(JSONNumber(value)))
  }

  /// Allows numbers from one to another.
  ///
  /// - Parameter range: The least and the greatest number.
  /// - Returns: The guide.
  public static func range(_ range: ClosedRange<Float>) -> GenerationGuide<Float> {
    GenerationGuide(.minimum(JSONNumber(range.lowerBound)), .maximum(JSONNumber(range.upperBound)))
  }
}

extension GenerationGuide where Value == Decimal {
  /// Allows no smaller numbers.
  ///
  /// - Parameter value: The least number.
  /// - Returns: The guide.
  public static func minimum(_ value: Decimal) -> GenerationGuide<Decimal> {
    GenerationGuide(.minimum(JSONNumber(value)))
  }

  /// Allows no greater numbers.
  ///
  /// - Parameter value: The greatest number.
  /// - Returns: The guide.
  public static func maximum(_ value: Decimal) -> GenerationGuide<Decimal> {
    GenerationGuide(.maximum(JSONNumber(value)))
  }

  /// Allows numbers from one to another.
  ///
  /// - Parameter range: The least and the greatest number.
  /// - Returns: The guide.
  public static func range(_ range: ClosedRange<Decimal>) -> GenerationGuide<Decimal> {
    GenerationGuide(.minimum(JSONNumber(range.lowerBound)), .maximum(JSONNumber(range.upperBound)))
  }
}

extension GenerationGuide where Value == Double {
  /// Allows no smaller numbers.
  ///
  /// - Parameter value: The least number.
  /// - Returns: The guide.
  public static func minimum(_ value: Double) -> GenerationGuide<Double> {
    GenerationGuide(.minimum(JSONNumber(value)))
  }

  /// Allows no greater numbers.
  ///
  /// - Parameter value: The greatest number.
  /// - Returns: The guide.
  public static func maximum(_ value: Double) -> GenerationGuide<Double> {
    GenerationGuide(.maximum(JSONNumber(value)))
  }

  /// Allows numbers from one to another.
  ///
  /// - Parameter range: The least and the greatest number.
  /// - Returns: The guide.
  public static func range(_ range: ClosedRange<Double>) -> GenerationGuide<Double> {
    GenerationGuide(.minimum(JSONNumber(range.lowerBound)), .maximum(JSONNumber(range.upperBound)))
  }
}
