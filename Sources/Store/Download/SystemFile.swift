internal import SwiftletHTTP

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Operations on files that need the system's functions.
enum SystemFile {
  /// Writes a new file, not necessarily to the disk.
  ///
  /// - Returns: True if all bytes were written.
  static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let number = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard number >= 0 else { return false }
    let file = FileDescriptor(number)
    let count = unsafe bytes.withUnsafeBytes { unsafe systemWrite(file.number, $0.baseAddress, $0.count) }
    return count == bytes.count
  }

  /// Writes bytes at an offset of a file.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - file: The descriptor.
  ///   - offset: The offset.
  /// - Returns: The number of written bytes; less than one after an error, which is in `errno`.
  static func write(_ bytes: RawSpan, to file: Int32, at offset: Int) -> Int {
    unsafe bytes.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, off_t(offset)) }
  }

  /// Lets the system begin to write a range of a file to the disk, without waiting for it.
  ///
  /// - Parameters:
  ///   - file: The descriptor.
  ///   - range: The bytes, which were written to the file before.
  static func beginWriting(_ file: Int32, _ range: Range<Int>) {
    #if os(Linux)
      // The advice also frees pages, but only those that are on the disk already, which these are not.
      _ = posix_fadvise(file, off_t(range.lowerBound), off_t(range.count), POSIX_FADV_DONTNEED)
    #endif
  }

  /// Returns true if a path leads to an open file.
  static func isFile(_ file: Int32, at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    guard unsafe fstat(file, &opened) == 0, unsafe stat(path, &named) == 0 else { return false }
    return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  /// Replaces a file by a copy of some of its bytes, so that whoever has it open writes to another file from then on.
  ///
  /// - Returns: False if that failed; the file is unchanged then.
  static func replaceByCopy(_ path: String, _ ranges: [Range<Int>]) -> Bool {
    let temporary = FileSystem.temporaryName(beside: path)
    let source = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { return false }
    let from = FileDescriptor(source)
    let copy = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard copy >= 0 else { return false }
    let to = FileDescriptor(copy)
    guard ranges.allSatisfy({ copyBytes($0, from: from.number, to: to.number) }),
      unsafe rename(temporary, path) == 0
    else {
      _ = unsafe unlink(temporary)
      return false
    }
    return true
  }

  private static func copyBytes(_ range: Range<Int>, from source: Int32, to copy: Int32) -> Bool {
    var part = [UInt8](repeating: 0, count: min(range.count, 1 << 20))
    var offset = range.lowerBound
    while offset < range.upperBound {
      let wanted = min(part.count, range.upperBound - offset)
      // Safe: `wanted` is at most the number of bytes.
      let count = unsafe part.withUnsafeMutableBytes { unsafe pread(source, $0.baseAddress, wanted, off_t(offset)) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      var written = 0
      while written < count {
        // Safe: bytes have no padding.
        let result = unsafe write(part.span.bytes.extracting(written..<count), to: copy, at: offset + written)
        if result < 0 && errno == EINTR { continue }
        guard result > 0 else { return false }
        written += result
      }
      offset += count
    }
    return true
  }

  /// Sets the modification time of a file to the present.
  static func touch(_ path: String) { _ = unsafe utimensat(AT_FDCWD, path, nil, 0) }

  /// Writes a file or folder to the disk.
  ///
  /// Some file systems cannot do that with folders.
  static func synchronize(_ path: String) {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return }
    let file = FileDescriptor(number)
    _ = fsync(file.number)
  }
}

/// The system's `write`, which the method of this name shadows.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}
