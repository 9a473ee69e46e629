#if canImport(FoundationModels, _version: 2.0.62)
  public import Foundation

  /// An error of a value that has no counterpart in the other framework.
  ///
  /// For instance, options added by a later release of the system's framework.
  @available(macOS 27, iOS 27, visionOS 27, *)
  public struct UnsupportedValue: LocalizedError, CustomStringConvertible {
    /// A description of the value and of what was expected.
    public let description: String

    /// A description of the value and of what was expected.
    public var errorDescription: String? { description }
  }
#endif
