/// The files of a repository that a download fetches, at a commit.
struct HubPlan: Sendable {
  let client: HubClient
  /// The name as it was asked for.
  let requested: HuggingFaceName
  /// The name of the chosen files.
  let chosen: HuggingFaceName
  let commit: String
  let tree: CachedTree
  /// The files, those of the model first.
  let files: [(path: String, entry: CachedTree.Entry)]
  let hub: HubCache

  var repository: CachedRepository { hub.repository(requested.repository) }

  /// The size of all files in bytes.
  var byteCount: Int { ByteCount.sum(files.map(\.entry.byteCount)) }

  /// The bytes that are not on disk, in a finished or unfinished file.
  var missingByteCount: Int {
    var received: [String: Int] = [:]
    for partial in PartialFile.all(in: repository.blobs) where partial.writer == .swiftlet {
      received[partial.blob] = max(received[partial.blob] ?? 0, partial.byteCount)
    }
    return ByteCount.sum(
      files.map { path, entry in
        isOnDisk(path, entry) ? 0 : entry.byteCount - min(entry.byteCount, received[entry.blob] ?? 0)
      })
  }

  /// Returns true if the bytes of a file are on disk, under its name or as a blob.
  func isOnDisk(_ path: String, _ entry: CachedTree.Entry) -> Bool {
    isPlaced(path, entry) || FileSystem.status("\(repository.blobs)/\(entry.blob)")?.byteCount == entry.byteCount
  }

  /// Returns true if the snapshot has the file with its blob, or as a file of its size.
  func isPlaced(_ path: String, _ entry: CachedTree.Entry) -> Bool {
    let location = repository.location(of: path, commit: commit)
    guard let status = FileSystem.status(location), status.byteCount == entry.byteCount else { return false }
    let blob = repository.blob(ofLink: location)
    return blob == nil || blob == entry.blob
  }
}
