internal import Foundation

extension ModelStore {
  /// Removes a model from the hub cache or from the files of URLs.
  ///
  /// The blobs that other revisions name stay. The name of a repository without a quantization means all of its files.
  /// Projectors and adapters go with the last model of their repository.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - dryRun: True to only list what would be removed.
  /// - Returns: The files and the bytes that are free now.
  /// - Throws: ``ModelStoreError``: `notFound`, `readOnly`, `inUse` while it is downloaded, or `cannotRemove`.
  @discardableResult
  public func remove(_ name: ModelName, dryRun: Bool = false) throws(ModelStoreError) -> ModelRemoval {
    switch name {
    case .file: throw .readOnly(name: name, store: .file)
    case .ollama: throw .readOnly(name: name, store: .ollama)
    case .lmStudio: throw .readOnly(name: name, store: .lmStudio)
    case .huggingFace(let hub): return try remove(hub, dryRun: dryRun)
    case .url(let url): return try remove(url, dryRun: dryRun)
    }
  }

  private func remove(_ name: HuggingFaceName, dryRun: Bool) throws(ModelStoreError) -> ModelRemoval {
    var total = ModelRemoval()
    var isKnown = false
    for hub in writableHubs {
      let repository = hub.repository(name.repository)
      guard FileSystem.isFolder(repository.folder) else { continue }
      var removal = removal(of: name, in: repository)
      // What a download that failed at once has left.
      if removal.paths.isEmpty, name.revision == nil, name.selection == .automatic { removal = repository.remains }
      isKnown = isKnown || !removal.paths.isEmpty || FileTree.files(in: repository.folder).isEmpty
      total.add(removal)
      guard !dryRun else { continue }
      try removal.perform()
      try repository.removeEmptyFolders()
    }
    if isKnown { return total }
    let isOfLlama = folders.llama.contains { root in
      FileSystem.isFolder(HubCache(root: root).repository(name.repository).folder)
        || !LlamaFolder(root: root).files(of: name.repository).isEmpty
    }
    throw isOfLlama
      ? .readOnly(name: .huggingFace(name), store: .llama)
      : .notFound(name: .huggingFace(name), reason: "no store has any of it")
  }

  private func removal(of name: HuggingFaceName, in repository: CachedRepository) -> ModelRemoval {
    let commits = name.revision.map { revision in
      Set(repository.commits(for: revision) + [repository.commit(of: revision)].compactMap { $0 })
    }
    func isMeant(_ path: String, _ commit: String) -> Bool {
      guard commits?.contains(commit) ?? true else { return false }
      switch name.selection {
      case .automatic: return true
      case .file(let wanted): return path == wanted || Self.isSameModel(path, wanted)
      case .quantization(let label):
        guard let parsed = ModelFileName(path), parsed.kind == .model else { return false }
        let spellings = QuantizationName.spellings(of: label)
        return (spellings + spellings.map { "i1-" + $0 }).contains(parsed.quantization?.lowercased() ?? "")
      }
    }
    var removal = repository.removal(of: isMeant)
    if name.selection == .automatic {
      // Unfinished downloads that no listing names belong to the repository too.
      for partial in PartialFile.all(in: repository.blobs) where commits == nil {
        removal.add(partial, lock: repository.lock(of: partial.blob))
      }
      return removal
    }
    guard !removal.paths.isEmpty else { return removal }
    let isModelLeft = repository.commits.contains { commit in
      repository.files(commit: commit).contains { file in
        ModelFileName(file.path)?.kind == .model && !isMeant(file.path, commit)
      }
    }
    if isModelLeft { return removal }
    return repository.removal { path, commit in
      if isMeant(path, commit) { return true }
      return ModelFileName(path).map { [.projector, .adapter, .draft].contains($0.kind) } ?? false
    }
  }

  /// Returns true for two parts of the same split model.
  private static func isSameModel(_ path: String, _ other: String) -> Bool {
    guard let lhs = ModelFileName(path), let rhs = ModelFileName(other), let shard = lhs.shard else { return false }
    return lhs.folder == rhs.folder && lhs.stem == rhs.stem && lhs.quantization == rhs.quantization
      && shard.count == rhs.shard?.count
  }

  private func remove(_ url: URL, dryRun: Bool) throws(ModelStoreError) -> ModelRemoval {
    guard let store = urlStore, FileSystem.isFolder(store.folder(of: url)) else {
      throw .notFound(name: .url(url), reason: "no store has it")
    }
    let folder = store.folder(of: url)
    var removal = ModelRemoval()
    let partials = PartialFile.all(in: folder + URLStore.unchecked)
    for partial in partials { removal.add(partial, lock: folder + URLStore.lock) }
    for path in FileTree.files(in: folder) { removal.add("\(folder)/\(path)") }
    guard !dryRun else { return removal }
    // Between two parts, a download has its lock alone.
    if partials.isEmpty, DownloadLock.isTaken(folder + URLStore.lock) { throw .inUse(path: folder, process: nil) }
    try removal.perform()
    FileTree.removeEmptyFolders(folder)
    return removal
  }

  /// Removes what no model needs from the hub cache and from the files of URLs.
  ///
  /// That is unfinished downloads and blobs without a link, both older than a day since younger ones may be in use, and
  /// links that lead nowhere. Downloads that run stay. Files whose names are not those of the cache stay, as do the stores of other programs.
  ///
  /// - Parameters:
  ///   - dryRun: True to only list what would be removed.
  ///   - oldRevisions: True to also remove snapshots that are no branch or tag any more.
  ///   - age: The least age of what is removed in seconds.
  /// - Returns: The files and the bytes that are free now.
  /// - Throws: ``ModelStoreError/cannotRemove(path:reason:)``.
  @discardableResult
  public func prune(
    dryRun: Bool = false, oldRevisions: Bool = false, age: Int = 86_400
  ) throws(ModelStoreError) -> ModelRemoval {
    let time = environment.now() - max(0, age)
    var total = ModelRemoval()
    for hub in writableHubs {
      for repository in hub.repositories {
        var removal = repository.garbage(before: time)
        if oldRevisions { removal.add(repository.oldRevisions()) }
        let isAbandoned = repository.isAbandoned(before: time)
        if isAbandoned { removal.add(repository.remains) }
        guard !removal.paths.isEmpty || isAbandoned else { continue }
        total.add(removal)
        guard !dryRun else { continue }
        try removal.perform()
        try repository.removeEmptyFolders()
      }
    }
    for (folder, _) in urlStore?.folders ?? [] {
      var removal = ModelRemoval()
      let lock = folder + URLStore.lock
      for partial in PartialFile.all(in: folder + URLStore.unchecked)
      where partial.modified < time && !partial.isRunning(lock: lock) {
        removal.add(partial, lock: lock)
      }
      if !DownloadLock.isTaken(lock) {
        for path in URLStore.finished(in: folder) where FileSystem.status(path)?.modified ?? time < time {
          removal.add(path)
        }
      }
      if removal.paths.isEmpty, URLStore.isAbandoned(folder, before: time) {
        for path in FileTree.files(in: folder) { removal.add("\(folder)/\(path)") }
      }
      guard !removal.paths.isEmpty else { continue }
      total.add(removal)
      guard !dryRun else { continue }
      try removal.perform()
      FileTree.removeEmptyFolders(folder)
    }
    return total
  }
}
