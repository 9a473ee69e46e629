public import Foundation

extension SystemLanguageModel.Adapter {
  /// An error of an adapter that cannot be used.
  public enum AssetError: Error, LocalizedError {
    /// The file is not an adapter, or is damaged.
    case invalidAsset(Context)
    /// The name is not a valid adapter name.
    case invalidAdapterName(Context)
    /// There is no adapter that matches the system's model.
    case compatibleAdapterNotFound(Context)

    /// The details of the error.
    public struct Context: Sendable {
      /// The description, for developers.
      public let debugDescription: String

      /// Creates a context.
      ///
      /// - Parameter debugDescription: The description, for developers.
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    /// The error's message.
    public var errorDescription: String? {
      switch self {
      case .invalidAsset(let context): "The file is not an adapter: \(context.debugDescription)"
      case .invalidAdapterName(let context): "The adapter name is not valid: \(context.debugDescription)"
      case .compatibleAdapterNotFound(let context): "No adapter matches the model: \(context.debugDescription)"
      }
    }

    /// A remedy.
    public var recoverySuggestion: String? {
      switch self {
      case .invalidAsset: "Use a LoRA adapter in GGUF form, with the keys general.type and adapter.type."
      case .invalidAdapterName: "Use the name of a file in the adapter folder, without its extension."
      case .compatibleAdapterNotFound: "Use an adapter that was trained for this model."
      }
    }
  }
}
