/// A repository in the hub cache.
struct CachedRepository: Sendable {
  /// The user and the repository, `user/repo`.
  let identifier: String
  /// The absolute path of its folder.
  let folder: String

  var blobs: String { folder + "/blobs" }
  var snapshots: String { folder + "/snapshots" }
  var refs: String { folder + "/refs" }

  /// The folders that must be readable for files to be found.
  var foldersToRead: [String] { [folder, refs, snapshots, blobs] }

  /// The folder of the locks, beside that of the repository.
  var locks: String {
    let slash = folder.lastIndex(of: "/") ?? folder.startIndex
    return "\(folder[..<slash])/.locks\(folder[slash...])"
  }

  /// The path of the lock of a blob, which huggingface_hub takes with `flock`.
  func lock(of blob: String) -> String { "\(locks)/\(blob).lock" }

  /// The path of a file of a snapshot.
  func location(of path: String, commit: String) -> String { "\(snapshots)/\(commit)/\(path)" }

  /// The path of the listing of a commit.
  func treePath(commit: String) -> String { "\(folder)/trees/\(commit).json" }

  /// The branches and tags with their commits, sorted by name.
  var references: [(name: String, commit: String)] {
    FileTree.files(in: refs).compactMap { file in commit(of: file).map { (file, $0) } }
  }

  /// Returns the commit of a branch or tag; nil if the cache does not have it.
  func commit(of revision: String) -> String? {
    guard NameRules.isRevision(revision),
      let bytes = try? FileSystem.contents("\(refs)/\(revision)", limit: 4096)
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    return NameRules.isSafePart(text) ? text : nil
  }

  /// The commits with snapshots: first those of references, `main` before others, then the rest from new to old.
  var commits: [String] {
    let present = FileSystem.names(snapshots).filter { FileSystem.isFolder("\(snapshots)/\($0)") }
    let referenced = references.sorted { ($0.name != "main" ? 1 : 0, $0.name) < ($1.name != "main" ? 1 : 0, $1.name) }
    func age(_ commit: String) -> Int { -(FileSystem.status("\(snapshots)/\(commit)")?.modified ?? 0) }
    var seen: Set<String> = []
    return (referenced.map(\.commit).filter { present.contains($0) } + present.sorted { age($0) < age($1) })
      .filter { seen.insert($0).inserted }
  }

  /// Returns the commits that a revision may mean: that of the branch or tag, by default `main`, or those that begin
  /// with it.
  func commits(for revision: String?) -> [String] {
    let revision = revision ?? "main"
    if let commit = commit(of: revision) { return commits.filter { $0 == commit } }
    guard revision.utf8.count >= 7 else { return [] }
    let matches = commits.filter { $0.hasPrefix(revision.lowercased()) }
    return matches.count == 1 ? matches : []
  }

  /// Returns the files of a snapshot, sorted by path; links that lead nowhere are left out.
  func files(commit: String) -> [CachedFile] {
    let root = "\(snapshots)/\(commit)"
    return FileTree.files(in: root).compactMap { path in
      let location = "\(root)/\(path)"
      guard let status = FileSystem.status(location), status.kind == .file else { return nil }
      return CachedFile(
        path: path, commit: commit, location: location, blob: blob(ofLink: location), byteCount: status.byteCount,
        modified: status.modified)
    }
  }

  /// Returns the name of the blob that a link of a snapshot leads to; nil for files and other links.
  func blob(ofLink location: String) -> String? {
    guard let target = FileSystem.target(ofLink: location) else { return nil }
    let parts = target.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[parts.count - 2] == "blobs", let name = parts.last, !name.isEmpty else { return nil }
    return String(name)
  }

  /// Returns all links of all snapshots with the blobs that they name, also those that lead nowhere.
  var links: [(location: String, blob: String)] {
    FileTree.files(in: snapshots).compactMap { path in
      let location = "\(snapshots)/\(path)"
      return blob(ofLink: location).map { (location, $0) }
    }
  }
}

/// A file of a snapshot in the hub cache.
struct CachedFile: Sendable {
  /// The path in the repository.
  var path: String
  /// The commit of the snapshot.
  var commit: String
  /// The absolute path in the snapshot.
  var location: String
  /// The name of the blob; nil if the file lies in the snapshot itself.
  var blob: String?
  /// The size in bytes.
  var byteCount: Int
  /// The modification time in seconds since 1970.
  var modified: Int
}

/// The files below a folder.
enum FileTree {
  /// The maximum number of folders inside each other.
  private static let maximumDepth = 32

  /// Returns the paths of all entries that are not folders, relative to the folder and sorted.
  ///
  /// Links are returned and not followed, so that no loop of them matters.
  static func files(in folder: String) -> [String] {
    var paths: [String] = []
    func visit(_ prefix: String, depth: Int) {
      for name in FileSystem.names(prefix.isEmpty ? folder : "\(folder)/\(prefix)") {
        let path = prefix.isEmpty ? name : "\(prefix)/\(name)"
        guard let status = FileSystem.status("\(folder)/\(path)", followsLink: false) else { continue }
        if status.kind != .folder {
          paths.append(path)
        } else if depth < maximumDepth {
          visit(path, depth: depth + 1)
        }
      }
    }
    visit("", depth: 0)
    return paths
  }

  /// Removes the empty folders below a folder, and the folder itself if it becomes empty.
  ///
  /// - Returns: True if the folder is gone.
  @discardableResult
  static func removeEmptyFolders(_ folder: String, depth: Int = 0) -> Bool {
    for name in FileSystem.names(folder) {
      let path = "\(folder)/\(name)"
      guard FileSystem.status(path, followsLink: false)?.kind == .folder, depth < maximumDepth else { continue }
      removeEmptyFolders(path, depth: depth + 1)
    }
    return FileSystem.removeEmptyFolder(folder)
  }
}
