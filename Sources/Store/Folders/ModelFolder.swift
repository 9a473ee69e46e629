/// A folder with GGUF files, such as one of LM Studio.
struct ModelFolder: Sendable {
  /// The absolute path.
  let path: String

  /// A file with its status.
  struct File: Sendable {
    var path: String
    var location: String
    var byteCount: Int
    var modified: Int
  }

  /// The files below the folder, sorted by path; links are followed, since users link to files elsewhere.
  var files: [File] {
    FileTree.files(in: path).compactMap { name in
      let location = "\(path)/\(name)"
      guard let status = FileSystem.status(location), status.kind == .file else { return nil }
      return File(path: name, location: location, byteCount: status.byteCount, modified: status.modified)
    }
  }
}
