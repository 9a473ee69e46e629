internal import Foundation
internal import SwiftletHTTP

extension ModelStore {
  /// Asks the hub for the files of a name and chooses among them; nothing is written.
  nonisolated func plan(
    _ name: HuggingFaceName, _ options: ModelDownloadOptions, report: @escaping RetryReport = { _, _ in }
  ) async throws -> HubPlan {
    guard let root = folders.hub else {
      throw ModelStoreError.cannotWrite(path: "~/.cache/huggingface/hub", reason: "there is no home folder")
    }
    let (client, commit, tree) = try await listing(of: name, options, report: report)
    let listed = tree.listed
    let folder = options.folder?.standardizedFileURL.path(percentEncoded: false).droppingTrailingSlash
    guard options.include.isEmpty else {
      let files = tree.files.filter { path, _ in options.include.contains { FilePattern.matches(path, $0) } }
      guard !files.isEmpty else {
        throw ModelStoreError.notFound(
          name: .huggingFace(name), reason: "no file matches \(options.include.joined(separator: " or "))")
      }
      return HubPlan(
        client: client, requested: name, chosen: name, commit: commit, tree: tree,
        files: files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, hub: HubCache(root: root), folder: folder)
    }
    let choice = try FileChoice(
      name.selection, from: listed, of: .huggingFace(name), memory: environment.availableMemory())
    var chosen = name
    if case .huggingFace(let specific) = choice.name(among: listed, of: .huggingFace(name)) { chosen = specific }
    var files = choice.model.files
    if options.includesCompanions { files += [choice.projector].compactMap { $0 } + choice.adapters }
    return HubPlan(
      client: client, requested: name, chosen: chosen, commit: commit, tree: tree,
      files: files.compactMap { file in tree.files[file.path].map { (file.path, $0) } }, hub: HubCache(root: root),
      choice: choice, folder: folder)
  }

  /// Returns the commit of a name and all of its files.
  nonisolated func listing(
    of name: HuggingFaceName, _ options: ModelDownloadOptions, report: @escaping RetryReport = { _, _ in }
  ) async throws -> (client: HubClient, commit: String, tree: CachedTree) {
    guard !isOffline(options) else { throw ModelStoreError.offline(name: .huggingFace(name)) }
    let endpoint = try HubEndpoint(environment: environment, address: options.endpoint, token: options.token)
    var client = HubClient(
      endpoint: endpoint, client: network.client, userAgent: options.userAgent, retries: network.retries)
    client.report = report
    let commit = try await client.revision(name.revision, of: name.repository).commit
    return (client, commit, try await client.tree(of: name.repository, at: commit))
  }

  /// Removes the files of a plan that differ from their checksums, so that they are downloaded again.
  private nonisolated func removeDamaged(
    _ plan: HubPlan, _ state: inout ModelDownloadProgress, _ progress: (ModelDownloadProgress) -> Void
  ) async throws {
    for (index, (path, entry)) in plan.files.enumerated() {
      let location = plan.repository.location(of: path, commit: plan.commit)
      let files = ["\(plan.repository.blobs)/\(entry.blob)", location].filter {
        FileSystem.status($0, followsLink: false)?.kind == .file
      }
      (state.stage, state.file, state.fileNumber) = (.verifying, path, index + 1)
      if !files.isEmpty { progress(state) }
      for file in files where try await !Self.isIntact(file, entry) { try FileSystem.remove(file) }
    }
  }

  /// Downloads the files of a plan, gives them their names, and at last sets the branch or tag.
  nonisolated func fetch(
    _ plan: HubPlan, _ options: ModelDownloadOptions, _ state: inout ModelDownloadProgress,
    _ progress: @escaping @Sendable (ModelDownloadProgress) -> Void
  ) async throws {
    let repository = plan.repository
    if let folder = plan.folder { return try await fetch(plan, into: folder, options, &state, progress) }
    state.name = .huggingFace(plan.chosen)
    (state.fileCount, state.totalByteCount) = (plan.files.count, plan.byteCount)
    if options.repairs { try await removeDamaged(plan, &state, progress) }
    try checkSpace(plan.missingByteCount, in: plan.hub.root, options)
    guard !plan.files.allSatisfy(plan.isPlaced) else {
      // The listing only saves a request, and the cache may be one that is only read.
      try? repository.store(plan.tree, commit: plan.commit)
      try repository.setReference(plan.requested.revision ?? "main", to: plan.commit)
      (state.byteCount, state.file) = (plan.byteCount, nil)
      return
    }
    try plan.hub.create()
    try repository.create()
    let usesLinks = try repository.supportsLinks(environment)
    // Before the first byte, so that an interrupted download is listed under its name.
    try repository.store(plan.tree, commit: plan.commit)
    let downloader = downloader(plan.client.requester, options)
    var done = 0
    for (index, (path, entry)) in plan.files.enumerated() {
      (state.stage, state.file, state.fileNumber, state.byteCount) = (.downloading, path, index + 1, done)
      if !plan.isPlaced(path, entry) {
        let report = ModelDownloadReport(state, progress)
        let file = plan.client.file(path, entry: entry, of: repository.identifier, at: plan.commit)
        let destination = try plan.destination(of: path, entry, usesLinks: usesLinks)
        try await Self.keeping(done) {
          _ = try await downloader.download(file, to: destination) { [done] in report.report($0, after: done) }
        }
        if usesLinks { try repository.place(blob: entry.blob, as: path, commit: plan.commit) }
      }
      done += entry.byteCount
    }
    try repository.setReference(plan.requested.revision ?? "main", to: plan.commit)
    (state.byteCount, state.file) = (done, nil)
  }
}

extension HubPlan {
  /// Returns the place of a file in the hub cache: its blob, or without links the snapshot.
  fileprivate func destination(
    of path: String, _ entry: CachedTree.Entry, usesLinks: Bool
  ) throws(ModelStoreError) -> DownloadDestination {
    let blob = "\(repository.blobs)/\(entry.blob)"
    let lock = repository.lock(of: entry.blob)
    if usesLinks { return DownloadDestination(path: blob, lock: lock) }
    let location = try repository.safeLocation(of: path, commit: commit)
    return DownloadDestination(path: location, partial: blob + PartialFile.ending, lock: lock) {
      if isPlaced(path, entry) { return entry.byteCount }
      // Another program may have left it there, where links were possible.
      guard FileSystem.status(blob)?.byteCount == entry.byteCount else { return nil }
      try repository.place(blob: entry.blob, as: path, commit: commit, usesLinks: false)
      return entry.byteCount
    }
  }
}

extension CachedTree {
  /// The files with their sizes.
  var listed: [ListedFile] { files.map { ListedFile(path: $0.key, byteCount: $0.value.byteCount) } }
}
