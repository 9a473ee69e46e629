#if canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pair of sockets that wakes a thread: it polls one end, and a byte written to the other wakes it.
package struct WakePipe: ~Copyable, Sendable {
  private let readEnd: FileDescriptor
  private let writeEnd: FileDescriptor

  /// Creates a pair.
  ///
  /// - Throws: ``HTTPFailure/unreachable(_:)`` if the process has no file descriptor left.
  package init() throws(HTTPFailure) {
    var ends: [Int32] = [0, 0]
    guard unsafe socketpair(AF_UNIX, SocketAddress.stream, 0, &ends) == 0 else { throw .unreachable(systemError()) }
    readEnd = FileDescriptor(ends[0])
    writeEnd = FileDescriptor(ends[1])
    readEnd.makeNonBlocking()
    writeEnd.makeNonBlocking()
  }

  /// The descriptor to poll for reading.
  package var number: Int32 { readEnd.number }

  /// Wakes the thread.
  package func wake() {
    // If the buffer is full, a wakeup is pending already.
    var byte: UInt8 = 1
    _ = unsafe write(writeEnd.number, &byte, 1)
  }

  /// Removes the bytes of all wakeups.
  ///
  /// - Parameter buffer: A buffer that is overwritten.
  package func clear(buffer: inout [UInt8]) {
    while unsafe read(readEnd.number, &buffer, buffer.count) == buffer.count {}
  }
}
