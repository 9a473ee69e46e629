public import Foundation

/// The models on this machine, and downloads of others.
///
/// Models from the Hugging Face hub lie in its cache, which `hf`, transformers and llama.cpp share. The stores of ollama
/// and LM Studio are read and never written; their models run from where they are. Functions that only read may be
/// called from any task.
///
/// ```swift
/// let store = ModelStore()
/// let name = try ModelName("hf:ggml-org/Qwen3-0.6B-GGUF:Q8_0")
/// let files = try store.files(of: name)
/// ```
public actor ModelStore {
  /// The surroundings.
  nonisolated let environment: ModelStoreEnvironment
  /// The folders of all stores.
  nonisolated let folders: StoreFolders

  /// The access to the network.
  nonisolated let network: StoreNetwork

  /// Creates a store.
  ///
  /// - Parameter environment: The surroundings; by default those of this process.
  public init(environment: ModelStoreEnvironment = .process) {
    self.init(environment: environment, network: StoreNetwork(environment))
  }

  init(environment: ModelStoreEnvironment, network: StoreNetwork) {
    (self.environment, self.network) = (environment, network)
    folders = StoreFolders(environment)
  }

  /// The hub caches, the one that downloads go to first.
  nonisolated var hubs: [HubCache] { folders.hubs.map { HubCache(root: $0) } }

  /// The hub caches that are not llama.cpp's own.
  nonisolated var writableHubs: [HubCache] {
    hubs.filter { $0.root == folders.hub || !folders.llama.contains($0.root) }
  }

  /// The stores of ollama that exist.
  nonisolated var ollamaStores: [OllamaStore] {
    folders.ollama.map { OllamaStore(root: $0) }.filter { FileSystem.exists($0.root) || $0.isForbidden(environment) }
  }

  /// The folders of LM Studio.
  nonisolated var lmStudioStores: [LMStudioStore] { folders.lmStudio.map { LMStudioStore(root: $0) } }

  /// The store of files of URLs; nil without a folder.
  nonisolated var urlStore: URLStore? { folders.urls.map { URLStore(root: $0) } }
}

extension ModelStore {
  /// Returns the files of a model, the first part first.
  ///
  /// - Parameter name: The name.
  /// - Returns: The files.
  /// - Throws: ``ModelStoreError``, among others ``ModelStoreError/notDownloaded(name:missingBytes:)``.
  public nonisolated func files(of name: ModelName) throws(ModelStoreError) -> [URL] { try resolve(name).files }
}
