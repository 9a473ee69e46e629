internal import SwiftletJSON

/// The flat folder of earlier llama.cpp releases, which is read only.
///
/// It holds `user_repo_file.gguf` with `user_repo_file.gguf.json`, whose `url` says where the file is from, or with
/// `….etag`.
struct LlamaFolder: Sendable {
  /// The absolute path.
  let root: String

  /// A downloaded file: its path, and the repository's file that it is a copy of.
  struct File: Sendable {
    var location: String
    var repository: String
    var path: String
    var status: FileSystem.Status
  }

  /// The files whose origin is known, sorted by name.
  var files: [File] {
    FileSystem.names(root).compactMap { name in
      let location = "\(root)/\(name)"
      guard name.lowercased().hasSuffix(".gguf"), let status = FileSystem.status(location), status.kind == .file,
        let origin = origin(of: location)
      else { return nil }
      guard case .file(let path) = origin.selection else { return nil }
      return File(location: location, repository: origin.repository, path: path, status: status)
    }
  }

  /// Returns the files of a repository, also those without a note of their origin whose names begin with it.
  func files(of repository: String) -> [File] {
    let known = files
    let prefix = repository.replacing("/", with: "_") + "_"
    let others = FileSystem.names(root).compactMap { name -> File? in
      let location = "\(root)/\(name)"
      guard name.hasPrefix(prefix), name.lowercased().hasSuffix(".gguf"),
        !known.contains(where: { $0.location == location }), let status = FileSystem.status(location),
        status.kind == .file
      else { return nil }
      return File(
        location: location, repository: repository, path: String(name.dropFirst(prefix.count)), status: status)
    }
    return known.filter { $0.repository == repository } + others
  }

  private func origin(of location: String) -> HuggingFaceName? {
    guard let bytes = try? FileSystem.contents(location + ".json", limit: 1 << 16),
      let url = try? JSONReader<JSONValue>.read(bytes)["url"]?.string,
      case .huggingFace(let name)? = try? ModelName(url, exists: { _ in false })
    else { return nil }
    return name
  }
}
