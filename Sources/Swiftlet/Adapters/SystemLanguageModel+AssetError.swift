public import Foundation

extension SystemLanguageModel.Adapter {
  /// Why an adapter cannot be used.
  public enum AssetError: Error, LocalizedError {
    /// The file is not an adapter, or is damaged.
    case invalidAsset(Context)
    /// No adapter can have the name.
    case invalidAdapterName(Context)
    /// There is no adapter, or none that fits the system's model.
    case compatibleAdapterNotFound(Context)

    /// What was found and what was expected.
    public struct Context: Sendable {
      /// The description, for developers.
      public let debugDescription: String

      /// Creates a context.
      ///
      /// - Parameter debugDescription: The description, for developers.
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    /// What is wrong.
    public var errorDescription: String? {
      switch self {
      case .invalidAsset(let context): "The file is not an adapter: \(context.debugDescription)"
      case .invalidAdapterName(let context): "No adapter can have this name: \(context.debugDescription)"
      case .compatibleAdapterNotFound(let context): "No adapter fits the model: \(context.debugDescription)"
      }
    }

    /// What can be done about it.
    public var recoverySuggestion: String? {
      switch self {
      case .invalidAsset: "Use a LoRA adapter in GGUF form, with the keys general.type and adapter.type."
      case .invalidAdapterName: "Use the name of a file in the folder of adapters, without its extension."
      case .compatibleAdapterNotFound: "Use an adapter that was trained for this model."
      }
    }
  }
}
