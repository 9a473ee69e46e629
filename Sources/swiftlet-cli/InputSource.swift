#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file or standard input.
final class InputSource {
  /// The path, or `standard input`.
  let name: String
  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Opens a file, or standard input for `-`.
  init(_ path: String) throws(FileError) {
    (name, descriptor) =
      InputFile.standardInput.contains(path)
      ? ("standard input", STDIN_FILENO) : (path, unsafe open(path, O_RDONLY | O_CLOEXEC))
    guard descriptor >= 0 else { throw failure() }
  }

  deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

  /// Appends what can be read next; returns false at the end.
  func read(into bytes: inout [UInt8]) throws(FileError) -> Bool {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe systemRead(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure() }
      bytes.append(contentsOf: buffer[..<count])
      return count > 0
    }
  }

  /// The size of a regular file; nil for pipes and devices.
  var byteCount: Int? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  private func failure() -> FileError { FileError(name, unsafe String(cString: strerror(errno))) }
}

// The methods above hide the C function of the same name.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, bytes, count)
}
