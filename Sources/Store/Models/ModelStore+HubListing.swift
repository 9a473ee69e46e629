internal import Foundation

extension ModelStore {
  /// Lists the models of a repository in the hub cache, also those of which only a part is there.
  nonisolated func listing(of repository: CachedRepository) -> [StoredModel] {
    let partials = PartialFile.all(in: repository.blobs)
    let received = Dictionary(partials.map { ($0.blob, $0) }) { $0.byteCount >= $1.byteCount ? $0 : $1 }
    var models: [StoredModel] = []
    var seen: Set<[String]> = []
    var claimed: Set<String> = []
    let snapshots = repository.commits
    let trees = FileSystem.names(repository.folder + "/trees").filter { $0.hasSuffix(".json") }
      .map { String($0.dropLast(5)) }
    let main = repository.commit(of: "main")
    for (position, commit) in (snapshots + trees.filter { !snapshots.contains($0) }).enumerated() {
      // `main` gets its commit at the end of the first download.
      let isCurrent = main.map { $0 == commit } ?? (position == 0)
      let contents = HubSnapshot(repository, commit, received)
      claimed.formUnion(contents.claimed)
      let name = ModelName.huggingFace(
        HuggingFaceName(repository: repository.identifier, revision: isCurrent ? nil : commit))
      let request = FileRequest(name: name, memory: nil, files: contents.listed)
      for (set, candidate) in zip(request.sets, request.candidates(request.sets)) {
        guard var model = contents.model(set, candidate.name) else { continue }
        if main == nil, model.isComplete { model.name = model.name.at(commit) }
        // The same blobs under another commit are the same model.
        guard seen.insert(contents.identity(of: set)).inserted else { continue }
        models.append(model)
      }
    }
    let rest = partials.filter { !claimed.contains($0.blob) }
    if !rest.isEmpty {
      models.append(
        StoredModel(
          name: .huggingFace(HuggingFaceName(repository: repository.identifier)), store: .huggingFace, files: [],
          byteCount: rest.reduce(0) { $0 &+ $1.byteCount }, isComplete: false, modified: date(rest.map(\.modified))))
    }
    return models
  }
}

extension ModelName {
  /// Returns the name with a commit; those of other stores unchanged.
  fileprivate func at(_ commit: String) -> ModelName {
    guard case .huggingFace(var name) = self else { return self }
    name.revision = commit
    return .huggingFace(name)
  }
}

/// The files of a commit that are on disk, with those that its listing names.
private struct HubSnapshot {
  /// The files of the snapshot by path.
  let files: [String: CachedFile]
  /// The stored listing; nil if there is none.
  let tree: CachedTree?
  /// The largest unfinished download of each blob.
  let received: [String: PartialFile]
  /// All files that are known.
  let listed: [ListedFile]

  init(_ repository: CachedRepository, _ commit: String, _ received: [String: PartialFile]) {
    files = Dictionary(repository.files(commit: commit).map { ($0.path, $0) }) { first, _ in first }
    tree = CachedTree(path: repository.treePath(commit: commit))
    self.received = received
    let present = files.values.map { ListedFile(path: $0.path, byteCount: $0.byteCount) }
    let others = tree?.files.filter { [files] in files[$0.key] == nil } ?? [:]
    listed = (present + others.map { ListedFile(path: $0.key, byteCount: $0.value.byteCount) })
      .sorted { $0.path < $1.path }
  }

  /// The blobs of unfinished downloads that the listing names.
  var claimed: Set<String> { Set(tree?.files.values.map(\.blob).filter { received[$0] != nil } ?? []) }

  /// Returns the model of some files; nil if nothing of it is on disk.
  func model(_ set: FileSet, _ name: ModelName) -> StoredModel? {
    let present = set.files.compactMap { files[$0.path] }
    let partials = set.files.filter { files[$0.path] == nil }.compactMap { tree?.files[$0.path] }
      .compactMap { received[$0.blob] }
    guard !present.isEmpty || partials.contains(where: { $0.byteCount > 0 }) else { return nil }
    // A file may be shorter than the listing says, after a crash or by another program.
    let isWhole = present.allSatisfy { $0.byteCount >= tree?.files[$0.path]?.byteCount ?? 0 }
    return StoredModel(
      name: name, store: .huggingFace, quantization: set.name.quantization,
      files: present.map { URL(filePath: $0.location) },
      byteCount: ByteCount.sum(present.map(\.byteCount) + partials.map(\.byteCount)),
      totalByteCount: isWhole
        ? set.byteCount : ByteCount.sum(set.files.map { tree?.files[$0.path]?.byteCount ?? $0.byteCount ?? 0 }),
      isComplete: set.missingParts.isEmpty && present.count == set.files.count && isWhole,
      modified: Date(
        timeIntervalSince1970: Double((present.map(\.modified) + partials.map(\.modified)).max() ?? 0)))
  }

  /// The blobs of a model, or its paths where blobs are not known.
  func identity(of set: FileSet) -> [String] {
    set.files.map { files[$0.path]?.blob ?? tree?.files[$0.path]?.blob ?? $0.path }
  }
}
