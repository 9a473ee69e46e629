extension CachedRepository {
  /// Creates the folders that a download writes to.
  func create() throws(ModelStoreError) {
    for path in [blobs, snapshots, refs] { try FileSystem.createFolder(path) }
  }

  /// Returns true if symbolic links can be made in the folder, which is found out by making one.
  ///
  /// It is asked before a download, whose end is too late for that.
  func supportsLinks(_ environment: ModelStoreEnvironment) throws(ModelStoreError) -> Bool {
    if environment.flag("HF_HUB_DISABLE_SYMLINKS") { return false }
    try FileSystem.createFolder(folder)
    let probe = FileSystem.temporaryName(beside: folder + "/link")
    do {
      try FileSystem.link(probe, to: "blobs")
      try FileSystem.remove(probe)
      return true
    } catch {
      return false
    }
  }

  /// Gives a finished blob its name in a snapshot.
  ///
  /// - Parameters:
  ///   - blob: The name of the blob, which is complete and verified.
  ///   - path: The path in the repository.
  ///   - commit: The commit of the snapshot.
  ///   - usesLinks: False to move the file into the snapshot, on file systems without links.
  /// - Throws: ``ModelStoreError/cannotWrite(path:reason:)``; nothing changes for readers then.
  func place(blob: String, as path: String, commit: String, usesLinks: Bool = true) throws(ModelStoreError) {
    let location = try safeLocation(of: path, commit: commit)
    guard NameRules.isSafePart(blob) else {
      throw .cannotWrite(path: "\(blobs)/\(blob)", reason: "the name leads out of the folder")
    }
    let parts = path.split(separator: "/")
    try FileSystem.createFolder("\(snapshots)/\(commit)" + parts.dropLast().map { "/" + $0 }.joined())
    guard usesLinks else {
      // Other snapshots have links to it from when they were possible: it gets a second name.
      if links.contains(where: { $0.blob == blob && $0.location != location }),
        FileSystem.addName(location, to: "\(blobs)/\(blob)")
      {
        return
      }
      try FileSystem.move("\(blobs)/\(blob)", to: location)
      return
    }
    let target = String(repeating: "../", count: parts.count + 1) + "blobs/" + blob
    guard FileSystem.target(ofLink: location) != target else { return }
    try FileSystem.link(location, to: target)
  }

  /// Returns the path of a file of a snapshot that is to be written.
  ///
  /// - Throws: ``ModelStoreError/cannotWrite(path:reason:)`` for a name that leads out of the snapshot.
  func safeLocation(of path: String, commit: String) throws(ModelStoreError) -> String {
    let location = location(of: path, commit: commit)
    guard NameRules.isSafePath(path), NameRules.isSafePart(commit) else {
      throw .cannotWrite(path: location, reason: "the name leads out of the folder")
    }
    return location
  }

  /// Stores the listing of a commit.
  func store(_ tree: CachedTree, commit: String) throws(ModelStoreError) {
    try FileSystem.createFolder(folder + "/trees")
    try FileSystem.write(tree.bytes, to: treePath(commit: commit))
  }

  /// Sets the commit of a branch or tag; the last step of a download.
  func setReference(_ revision: String, to commit: String) throws(ModelStoreError) {
    guard NameRules.isRevision(revision), revision != commit else { return }
    let path = "\(refs)/\(revision)"
    if let slash = path.lastIndex(of: "/") { try FileSystem.createFolder(String(path[..<slash])) }
    guard self.commit(of: revision) != commit else { return }
    try FileSystem.write(Array(commit.utf8), to: path)
  }
}
