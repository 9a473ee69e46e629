#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A read-only mapping of a whole file, unmapped when the last reference goes.
///
/// The descriptor is closed after mapping. A file that is truncated by another program while it is mapped makes the
/// system end the process with `SIGBUS` at the next access; replace model files by renaming, not by rewriting.
@safe public final class MappedFile: Sendable {
  /// The path as given.
  public let path: String
  /// The size of the file in bytes.
  public let count: Int
  /// When the contents changed last, in nanoseconds since 1970.
  public let modificationTime: Int
  /// Who may read and write the file, as the nine bits of `chmod`.
  public let permissions: Int
  /// The number of the user whom the file belongs to.
  public let owner: Int
  /// Which file of the system it is, whatever its names.
  public let number: Number
  // Safe to share: the pages are never written, and unmapped only in deinit.
  private nonisolated(unsafe) let start: UnsafeRawPointer

  /// What tells a file from all others that there are at the same time.
  public struct Number: Hashable, Sendable {
    let device: UInt64
    let file: UInt64
  }

  /// Maps the file at `path`.
  ///
  /// - Throws: ``GGUFError`` with code `cannotOpen` if the file is missing, unreadable, no regular file or empty.
  public init(path: String) throws(GGUFError) {
    func failure(_ found: String) -> GGUFError {
      GGUFError(.cannotOpen, file: path, found: found, expected: "a readable GGUF file")
    }
    // Without O_NONBLOCK opening a named pipe would wait for a writer; regular files ignore it.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(Self.lastError()) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(Self.lastError()) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw failure("no regular file") }
    guard let size = Int(exactly: status.st_size), size > 0 else { throw failure("an empty file") }
    let address = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let address = unsafe address, unsafe address != MAP_FAILED else { throw failure(Self.lastError()) }
    self.path = path
    count = size
    permissions = Int(status.st_mode) & 0o777
    owner = Int(status.st_uid)
    number = Number(
      device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(truncatingIfNeeded: status.st_ino))
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    // A clock that is centuries wrong must not trap.
    modificationTime = Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
    unsafe start = UnsafeRawPointer(address)
  }

  deinit { unsafe munmap(UnsafeMutableRawPointer(mutating: start), count) }

  /// Calls `body` with the bytes of `range`, which must lie inside the file.
  public func withBytes<Result, Failure: Error>(
    in range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range outside the mapped file")
    // Safe: the range was checked, and self outlives the call.
    return try unsafe body(UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  /// Tells the system that the pages wholly inside `range` are not needed soon, so that they stop counting as resident.
  public func release(_ range: Range<Int>) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let first = (range.lowerBound + page - 1) / page * page
    let last = range.upperBound / page * page
    guard first < last, range.lowerBound >= 0, last <= count else { return }
    // Safe: a clean private file mapping; the pages come back from the file when they are read again.
    _ = unsafe madvise(UnsafeMutableRawPointer(mutating: start + first), last - first, MADV_DONTNEED)
  }

  /// Asks the system to have the pages of `range` at hand before they are read.
  ///
  /// Where it can, the call returns once they are, and later reads meet no page faults. A wish: nothing depends on it.
  public func populate(_ range: Range<Int>) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let first = range.lowerBound / page * page
    guard range.lowerBound >= 0, range.upperBound <= count, first < range.upperBound else { return }
    let start = unsafe UnsafeMutableRawPointer(mutating: start + first)
    // Safe: both only read pages of the mapping.
    #if os(Linux) || os(Android)
      // MADV_POPULATE_READ, which Linux has since 5.14 and some headers lack.
      if unsafe madvise(start, range.upperBound - first, 22) == 0 { return }
    #endif
    _ = unsafe madvise(start, range.upperBound - first, MADV_WILLNEED)
  }

  /// The text of the C library's last error.
  static func lastError() -> String { unsafe String(cString: strerror(errno)) }
}
