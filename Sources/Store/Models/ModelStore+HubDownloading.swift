internal import Foundation
internal import SwiftletHTTP

extension ModelStore {
  /// Downloads the files of a name of the hub.
  ///
  /// - Returns: The name of the chosen files, at their commit if the name has a revision.
  nonisolated func fetch(
    _ name: HuggingFaceName, _ options: ModelDownloadOptions, _ state: inout ModelDownloadProgress,
    _ progress: @escaping @Sendable (ModelDownloadProgress) -> Void
  ) async throws -> HuggingFaceName {
    guard let root = folders.hub else {
      throw ModelStoreError.cannotWrite(path: "~/.cache/huggingface/hub", reason: "there is no home folder")
    }
    progress(state)
    let endpoint = try HubEndpoint(environment: environment, address: options.endpoint, token: options.token)
    let client = HubClient(
      endpoint: endpoint, client: network.client, userAgent: options.userAgent, retries: network.retries)
    let commit = try await client.revision(name.revision, of: name.repository).commit
    let tree = try await client.tree(of: name.repository, at: commit)
    let listed = tree.files.map { ListedFile(path: $0.key, byteCount: $0.value.byteCount) }
    let choice = try FileChoice(
      name.selection, from: listed, of: .huggingFace(name), memory: environment.availableMemory())
    var chosen = name
    if case .huggingFace(let specific) = choice.name(among: listed, of: .huggingFace(name)) { chosen = specific }
    state.name = .huggingFace(chosen)

    let hub = HubCache(root: root)
    let repository = hub.repository(name.repository)
    try hub.create()
    try repository.create()
    let usesLinks = try repository.supportsLinks(environment)
    // Before the first byte, so that an interrupted download is listed under its name.
    try repository.store(tree, commit: commit)

    var files = choice.model.files
    if options.includesCompanions { files += [choice.projector].compactMap { $0 } + choice.adapters }
    let wanted = HubFiles(
      files.compactMap { file in tree.files[file.path].map { (file.path, $0) } }, repository, commit)
    (state.fileCount, state.totalByteCount) = (wanted.files.count, wanted.byteCount)
    try checkSpace(wanted.missingByteCount, in: root, options)
    let downloader = downloader(client.requester, options)
    var done = 0
    for (index, (path, entry)) in wanted.files.enumerated() {
      (state.stage, state.file, state.fileNumber, state.byteCount) = (.downloading, path, index + 1, done)
      if !wanted.isPlaced(path, entry) {
        let report = ModelDownloadReport(state, progress)
        _ = try await downloader.download(
          client.file(path, entry: entry, of: name.repository, at: commit),
          to: DownloadDestination(
            path: "\(repository.blobs)/\(entry.blob)", lock: hub.lock(of: entry.blob, in: repository))
        ) { [done] in report.report($0, after: done) }
        try repository.place(blob: entry.blob, as: path, commit: commit, usesLinks: usesLinks)
      }
      done += entry.byteCount
    }
    try repository.setReference(name.revision ?? "main", to: commit)
    (state.byteCount, state.file) = (done, nil)
    return chosen
  }
}

/// The files of a repository that a download fetches.
private struct HubFiles {
  let files: [(path: String, entry: CachedTree.Entry)]
  let repository: CachedRepository
  let commit: String

  init(_ files: [(path: String, entry: CachedTree.Entry)], _ repository: CachedRepository, _ commit: String) {
    (self.files, self.repository, self.commit) = (files, repository, commit)
  }

  /// The size of all files in bytes.
  var byteCount: Int { files.reduce(0) { $0 &+ $1.entry.byteCount } }

  /// The bytes that are not on disk, in a finished or unfinished file.
  var missingByteCount: Int {
    var received: [String: Int] = [:]
    for partial in PartialFile.all(in: repository.blobs) where partial.writer == .swiftlet {
      received[partial.blob] = max(received[partial.blob] ?? 0, partial.byteCount)
    }
    return files.reduce(0) { sum, file in
      isPlaced(file.path, file.entry) || isFinished(file.entry)
        ? sum : sum &+ max(0, file.entry.byteCount - (received[file.entry.blob] ?? 0))
    }
  }

  /// Returns true if the blob is complete.
  private func isFinished(_ entry: CachedTree.Entry) -> Bool {
    FileSystem.status("\(repository.blobs)/\(entry.blob)")?.byteCount == entry.byteCount
  }

  /// Returns true if the snapshot has the file with its blob, or as a file of its size.
  func isPlaced(_ path: String, _ entry: CachedTree.Entry) -> Bool {
    let location = repository.location(of: path, commit: commit)
    guard let status = FileSystem.status(location), status.byteCount == entry.byteCount else { return false }
    let blob = repository.blob(ofLink: location)
    return blob == nil || blob == entry.blob
  }
}
