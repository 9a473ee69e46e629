/// The store that a model lies in.
public enum ModelOrigin: String, Sendable, Codable, CaseIterable {
  /// The Hugging Face hub cache, shared with `hf`, transformers and llama.cpp.
  case huggingFace = "hf"
  /// The flat folder of earlier llama.cpp releases.
  case llama = "llama.cpp"
  /// The store of ollama.
  case ollama
  /// The models folder of LM Studio.
  case lmStudio = "lmstudio"
  /// The files that were downloaded from any URL.
  case url
  /// A file at a path of the user.
  case file

  /// True for stores that belong to another program and are never written.
  public var isReadOnly: Bool { [.llama, .ollama, .lmStudio, .file].contains(self) }

  /// The name of the store's program or kind in messages.
  var title: String {
    switch self {
    case .huggingFace: "Hugging Face"
    case .llama: "llama.cpp"
    case .ollama: "ollama"
    case .lmStudio: "LM Studio"
    case .url: "downloaded URLs"
    case .file: "the user's files"
    }
  }
}
