#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file that takes the place of another one when it is complete, or never was.
///
/// On Linux it has no name until then, so nothing is left behind even if the process is killed. Elsewhere, and on file
/// systems that know no nameless files, it has a name of its own in the same folder, removed by whoever gives up.
/// Several processes that replace the same file at once do not meet: the last one's file stays.
final class AtomicFile {
  private let path: String
  private let folder: String
  private let descriptor: Int32
  private var temporaryPath: String?

  /// Creates the file in the folder of `path`, with the nine bits of `chmod`; without a name if that is possible.
  init(replacing path: String, permissions: Int, prefersNameless: Bool = true) throws(PackedCacheError) {
    self.path = path
    let end = path.lastIndex(of: "/")
    folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let mode = mode_t(truncatingIfNeeded: permissions & 0o666 | 0o600)
    var descriptor = prefersNameless ? Self.openNameless(folder, mode) : -1
    if descriptor < 0 {
      let name = Self.temporaryName(path)
      descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
      if descriptor >= 0 { temporaryPath = name }
    }
    self.descriptor = descriptor
    guard descriptor >= 0 else { throw Self.failure() }
    // What the process's mask took away. A file that only its owner can read is a cache as well.
    _ = fchmod(descriptor, mode)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if let temporaryPath { unsafe unlink(temporaryPath) }
  }

  /// Sets the size, so that what is not written is zero.
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
      // Safe: done < count, so the rest is a part of the bytes. Darwin refuses 2^31 bytes and more in one call.
      let count = unsafe pwrite(
        descriptor, bytes.baseAddress.map { unsafe $0 + done }, min(bytes.count - done, 1 << 28),
        off_t(offset + done))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.failure() }
      done += count
    }
  }

  /// Has the contents on the disk and gives them their name.
  func commit() throws(PackedCacheError) {
    guard flush() else { throw Self.failure() }
    if temporaryPath == nil { temporaryPath = try link() }
    guard let name = temporaryPath, unsafe rename(name, path) == 0 else { throw Self.failure() }
    temporaryPath = nil
    // The name too; without it a loss of power would only cost the cache.
    let directory = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    if directory >= 0 {
      _ = fsync(directory)
      close(directory)
    }
  }

  private func flush() -> Bool {
    #if canImport(Darwin)
      // There fsync only hands the contents to the drive, which may write the name before them (fsync(2)).
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
    private static func openNameless(_ folder: String, _ mode: mode_t) -> Int32 {
      // O_TMPFILE, a macro that Swift does not import, contains O_DIRECTORY so that old kernels refuse it.
      unsafe open(folder, O_WRONLY | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, mode)
    }

    /// Gives a nameless file a temporary name.
    private func link() throws(PackedCacheError) -> String {
      let name = Self.temporaryName(path)
      guard unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
        throw Self.failure()
      }
      return name
    }
  #else
    private static func openNameless(_ folder: String, _ mode: mode_t) -> Int32 { -1 }

    private func link() throws(PackedCacheError) -> String { throw .cannotWrite(found: "a file without a name") }
  #endif
}
