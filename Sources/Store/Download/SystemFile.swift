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
