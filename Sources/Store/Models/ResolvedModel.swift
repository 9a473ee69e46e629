public import Foundation

/// A message that precedes the first one of a conversation, as an example.
public struct ExampleMessage: Sendable, Hashable {
  /// The author of a message.
  public enum Role: String, Sendable {
    /// The instructions.
    case system
    /// The user.
    case user
    /// The model.
    case assistant
  }

  /// The author.
  public var role: Role
  /// The text.
  public var content: String
}

/// The files of a model on disk, and what its store says about running it.
public struct ResolvedModel: Sendable, Equatable {
  /// The name, with the quantization or file that was chosen.
  public var name: ModelName
  /// The store.
  public var store: ModelOrigin
  /// The files of the model, the first part first.
  public var files: [URL]
  /// The size of the files in bytes.
  public var byteCount = 0
  /// The quantization, such as `Q4_K_M`; nil if unknown.
  public var quantization: String?
  /// The commit of the repository; nil for other stores.
  public var commit: String?
  /// The projector of images into the model; nil if there is none.
  public var projector: URL?
  /// The LoRA adapters to apply.
  public var adapters: [URL] = []
  /// The LoRA adapters that lie beside the model, to be applied only where the user wants them.
  public var optionalAdapters: [URL] = []
  /// The default instructions; nil if there are none.
  public var instructions: String?
  /// The default sampling parameters; nil if there are none.
  public var sampling: SamplingParameters?
  /// The messages that precede the first one of a conversation.
  public var messages: [ExampleMessage] = []
  /// The texts of the licenses.
  public var licenses: [String] = []

  init(name: ModelName, store: ModelOrigin, files: [URL]) {
    (self.name, self.store, self.files) = (name, store, files)
  }
}
