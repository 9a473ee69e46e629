/// The output of a ``GGUFWriter``, to which producers write tensor data.
public struct GGUFSink {
  private let file: AtomicFile
  private var buffer: [UInt8] = []
  private var flushed = 0

  /// The number of bytes written so far.
  public var written: Int { flushed + buffer.count }

  private static var bufferSize: Int { 1 << 20 }

  init(_ path: String) throws(GGUFError) {
    do { file = try AtomicFile(replacing: path) } catch { throw GGUFError(error) }
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
    do { try file.append(buffer) } catch { throw GGUFError(error) }
    flushed += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes what is buffered and gives the file its name.
  mutating func commit() throws(GGUFError) {
    try flush()
    do { try file.commit() } catch { throw GGUFError(error) }
  }
}
