/// The Hugging Face hub cache: a folder of repositories that other tools share.
///
/// ```
/// CACHEDIR.TAG
/// models--user--repo/refs/main                   the commit, without a line end
///                   /blobs/<sha256 or git sha1>  contents
///                   /snapshots/<commit>/x.gguf   relative link to a blob, or the file itself
///                   /trees/<commit>.json         sizes and checksums of all files
///                   /.no_exist/<commit>/x        empty: known to be missing
/// .locks/models--user--repo/<checksum>.lock
/// ```
///
/// Source: the cache of huggingface_hub 2.4, whose files this module reads and writes byte for byte.
struct HubCache: Sendable {
  /// The absolute path.
  let root: String

  /// The repositories of models, sorted by name.
  var repositories: [CachedRepository] {
    FileSystem.names(root).compactMap { name in
      guard let identifier = Self.identifier(ofFolder: name) else { return nil }
      let repository = CachedRepository(identifier: identifier, folder: "\(root)/\(name)")
      return FileSystem.isFolder(repository.folder) ? repository : nil
    }
  }

  /// Returns a repository, which need not exist.
  func repository(_ identifier: String) -> CachedRepository {
    CachedRepository(identifier: identifier, folder: "\(root)/\(Self.folder(of: identifier))")
  }

  /// Returns the folders that must be readable for the files of a repository to be found.
  func foldersToRead(for identifier: String) -> [String] { [root] + repository(identifier).foldersToRead }

  /// The name of a repository's folder, in the cache and among the locks.
  static func folder(of identifier: String) -> String { "models--" + identifier.replacing("/", with: "--") }

  /// Returns the repository of a folder's name; nil for other folders.
  static func identifier(ofFolder name: String) -> String? {
    guard name.hasPrefix("models--") else { return nil }
    let rest = name.dropFirst("models--".count)
    guard let separator = rest.firstRange(of: "--") else {
      // Repositories without a user, which the hub has from its first years.
      return NameRules.isRepositoryPart(rest) ? String(rest) : nil
    }
    let (user, repository) = (rest[..<separator.lowerBound], rest[separator.upperBound...])
    guard NameRules.isRepositoryPart(user), NameRules.isRepositoryPart(repository) else { return nil }
    return "\(user)/\(repository)"
  }

  /// Creates the folder with its tag, by which backup programs know that they need not keep it.
  func create() throws(ModelStoreError) {
    try FileSystem.createFolder(root)
    let tag = root + "/CACHEDIR.TAG"
    guard !FileSystem.exists(tag) else { return }
    let text = """
      Signature: 8a477f597d28d172789f06886806bc55
      # This file is a cache directory tag created by huggingface_hub.
      # For information about cache directory tags, see:
      #\thttps://bford.info/cachedir/

      """
    try FileSystem.write(Array(text.utf8), to: tag)
  }
}
