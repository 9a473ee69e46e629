internal import SwiftletGGUF

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file of packed weights in a ``PackedCacheFolder``.
public struct PackedCacheFile: Sendable, Hashable {
  /// The path.
  public let path: String
  /// The size in bytes.
  public let byteCount: Int
  /// The time of the last use, in nanoseconds since 1970.
  public let lastUse: Int

  /// The name without the folder.
  public var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Finds the file at a path; nil for links, for files of other users, and for those of any other kind.
  init?(path: String) {
    guard path.hasSuffix(PackedCachePolicy.suffix), let file = Self.ownFile(path),
      file.count >= 8 * PackedCacheTable.headerWordCount,
      PackedCacheTable.words(file, 0..<1)[0] == PackedCacheTable.magic
    else { return nil }
    (self.path, byteCount, lastUse) = (path, file.count, file.modificationTime)
  }

  /// Maps a regular file of the current user; nil for any other, and for an empty one.
  static func ownFile(_ path: String) -> MappedFile? {
    var status = stat()
    // Mapping would follow a link.
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
      return nil
    }
    return try? MappedFile(path: path)
  }

  /// Removes a regular file of the current user if it is still the same, and returns true if it was removed.
  ///
  /// Processes that have mapped it keep it.
  static func remove(_ path: String, ifStill identifier: MappedFile.Identifier) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      MappedFile.Identifier(regularFile: path) == identifier
    else { return false }
    return unsafe unlink(path) == 0
  }

  /// Returns true if there is a regular file without contents.
  static func isEmpty(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  /// Removes the file unless a process uses it, and returns true if it was removed.
  func remove() -> Bool {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { _ = close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
    return unsafe unlink(path) == 0
  }

  /// Sets the time of the last use of the file at a path to now.
  static func noteUse(of path: String) { _ = unsafe utimensat(AT_FDCWD, path, nil, 0) }
}
