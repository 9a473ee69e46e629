public import Foundation

extension SystemLanguageModel {
  /// An error specific to the system's model.
  public enum Error: LocalizedError {
    /// The model's file is missing or cannot be used.
    case assetsUnavailable(AssetsUnavailable)

    /// The details of a model file that is missing or unusable.
    public struct AssetsUnavailable: Sendable {
      /// The details, for a developer.
      public var debugDescription: String

      /// Creates a description of the error.
      ///
      /// - Parameter debugDescription: The details, for a developer.
      public init(debugDescription: String) {
        self.debugDescription = debugDescription
      }
    }

    /// The error's message with its details.
    public var errorDescription: String? { "the model is not available: \(debugDescription)" }
  }
}

extension SystemLanguageModel.Error: CustomDebugStringConvertible {
  /// The details, for a developer.
  public var debugDescription: String {
    switch self {
    case .assetsUnavailable(let details): details.debugDescription
    }
  }
}
