#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file that atomically replaces another one on commit, and is discarded otherwise.
///
/// On Linux it is unnamed until then, so nothing is left behind even if the process is killed. Elsewhere, and on file
/// systems without unnamed temporary files, it has a temporary name in the same folder, which is removed if the file is
/// not committed. Processes that replace the same file concurrently do not interfere: the last commit wins.
final class AtomicFile {
  private let path: String
  private let folder: String
  private let descriptor: Int32
  private var temporaryPath: String?

  /// Creates the file in the folder of `path` with the given mode bits, unnamed if possible.
  ///
  /// - Parameters:
  ///   - path: The file to replace.
  ///   - magic: The first word of the files that may be replaced.
  ///   - permissions: The mode bits of the new file.
  ///   - prefersUnnamed: True to use an unnamed file where the system has them.
  /// - Throws: ``PackedCacheError/cannotWrite(found:)`` if `path` is something else than such a file, an empty file, or
  ///   nothing, or if no file can be created in its folder.
  init(
    replacing path: String, magic: UInt64, permissions: Int, prefersUnnamed: Bool = true
  ) throws(PackedCacheError) {
    self.path = path
    try Self.checkReplaceable(path, magic)
    let end = path.lastIndex(of: "/")
    folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let mode = mode_t(truncatingIfNeeded: permissions & 0o666 | 0o600)
    var descriptor = prefersUnnamed ? Self.openUnnamed(folder, mode) : -1
    if descriptor < 0 {
      let name = Self.temporaryName(path)
      descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
      if descriptor >= 0 { temporaryPath = name }
    }
    self.descriptor = descriptor
    guard descriptor >= 0 else { throw Self.failure() }
    // Restores bits that the umask cleared. Failure is harmless: a cache that only its owner can read still works.
    _ = fchmod(descriptor, mode)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if let temporaryPath { unsafe unlink(temporaryPath) }
  }

  /// Throws if something at the path must not be replaced: a device, a link, a folder, or a file of another kind.
  private static func checkReplaceable(_ path: String, _ magic: UInt64) throws(PackedCacheError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .cannotWrite(found: "something that is not a regular file") }
    guard status.st_size > 0 else { return }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    var word: UInt64 = 0
    let count = unsafe withUnsafeMutableBytes(of: &word) { unsafe read(descriptor, $0.baseAddress, $0.count) }
    guard count == 8, word == magic || word.byteSwapped == magic else {
      throw .cannotWrite(found: "a file of another kind, which is not replaced")
    }
  }

  /// Sets the size; bytes that are not written are zero.
  func resize(to byteCount: Int) throws(PackedCacheError) {
    guard let size = off_t(exactly: byteCount), ftruncate(descriptor, size) == 0 else { throw Self.failure() }
  }

  /// Writes words at an offset.
  func write(_ words: [UInt64], at offset: Int) throws(PackedCacheError) {
    let words = words.span
    try unsafe words.bytes.withUnsafeBytes { bytes throws(PackedCacheError) in try unsafe write(bytes, at: offset) }
  }

  /// Writes bytes at an offset.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(PackedCacheError) {
    var done = 0
    while done < bytes.count {
      // Safe: done < count, so the rest is a part of the bytes. Darwin rejects writes of 2^31 bytes or more.
      let count = unsafe pwrite(
        descriptor, bytes.baseAddress.map { unsafe $0 + done }, min(bytes.count - done, 1 << 28),
        off_t(offset + done))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.failure() }
      done += count
    }
  }

  /// Flushes the contents to disk and renames the file to its path.
  func commit() throws(PackedCacheError) {
    guard flush() else { throw Self.failure() }
    if temporaryPath == nil { temporaryPath = try link() }
    guard let name = temporaryPath, unsafe rename(name, path) == 0 else { throw Self.failure() }
    temporaryPath = nil
    // Flushes the name too; without it, a power failure would only cost the cache.
    let directory = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    if directory >= 0 {
      _ = fsync(directory)
      close(directory)
    }
  }

  private func flush() -> Bool {
    #if canImport(Darwin)
      // On Darwin, fsync does not flush the drive's write cache, which may reorder contents and name (fsync(2)).
      if fcntl(descriptor, F_FULLFSYNC) != -1 { return true }
    #endif
    return fsync(descriptor) == 0
  }

  private static func failure() -> PackedCacheError {
    .cannotWrite(found: unsafe String(cString: strerror(errno)))
  }

  private static func temporaryName(_ path: String) -> String {
    "\(path).\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 16)).tmp"
  }

  #if os(Linux) || os(Android)
    private static func openUnnamed(_ folder: String, _ mode: mode_t) -> Int32 {
      // O_TMPFILE, a macro that Swift does not import, contains O_DIRECTORY so that old kernels refuse it.
      unsafe open(folder, O_WRONLY | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, mode)
    }

    /// Links an unnamed file under a temporary name.
    private func link() throws(PackedCacheError) -> String {
      let name = Self.temporaryName(path)
      guard unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
        throw Self.failure()
      }
      return name
    }
  #else
    private static func openUnnamed(_ folder: String, _ mode: mode_t) -> Int32 { -1 }

    private func link() throws(PackedCacheError) -> String { throw .cannotWrite(found: "a file without a name") }
  #endif
}
