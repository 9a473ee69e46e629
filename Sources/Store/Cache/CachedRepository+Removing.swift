/// The files that a removal deletes, or would delete.
public struct ModelRemoval: Sendable, Equatable {
  /// Compares what is removed.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.paths == rhs.paths && lhs.byteCount == rhs.byteCount }

  /// The absolute paths of the files and links.
  public internal(set) var paths: [String] = []
  /// The bytes that become free.
  public internal(set) var byteCount = 0
  private var known: Set<String> = []
  /// The first running download among the files.
  private var running: (path: String, process: Int?)?

  /// Adds a file or link; links occupy nothing.
  mutating func add(_ path: String) {
    guard !known.contains(path), let status = FileSystem.status(path, followsLink: false) else { return }
    known.insert(path)
    paths.append(path)
    if status.kind == .file { byteCount += status.byteCount }
  }

  /// Adds an unfinished download.
  ///
  /// - Parameters:
  ///   - partial: The unfinished download.
  ///   - lock: The path of the lock that its program takes.
  mutating func add(_ partial: PartialFile, lock: String) {
    for path in [partial.path] + partial.companions { add(path) }
    if running == nil, partial.isRunning(lock: lock) { running = (partial.path, partial.process) }
  }

  mutating func add(_ other: ModelRemoval) {
    for path in other.paths { add(path) }
    running = running ?? other.running
  }

  /// Deletes the files; those that are gone already count as deleted.
  ///
  /// - Throws: ``ModelStoreError/inUse(path:process:)`` before the first, if a download runs;
  ///   ``ModelStoreError/cannotRemove(path:reason:)``.
  func perform() throws(ModelStoreError) {
    if let running { throw .inUse(path: running.path, process: running.process) }
    for path in paths { try FileSystem.remove(path) }
  }
}

extension CachedRepository {
  /// Lists what disappears with some files: their links in all snapshots, the blobs that no other link names, and the
  /// unfinished downloads of those.
  ///
  /// - Parameter isWanted: Returns true for the paths in the repository to remove.
  /// - Returns: The files and links.
  func removal(of isWanted: (_ path: String, _ commit: String) -> Bool) -> ModelRemoval {
    var removal = ModelRemoval()
    var freed: Set<String> = []
    var kept: Set<String> = []
    for commit in FileSystem.names(snapshots) where FileSystem.isFolder("\(snapshots)/\(commit)") {
      for path in FileTree.files(in: "\(snapshots)/\(commit)") {
        let location = location(of: path, commit: commit)
        let blob = blob(ofLink: location)
        if isWanted(path, commit) {
          removal.add(location)
          if let blob { freed.insert(blob) }
        } else if let blob {
          kept.insert(blob)
        }
      }
    }
    // Unfinished downloads are found by the listings, which are there before their links are.
    for commit in FileSystem.names(folder + "/trees") where commit.hasSuffix(".json") {
      let commit = String(commit.dropLast(5))
      for (path, entry) in CachedTree(path: treePath(commit: commit))?.files ?? [:] where isWanted(path, commit) {
        freed.insert(entry.blob)
      }
    }
    freed.subtract(kept)
    for blob in freed.sorted() where NameRules.isSafePart(blob) { removal.add("\(blobs)/\(blob)") }
    for partial in PartialFile.all(in: blobs) where freed.contains(partial.blob) {
      removal.add(partial, lock: lock(of: partial.blob))
    }
    return removal
  }

  /// Removes what is left without files: empty snapshots, references and listings of snapshots that are gone, and at
  /// last the folder.
  func removeEmptyFolders() throws(ModelStoreError) {
    for commit in FileSystem.names(snapshots) { FileTree.removeEmptyFolders("\(snapshots)/\(commit)") }
    let present = Set(FileSystem.names(snapshots))
    let hasPartials = !PartialFile.all(in: blobs).isEmpty
    for (name, commit) in references where !present.contains(commit) && !hasPartials {
      try FileSystem.remove("\(refs)/\(name)")
    }
    for name in FileSystem.names(folder + "/trees") where name.hasSuffix(".json") {
      guard !present.contains(String(name.dropLast(5))), !hasPartials else { continue }
      try FileSystem.remove("\(folder)/trees/\(name)")
    }
    for commit in FileSystem.names(folder + "/.no_exist") where !present.contains(commit) {
      for path in FileTree.files(in: "\(folder)/.no_exist/\(commit)") {
        try FileSystem.remove("\(folder)/.no_exist/\(commit)/\(path)")
      }
    }
    // Only folders that are empty disappear, so what another program is writing stays.
    FileTree.removeEmptyFolders(folder)
  }

  /// Lists what no model needs: unfinished downloads and blobs without a link, both older than a time, and links that
  /// lead nowhere.
  ///
  /// - Parameter time: The time in seconds since 1970. Younger files may belong to a download that is running.
  /// - Returns: The files and links.
  func garbage(before time: Int) -> ModelRemoval {
    var removal = ModelRemoval()
    let links = links
    let linked = Set(links.map(\.blob))
    for partial in PartialFile.all(in: blobs)
    where partial.modified < time && !partial.isRunning(lock: lock(of: partial.blob)) {
      removal.add(partial, lock: lock(of: partial.blob))
    }
    for name in FileSystem.names(blobs) where !linked.contains(name) && Self.isBlob(name) {
      let path = "\(blobs)/\(name)"
      guard let status = FileSystem.status(path, followsLink: false), status.kind == .file, status.modified < time
      else { continue }
      removal.add(path)
    }
    for (location, blob) in links where !FileSystem.exists("\(blobs)/\(blob)") {
      if FileSystem.status(location) == nil { removal.add(location) }
    }
    return removal
  }

  /// The listings and references where there is no other file.
  var remains: ModelRemoval {
    var removal = ModelRemoval()
    guard FileTree.files(in: blobs).isEmpty, FileTree.files(in: snapshots).isEmpty else { return removal }
    for path in FileTree.files(in: folder) where path.hasPrefix("trees/") || path.hasPrefix("refs/") {
      removal.add("\(folder)/\(path)")
    }
    return removal
  }

  /// Returns true if a download that failed has left only what it wrote first, before a time in seconds since 1970.
  func isAbandoned(before time: Int) -> Bool {
    FileTree.files(in: blobs).isEmpty && FileTree.files(in: snapshots).isEmpty
      && FileSystem.names(folder).allSatisfy { FileSystem.status("\(folder)/\($0)")?.modified ?? 0 < time }
  }

  /// Lists what only snapshots without a branch or tag need.
  func oldRevisions() -> ModelRemoval {
    let current = Set(references.map(\.commit))
    guard !current.isEmpty else { return ModelRemoval() }
    return removal { _, commit in !current.contains(commit) }
  }

  /// Returns true for the name of a blob: a SHA-256, or a SHA-1 of git.
  static func isBlob(_ name: String) -> Bool {
    NameRules.isHexadecimal(name, count: 64) || NameRules.isHexadecimal(name, count: 40)
  }
}
