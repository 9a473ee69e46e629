public import Foundation

extension SystemLanguageModel {
  /// What only the system's model can suffer from.
  public enum Error: LocalizedError {
    /// The model's file is missing or cannot be used.
    case assetsUnavailable(AssetsUnavailable)

    /// Which file is missing, or what is wrong with it.
    public struct AssetsUnavailable: Sendable {
      /// The particulars, for a developer.
      public var debugDescription: String

      /// Creates a description of the error.
      ///
      /// - Parameter debugDescription: The particulars, for a developer.
      public init(debugDescription: String) {
        self.debugDescription = debugDescription
      }
    }

    /// What went wrong, with its particulars.
    public var errorDescription: String? { "the model is not available: \(debugDescription)" }
  }
}

extension SystemLanguageModel.Error: CustomDebugStringConvertible {
  /// The particulars, for a developer.
  public var debugDescription: String {
    switch self {
    case .assetsUnavailable(let details): details.debugDescription
    }
  }
}
