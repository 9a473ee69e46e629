#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An output file that atomically replaces another one on commit, and is discarded otherwise.
///
/// On Linux it is unnamed until then, so nothing is left behind even if the process is killed. Elsewhere, and on file
/// systems without unnamed temporary files, it has a temporary name in the same folder, which is created exclusively
/// and removed if the file is not committed. Processes that replace the same file concurrently do not interfere: the
/// last commit wins. Devices, pipes and open descriptors are written directly; ``OutputTarget`` has the rule.
package final class AtomicFile {
  private let path: String
  private let target: String
  private let folder: String
  private let descriptor: Int32
  private let isStream: Bool
  /// True if something would be lost by a crash that keeps the new name but not its contents.
  private let isDurable: Bool
  private var temporaryPath: String?
  private var end = 0

  /// Creates the file in the folder of `path`, unnamed if possible, or opens a device, a pipe or a descriptor.
  ///
  /// - Parameters:
  ///   - path: The file to create or replace, or a device or pipe to write to.
  ///   - magic: The first word of the files that may be replaced; nil for any.
  ///   - permissions: The mode bits that the file has at most, at least those for its owner to read and write; nil for
  ///     those of the replaced file, or of the process for a new one.
  ///   - prefersUnnamed: True to use an unnamed file where the system has them.
  /// - Throws: ``OutputError`` if the path must not be written, or no file can be created in its folder.
  package init(
    replacing path: String, magic: UInt64? = nil, permissions: Int? = nil, prefersUnnamed: Bool = true
  ) throws(OutputError) {
    self.path = path
    let limit = permissions.map { mode_t(truncatingIfNeeded: $0 & 0o666 | 0o600) }
    let found = try OutputTarget(path, magic: magic)
    guard case .file(let target, let existing) = found else {
      (self.target, folder, isStream, isDurable) = (path, "", true, false)
      if case .descriptor(let number) = found {
        // The copy shares the offset and the append mode. Writing nothing fails where nothing can be written.
        descriptor = dup(number)
        guard descriptor >= 0, systemWrite(descriptor, nil, 0) == 0 else { throw failure() }
        return
      }
      descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw failure() }
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFREG else {
        throw OutputError(path, found: "a file that has just replaced a device or pipe")
      }
      return
    }
    self.target = target
    let slash = target.lastIndex(of: "/")
    folder = slash.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
    (isStream, isDurable) = (false, existing != nil || magic != nil)
    let mode = limit ?? 0o666
    var descriptor = prefersUnnamed ? Self.openUnnamed(folder, mode) : -1
    if descriptor < 0 {
      let name = Self.temporaryName(folder)
      descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
      if descriptor >= 0 { temporaryPath = name }
    }
    self.descriptor = descriptor
    guard descriptor >= 0 else { throw failure() }
    setMode(limit, existing, keepsOwner: magic == nil)
  }

  /// Gives the file the mode and, for a privileged user, the owner of the one that it replaces.
  ///
  /// Failures are harmless: the file is readable for its owner alone.
  private func setMode(_ limit: mode_t?, _ existing: OutputTarget.Existing?, keepsOwner: Bool) {
    guard let existing else {
      // Restores bits that the umask cleared.
      if let limit { _ = fchmod(descriptor, limit) }
      return
    }
    let isPrivileged = geteuid() == 0
    if isPrivileged, keepsOwner { _ = fchown(descriptor, existing.owner, existing.group) }
    // The mode of another user's file is no reason to let others read this one.
    guard isPrivileged || existing.owner == geteuid() else { return }
    _ = fchmod(descriptor, limit.map { existing.mode & $0 | 0o600 } ?? existing.mode)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if let temporaryPath { unsafe unlink(temporaryPath) }
  }

  /// Throws if nothing can be written at a path, or something is there that must not be replaced.
  ///
  /// It creates a temporary file that is not committed, as that tells more than permissions do.
  package static func check(_ path: String, magic: UInt64) throws(OutputError) {
    _ = try AtomicFile(replacing: path, magic: magic)
  }

  /// Sets the size, which streams do not have; bytes that are not written are zero.
  package func resize(to byteCount: Int) throws(OutputError) {
    guard let size = off_t(exactly: byteCount), ftruncate(descriptor, size) == 0 else { throw failure() }
  }

  /// Writes words at an offset, which streams do not have.
  package func write(_ words: [UInt64], at offset: Int) throws(OutputError) {
    let words = words.span
    try unsafe words.bytes.withUnsafeBytes { bytes throws(OutputError) in try unsafe write(bytes, at: offset) }
  }

  /// Writes bytes after those of the last call.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    try unsafe write(bytes, at: end)
    end += bytes.count
  }

  /// Writes bytes after those of the last call.
  package func append(_ bytes: [UInt8]) throws(OutputError) {
    let bytes = bytes.span
    try unsafe bytes.withUnsafeBytes { bytes throws(OutputError) in try unsafe append(bytes) }
  }

  /// Writes bytes at an offset, which in a stream is the end.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(OutputError) {
    var done = 0
    while done < bytes.count {
      // Safe: done < count, so the rest is a part of the bytes. Darwin rejects writes of 2^31 bytes or more.
      let start = unsafe bytes.baseAddress.map { unsafe $0 + done }
      let part = min(bytes.count - done, 1 << 28)
      let count =
        unsafe isStream
        ? systemWrite(descriptor, start, part)
        : pwrite(descriptor, start, part, off_t(offset + done))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      done += count
    }
  }

  /// Renames the file to its path, after its contents are on disk if it replaces one.
  package func commit() throws(OutputError) {
    guard !isStream else { return }
    guard !isDurable || flush() else { throw failure() }
    if temporaryPath == nil { temporaryPath = try link() }
    guard let name = temporaryPath, unsafe rename(name, target) == 0 else { throw failure() }
    temporaryPath = nil
    guard isDurable else { return }
    // Flushes the name too; without it, a power failure would only undo the replacement.
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

  private func failure() -> OutputError { OutputError(path, found: MappedFile.lastError()) }

  /// A new name in a folder, which does not grow with the name of the file: names have a limit.
  private static func temporaryName(_ folder: String) -> String {
    "\(folder)/.swiftlet-\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 16)).tmp"
  }

  /// Returns true for the temporary names of files that are not committed yet.
  package static func isTemporary(name: String) -> Bool { name.hasPrefix(".swiftlet-") && name.hasSuffix(".tmp") }

  #if os(Linux) || os(Android)
    private static func openUnnamed(_ folder: String, _ mode: mode_t) -> Int32 {
      // A name is given by a path to the descriptor.
      guard unsafe access("/proc/self/fd", X_OK) == 0 else { return -1 }
      // O_TMPFILE, a macro that Swift does not import, contains O_DIRECTORY so that old kernels refuse it.
      return unsafe open(folder, O_WRONLY | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, mode)
    }

    /// Links an unnamed file under a temporary name.
    private func link() throws(OutputError) -> String {
      let name = Self.temporaryName(folder)
      guard unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
        throw failure()
      }
      return name
    }
  #else
    private static func openUnnamed(_ folder: String, _ mode: mode_t) -> Int32 { -1 }

    private func link() throws(OutputError) -> String { throw OutputError(path, found: "a file without a name") }
  #endif
}

// The methods above hide the C function of the same name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
