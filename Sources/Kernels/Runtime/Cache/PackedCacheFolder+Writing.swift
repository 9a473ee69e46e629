internal import SwiftletGGUF

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension PackedCacheFolder {
  /// The maximum size of all files in bytes.
  public var maximumByteCount: Int { byteLimit ?? min(20_000_000_000, disk.total / 10) }

  /// Writes a model's file, after removing files that exceed the limit; one process at a time does.
  ///
  /// - Parameters:
  ///   - contents: The packed weights.
  ///   - path: The path of the file in this folder.
  ///   - known: The file that is to be replaced; nil for none. A file that another process has written since stays.
  ///   - continues: As in ``PackedCacheContents/write(to:continues:)``.
  /// - Throws: ``PackedCacheError`` if the file cannot be written, or does not fit.
  func write(
    _ contents: PackedCacheContents, to path: String, replacing known: MappedFile.Identifier?,
    continues: (_ written: Int) -> Bool = { _ in true }
  ) throws(PackedCacheError) {
    let failure = Self.create(atPath: self.path + "/")
    let descriptor = unsafe open(self.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotWrite(found: failure ?? MappedFile.lastError()) }
    defer { _ = close(descriptor) }
    // Without locks, as on some network file systems, processes may write the same file at once, which only costs time.
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    let current = MappedFile.Identifier(regularFile: path)
    guard current == nil || current == known else { return }
    removeAbandonedFiles()
    try reserve(contents.byteCount, replacing: path)
    try contents.write(to: path, continues: continues)
  }

  /// Creates the folder of a file and those above it, for the user alone.
  ///
  /// - Returns: The first failure, which is the reason if the file cannot be written: those after it follow from it.
  static func create(atPath path: String) -> String? {
    var failure: String?
    var folder = path.hasPrefix("/") ? "" : "."
    for name in path[..<(path.lastIndex(of: "/") ?? path.startIndex)].split(separator: "/") {
      folder += "/" + name
      if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST { failure = failure ?? MappedFile.lastError() }
    }
    return failure
  }

  /// Removes the files that were used least recently, until one of the given size fits.
  ///
  /// The disk must have room for two of them and some more, so that nothing else runs out of it.
  private func reserve(_ byteCount: Int, replacing path: String) throws(PackedCacheError) {
    let (disk, limit) = (disk, maximumByteCount)
    guard byteCount <= limit else { throw .exceedsLimit(found: byteCount, limit: limit) }
    let needed = 2 * byteCount + min(1 << 30, disk.total / 20)
    guard disk.free >= needed else { throw .notEnoughSpace(found: disk.free, expected: needed) }
    let others = files.filter { $0.path != path }
    var total = others.reduce(byteCount) { $0 + $1.byteCount }
    for file in others.reversed() where total > limit {
      if file.remove() { total -= file.byteCount }
    }
    guard total <= limit else { throw .exceedsLimit(found: total, limit: limit) }
  }

  /// Removes the temporary files of processes that ended while they wrote.
  ///
  /// The caller holds the lock. A process that writes without one modifies its file all the time.
  private func removeAbandonedFiles() {
    let aMinuteAgo = (time(nil) - 60) * 1_000_000_000
    for name in GGUFFile.names(inFolder: path) ?? [] where AtomicFile.isTemporary(name: name) {
      let temporary = path + "/" + name
      if let file = PackedCacheFile.ownFile(temporary), file.modificationTime < aMinuteAgo {
        _ = unsafe unlink(temporary)
      }
    }
  }

  /// The free and the total size in bytes of the disk, that of the nearest folder above this one that exists.
  private var disk: (free: Int, total: Int) {
    var folder = path
    var status = statvfs()
    while unsafe statvfs(folder, &status) != 0 {
      guard let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else { return (0, 0) }
      folder = String(folder[..<slash])
    }
    let unit = UInt64(status.f_frsize)
    func bytes(_ count: UInt64) -> Int {
      let (bytes, overflow) = count.multipliedReportingOverflow(by: unit)
      return overflow ? .max : Int(clamping: bytes)
    }
    return (bytes(UInt64(status.f_bavail)), bytes(UInt64(status.f_blocks)))
  }
}
