internal import SwiftletGGUF

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// File-system operations of the stores, in terms of POSIX paths.
///
/// Links matter here: a snapshot of the hub cache consists of them. Foundation follows some and not others, depending on
/// the platform, and cannot replace a file by renaming.
enum FileSystem {
  /// The kind of a file-system entry.
  enum Kind {
    case file, folder, link, other
  }

  /// The properties of a file-system entry.
  struct Status {
    var kind: Kind
    /// The size in bytes.
    var byteCount: Int
    /// The modification time in seconds since 1970.
    var modified: Int
  }

  /// Returns the properties of an entry; nil if it is missing, unreachable, or a link that leads nowhere.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - followsLink: False for the properties of a link itself.
  /// - Returns: The properties.
  static func status(_ path: String, followsLink: Bool = true) -> Status? {
    var status = stat()
    guard unsafe followsLink ? stat(path, &status) == 0 : lstat(path, &status) == 0 else { return nil }
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    #if canImport(Darwin)
      let modified = status.st_mtimespec.tv_sec
    #else
      let modified = status.st_mtim.tv_sec
    #endif
    return Status(kind: kind, byteCount: Int(clamping: status.st_size), modified: Int(clamping: modified))
  }

  /// Returns true for a folder, also behind a link.
  static func isFolder(_ path: String) -> Bool { status(path)?.kind == .folder }

  /// Returns true for a regular file, also behind a link.
  static func isFile(_ path: String) -> Bool { status(path)?.kind == .file }

  /// Returns true for an entry of any kind, also a link that leads nowhere.
  static func exists(_ path: String) -> Bool { status(path, followsLink: false) != nil }

  /// Returns true if this process may list and enter a folder, or read a file.
  static func isReadable(_ path: String) -> Bool {
    unsafe access(path, isFolder(path) ? R_OK | X_OK : R_OK) == 0
  }

  /// Returns true if the entry exists but the permissions of its folders hide it.
  static func isForbidden(_ path: String) -> Bool {
    var status = stat()
    if unsafe stat(path, &status) == 0 { return !isReadable(path) }
    return errno == EACCES
  }

  /// Returns the sorted names in a folder; none if it cannot be read.
  static func names(_ folder: String) -> [String] {
    (GGUFFile.names(inFolder: folder) ?? []).filter { $0 != "." && $0 != ".." }.sorted()
  }

  /// Returns the target of a symbolic link; nil for other entries.
  static func target(ofLink path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      // Safe: at most `bytes.count` bytes are written, and the count of those is returned.
      guard let start = bytes.baseAddress else { return 0 }
      return unsafe readlink(path, start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  /// Creates a folder and the folders above it.
  static func createFolder(_ path: String) throws(ModelStoreError) {
    guard !isFolder(path) else { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try createFolder(String(path[..<slash])) }
    guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else { throw failure(path) }
    guard isFolder(path) else { throw .cannotWrite(path: path, reason: "found a file, expected a folder") }
  }

  /// Creates a symbolic link, or replaces what has its name, in one step.
  static func link(_ path: String, to target: String) throws(ModelStoreError) {
    let temporary = temporaryName(beside: path)
    guard unsafe symlink(target, temporary) == 0 else { throw failure(path) }
    do {
      try move(temporary, to: path)
    } catch {
      unsafe unlink(temporary)
      throw error
    }
  }

  /// Gives a file a second name, if the volume has such; returns false if it has not, or the name is taken.
  static func addName(_ newPath: String, to path: String) -> Bool { systemLink(path, newPath) == 0 }

  /// Renames a file, replacing one of the new name.
  static func move(_ path: String, to newPath: String) throws(ModelStoreError) {
    guard unsafe rename(path, newPath) == 0 else { throw failure(newPath) }
  }

  /// Removes a file or link; a missing one is no error.
  static func remove(_ path: String) throws(ModelStoreError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else {
      throw .cannotRemove(path: path, reason: reason(errno))
    }
  }

  /// Removes a folder if it is empty, and returns true if it is gone.
  @discardableResult
  static func removeEmptyFolder(_ path: String) -> Bool { unsafe rmdir(path) == 0 || errno == ENOENT }

  /// Writes a file in one step: readers see the previous contents or the new ones.
  static func write(_ bytes: [UInt8], to path: String) throws(ModelStoreError) {
    do {
      let file = try AtomicFile(replacing: path)
      try file.append(bytes)
      try file.commit()
    } catch {
      throw .cannotWrite(path: path, reason: error.reason)
    }
  }

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - limit: The maximum size in bytes.
  /// - Returns: The contents.
  /// - Throws: ``ModelStoreError/unreadable(path:reason:)``.
  static func contents(_ path: String, limit: Int) throws(ModelStoreError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: reason(errno)) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path: path, reason: reason(errno)) }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else {
        throw .unreadable(path: path, reason: "found more than \(limit) bytes, expected a small file")
      }
    }
  }

  /// Reads a file in parts of up to a megabyte.
  static func forEachPart(_ path: String, _ body: (Span<UInt8>) throws -> Void) throws {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw ModelStoreError.unreadable(path: path, reason: reason(errno)) }
    defer { close(descriptor) }
    var part = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe part.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw ModelStoreError.unreadable(path: path, reason: reason(errno)) }
      guard count > 0 else { return }
      try body(part.span.extracting(0..<count))
    }
  }

  /// Reads the first bytes of a file, fewer if it is shorter.
  static func beginning(_ path: String, count: Int) throws(ModelStoreError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: reason(errno)) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    guard count >= 0 else { throw .unreadable(path: path, reason: reason(errno)) }
    return Array(bytes[..<count])
  }

  /// Returns the bytes that this user may still write to the volume of a path; nil if it cannot be found out.
  static func freeByteCount(_ path: String) -> Int? {
    var folder = path
    while !isFolder(folder) {
      guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { return nil }
      folder = String(folder[..<slash])
    }
    var status = statvfs()
    guard unsafe statvfs(folder, &status) == 0 else { return nil }
    let product = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return product.overflow ? .max : Int(clamping: product.partialValue)
  }

  /// A new name in the folder of a path.
  static func temporaryName(beside path: String) -> String {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return "\(folder).swiftlet-\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 16)).tmp"
  }

  private static func failure(_ path: String) -> ModelStoreError { .cannotWrite(path: path, reason: reason(errno)) }

  private static func reason(_ number: Int32) -> String {
    number == EACCES || number == EPERM ? "no permission" : MappedFile.lastError()
  }
}

/// The system's `link`, which the method of this name hides.
private func systemLink(_ path: String, _ newPath: String) -> Int32 { unsafe link(path, newPath) }
