#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The thing that an output path leads to, which decides how it is written.
///
/// One rule holds for all outputs: symbolic links are followed, and one that leads nowhere is refused; a regular file
/// is replaced as a whole, and the new one has its mode; a device or a pipe is written through and never replaced; a
/// path that names an open descriptor (``OutputDescriptor``) is that descriptor, whatever it leads to; folders and
/// sockets are refused.
package enum OutputTarget {
  /// No file yet, or a regular one, to be replaced at a path without links.
  case file(path: String, existing: Existing?)
  /// A device or a pipe.
  case stream
  /// An open descriptor of this process.
  case descriptor(Int32)

  /// The properties of an existing file that its replacement keeps.
  package struct Existing {
    /// True if nothing is lost with the file.
    package var isEmpty: Bool
    var mode: mode_t
    var owner: uid_t
    var group: gid_t
  }

  /// Finds the target of a path.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - magic: The first word of the files that may be replaced, for files that are read again later; those cannot be
  ///     devices or pipes. Nil for any file.
  /// - Throws: ``OutputError`` if nothing can or must be written there.
  package init(_ path: String, magic: UInt64? = nil) throws(OutputError) {
    func failure(_ found: String, _ expected: String) -> OutputError {
      OutputError(path, found: found, expected: expected)
    }
    guard !path.isEmpty else { throw failure("an empty path", "the path of a file") }
    guard !path.hasSuffix("/") else { throw failure("a path that ends in a slash", "the path of a file") }
    if let number = OutputDescriptor.number(of: path) {
      guard magic == nil else { throw failure("an open descriptor", "a regular file, or none yet") }
      self = .descriptor(number)
      return
    }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw OutputError(path, found: MappedFile.lastError()) }
      guard unsafe lstat(path, &status) != 0 else {
        throw failure("a symbolic link that leads nowhere", "a link to a file")
      }
      self = .file(path: path, existing: nil)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      if let magic, status.st_size > 0 { try Self.checkKind(path, magic) }
      let target = try Self.withoutLinks(path)
      self = .file(
        path: target,
        existing: Existing(
          isEmpty: status.st_size == 0, mode: status.st_mode & 0o777, owner: status.st_uid, group: status.st_gid))
    case S_IFCHR, S_IFBLK, S_IFIFO:
      guard magic == nil else { throw failure("a device or pipe", "a regular file, or none yet") }
      self = .stream
    case S_IFDIR: throw failure("a folder", "the path of a file")
    default: throw failure("something that is not a file", "a file, a pipe or a device")
    }
  }

  /// The path with symbolic links resolved, so that a link stays when its file is replaced.
  private static func withoutLinks(_ path: String) throws(OutputError) -> String {
    guard let resolved = unsafe realpath(path, nil) else { throw OutputError(path, found: MappedFile.lastError()) }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Throws if a file begins with another word, in either byte order.
  private static func checkKind(_ path: String, _ magic: UInt64) throws(OutputError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw OutputError(path, found: MappedFile.lastError()) }
    defer { close(descriptor) }
    var word: UInt64 = 0
    let count = unsafe withUnsafeMutableBytes(of: &word) { unsafe read(descriptor, $0.baseAddress, $0.count) }
    guard count == 8, word == magic || word.byteSwapped == magic else {
      throw OutputError(
        path, found: "a file of another kind, which is not replaced", expected: "a file of this kind, or none yet")
    }
  }
}
