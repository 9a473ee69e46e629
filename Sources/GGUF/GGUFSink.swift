#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The output of a ``GGUFWriter``, to which producers write tensor data.
public struct GGUFSink {
  private let path: String
  private var descriptor: Int32
  private var buffer: [UInt8] = []
  private var flushed = 0

  /// The number of bytes written so far.
  public var written: Int { flushed + buffer.count }

  private static var bufferSize: Int { 1 << 20 }

  init(creating path: String) throws(GGUFError) {
    self.path = path
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure() }
    buffer.reserveCapacity(Self.bufferSize)
  }

  /// Appends bytes.
  public mutating func write(_ bytes: [UInt8]) throws(GGUFError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Appends bytes from memory.
  public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(GGUFError) {
    unsafe buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  mutating func pad(to count: Int) throws(GGUFError) {
    if count > written { try write([UInt8](repeating: 0, count: count - written)) }
  }

  private mutating func flush() throws(GGUFError) {
    var done = 0
    while done < buffer.count {
      let count = unsafe buffer.withUnsafeBytes { bytes in
        // Safe: done < count, so the rest is a part of the buffer. Darwin rejects writes of 2^31 bytes or more.
        let rest = min(bytes.count - done, 1 << 30)
        return unsafe systemWrite(descriptor, bytes.baseAddress.map { unsafe $0 + done }, rest)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      done += count
    }
    flushed += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  mutating func close() throws(GGUFError) {
    try flush()
    let closing = descriptor
    descriptor = -1
    guard systemClose(closing) == 0 else { throw failure() }
  }

  mutating func abandon() {
    if descriptor >= 0 { _ = systemClose(descriptor) }
    descriptor = -1
  }

  private func failure() -> GGUFError {
    GGUFError(.cannotWrite, file: path, found: MappedFile.lastError(), expected: "a path that can be written")
  }
}

// The methods above shadow the C functions of the same names.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
