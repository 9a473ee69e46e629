#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A read-only memory mapping of a whole file, unmapped when the last reference is released.
///
/// The descriptor is closed after mapping, unless a lock is held for others to see. If another program truncates the
/// file while it is mapped, the next access terminates the process with `SIGBUS`; replace model files by renaming, not
/// by rewriting them.
@safe public final class MappedFile: Sendable {
  /// The path of the file as given.
  public let path: String
  /// The size of the file in bytes.
  public let count: Int
  /// The modification time in nanoseconds since 1970.
  public let modificationTime: Int
  /// The permissions as the nine mode bits of `chmod`.
  public let permissions: Int
  /// The user ID of the owner.
  public let owner: Int
  /// The identifier of the file, which is independent of its paths.
  public let identifier: Identifier
  private let isWritable: Bool
  /// The descriptor that holds the lock; nil without one.
  private let lockedDescriptor: Int32?
  // Safe to share: the pages are unmapped only in deinit, and written only by whom ``withWritableBytes(in:_:)`` names.
  private nonisolated(unsafe) let start: UnsafeRawPointer

  /// The identifier of a file: its device and inode numbers.
  public struct Identifier: Hashable, Sendable {
    let device: UInt64
    let file: UInt64
  }

  /// Maps the file at `path`.
  ///
  /// - Throws: ``GGUFError`` with code `cannotOpen` if the file is missing, unreadable, not a regular file, or empty.
  public convenience init(path: String) throws(GGUFError) { try self.init(path: path, isWritable: false) }

  /// Maps the file at `path`.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isWritable: True if this process can change its own copy of pages.
  ///   - isLocked: True to hold a shared advisory lock as long as the file is mapped, where the file system has locks.
  /// - Throws: As ``init(path:)`` does.
  package init(path: String, isWritable: Bool, isLocked: Bool = false) throws(GGUFError) {
    func failure(_ found: String) -> GGUFError {
      GGUFError(.cannotOpen, file: path, found: found, expected: "a readable GGUF file")
    }
    // Without O_NONBLOCK, opening a named pipe blocks until it has a writer; regular files ignore the flag.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(Self.lastError()) }
    var keepsDescriptor = false
    defer { if !keepsDescriptor { close(descriptor) } }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(Self.lastError()) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isPipe = status.st_mode & S_IFMT == S_IFIFO
      throw failure(isPipe ? "a pipe, which cannot be mapped into memory" : "no regular file")
    }
    guard let size = Int(exactly: status.st_size), size > 0 else { throw failure("an empty file") }
    #if os(Linux) || os(Android)
      // Memory for copies is accounted for when pages are copied, which is rare.
      let flags = isWritable ? MAP_PRIVATE | MAP_NORESERVE : MAP_PRIVATE
    #else
      let flags = MAP_PRIVATE
    #endif
    let protection = isWritable ? PROT_READ | PROT_WRITE : PROT_READ
    let address = unsafe mmap(nil, size, protection, flags, descriptor, 0)
    guard let address = unsafe address, unsafe address != MAP_FAILED else { throw failure(Self.lastError()) }
    self.path = path
    self.isWritable = isWritable
    count = size
    permissions = Int(status.st_mode) & 0o777
    owner = Int(status.st_uid)
    identifier = Identifier(
      device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(truncatingIfNeeded: status.st_ino))
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    // Wrapping arithmetic, so that absurd timestamps do not trap.
    modificationTime = Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
    unsafe start = UnsafeRawPointer(address)
    if isLocked { keepsDescriptor = flock(descriptor, LOCK_SH | LOCK_NB) == 0 }
    lockedDescriptor = keepsDescriptor ? descriptor : nil
  }

  deinit {
    unsafe munmap(UnsafeMutableRawPointer(mutating: start), count)
    if let lockedDescriptor { close(lockedDescriptor) }
  }

  /// Calls `body` with the bytes of `range`, which has to be in bounds.
  public func withBytes<Result, Failure: Error>(
    in range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range outside the mapped file")
    // Safe: the range was checked, and self outlives the call.
    return try unsafe body(UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  /// Calls `body` with the bytes of `range`, which it may change in this process' copy; the file stays as it is.
  ///
  /// The caller ensures exclusive access to those bytes.
  package func withWritableBytes<Result, Failure: Error>(
    in range: Range<Int>, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(isWritable && range.lowerBound >= 0 && range.upperBound <= count, "range that cannot be written")
    // Safe: the range was checked, the mapping is writable and private, and self outlives the call.
    return try unsafe body(
      UnsafeMutableRawBufferPointer(
        start: UnsafeMutableRawPointer(mutating: start) + range.lowerBound, count: range.count))
  }

  /// Releases the resident pages that are entirely inside `range`.
  public func release(_ range: Range<Int>) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let first = (range.lowerBound + page - 1) / page * page
    let last = range.upperBound / page * page
    guard first < last, range.lowerBound >= 0, last <= count else { return }
    // Safe: a clean private file mapping; the pages are read from the file again on the next access.
    _ = unsafe madvise(UnsafeMutableRawPointer(mutating: start + first), last - first, MADV_DONTNEED)
  }

  /// Populates the pages of `range` before they are accessed.
  ///
  /// Where supported, the call returns once they are resident, so that accesses cause no page faults. This is a hint.
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

  /// The text of an error of the C library, by default of the last one.
  package static func lastError(_ code: Int32 = errno) -> String { unsafe String(cString: strerror(code)) }
}
