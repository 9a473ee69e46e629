internal import Foundation

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
  /// The choice of the model's files; nil if the user chose files.
  var choice: FileChoice?
  /// The folder that gets the files; nil for the hub cache.
  var folder: String?

  var repository: CachedRepository { hub.repository(requested.repository) }

  /// The size of all files in bytes.
  var byteCount: Int { ByteCount.sum(files.map(\.entry.byteCount)) }

  /// The bytes that are not on disk, in a finished or unfinished file.
  var missingByteCount: Int {
    var received: [String: Int] = [:]
    let place = folder.map { $0 + Self.unfinished } ?? repository.blobs
    for partial in PartialFile.all(in: place) where partial.writer == .swiftlet {
      received[partial.blob] = max(received[partial.blob] ?? 0, partial.byteCount)
    }
    return ByteCount.sum(
      files.map { path, entry in
        isOnDisk(path, entry) ? 0 : entry.byteCount - min(entry.byteCount, received[entry.blob] ?? 0)
      })
  }

  /// The folder, below that of the user's choice, of files that are not complete yet.
  static let unfinished = "/.swiftlet-unfinished"

  /// Returns the place of a file in the folder of the user's choice; nil for a path that leads out of it.
  func location(of path: String, in folder: String) -> String? {
    NameRules.isSafePath(path) ? "\(folder)/\(path)" : nil
  }

  /// The model of the plan, once all files have their places; nil if the store finds it.
  func model(size: Int) -> ResolvedModel? {
    guard choice == nil || folder != nil else { return nil }
    func url(_ path: String) -> URL {
      let own = folder.flatMap { location(of: path, in: $0) }
      return URL(filePath: own ?? repository.location(of: path, commit: commit))
    }
    let own = choice?.model.files.map(\.path) ?? files.map(\.path)
    var model = ResolvedModel(name: .huggingFace(chosen), store: .huggingFace, files: own.map(url))
    (model.byteCount, model.commit) = (size, commit)
    model.quantization = choice?.model.name.quantization
    let placed = Set(files.map(\.path))
    model.projector = choice?.projector.flatMap { placed.contains($0.path) ? url($0.path) : nil }
    model.optionalAdapters = (choice?.adapters ?? []).filter { placed.contains($0.path) }.map { url($0.path) }
    return model
  }

  /// Returns true if the bytes of a file are on disk, under its name or as a blob; in a folder of the user's choice, if
  /// there is a file of the size.
  func isOnDisk(_ path: String, _ entry: CachedTree.Entry) -> Bool {
    if let folder {
      return location(of: path, in: folder).flatMap { FileSystem.status($0) }?.byteCount == entry.byteCount
    }
    return isPlaced(path, entry) || FileSystem.status("\(repository.blobs)/\(entry.blob)")?.byteCount == entry.byteCount
  }

  /// Returns true if the snapshot has the file with its blob, or as a file of its size.
  func isPlaced(_ path: String, _ entry: CachedTree.Entry) -> Bool {
    let location = repository.location(of: path, commit: commit)
    guard let status = FileSystem.status(location), status.byteCount == entry.byteCount else { return false }
    let blob = repository.blob(ofLink: location)
    return blob == nil || blob == entry.blob
  }
}
