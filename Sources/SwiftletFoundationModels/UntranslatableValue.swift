#if canImport(FoundationModels, _version: 2.0.62)
  public import Foundation

  /// A value of one framework that the other has no words for.
  ///
  /// Such are the options that a later release of the system's framework adds.
  @available(macOS 27, iOS 27, visionOS 27, *)
  public struct UntranslatableValue: LocalizedError, CustomStringConvertible {
    /// A description of the value and of what was expected.
    public let description: String

    /// A description of the value and of what was expected.
    public var errorDescription: String? { description }
  }
#endif
