/// The folders of all stores, which the environment decides about.
///
/// | folder | variables, the first that is set |
/// |---|---|
/// | hub cache | `SWIFTLET_CACHE`, `HF_HUB_CACHE`, `HUGGINGFACE_HUB_CACHE`, `HF_HOME`/hub, `XDG_CACHE_HOME`/huggingface/hub, `~/.cache/huggingface/hub` |
/// | files of URLs | `SWIFTLET_CACHE`/urls, `XDG_CACHE_HOME`/swiftlet/urls, `~/.cache/swiftlet/urls` |
/// | ollama | `OLLAMA_MODELS`, `~/.ollama/models`, the folder of its service |
/// | LM Studio | its settings, `~/.lmstudio/models`, `~/.cache/lm-studio/models` |
/// | llama.cpp | `LLAMA_CACHE`, `XDG_CACHE_HOME`/llama.cpp, `~/.cache/llama.cpp` |
///
/// The hub cache of the other tools and `LLAMA_CACHE` are read too where another folder is written.
struct StoreFolders: Sendable {
  /// The hub cache that downloads go to; nil without a home folder.
  let hub: String?
  /// All hub caches that are read, the one for downloads first.
  let hubs: [String]
  /// The folder of files of URLs; nil without a home folder.
  let urls: String?
  /// The folders of ollama.
  let ollama: [String]
  /// The folders of LM Studio.
  let lmStudio: [String]
  /// The flat folders of llama.cpp.
  let llama: [String]

  init(_ environment: ModelStoreEnvironment) {
    let own = environment.folder("SWIFTLET_CACHE")
    let caches = environment.folder("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let userCaches = caches ?? environment.homePath(".cache")
    let shared =
      environment.folder("HF_HUB_CACHE") ?? environment.folder("HUGGINGFACE_HUB_CACHE")
      ?? environment.folder("HF_HOME").map { $0 + "/hub" } ?? userCaches.map { $0 + "/huggingface/hub" }
    hub = own ?? shared
    urls = own.map { $0 + "/urls" } ?? userCaches.map { $0 + "/swiftlet/urls" }
    let llamaCache = environment.folder("LLAMA_CACHE")
    hubs = Self.distinct([own, shared, llamaCache])
    llama = Self.distinct([llamaCache, userCaches.map { $0 + "/llama.cpp" }])
    ollama = Self.distinct([
      environment.folder("OLLAMA_MODELS") ?? environment.homePath(".ollama/models"), environment.ollamaServiceFolder,
    ])
    lmStudio = Self.distinct([
      LMStudioStore.settingsFolder(environment), environment.homePath(".lmstudio/models"),
      environment.homePath(".cache/lm-studio/models"),
    ])
  }

  private static func distinct(_ folders: [String?]) -> [String] {
    var seen: Set<String> = []
    return folders.compactMap { $0 }.filter { seen.insert($0).inserted }
  }
}
