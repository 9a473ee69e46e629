import Swiftlet
import SwiftletHTTP

#if canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The bytes that a socket has not accepted yet.
struct HTTPOutputQueue {
  /// The result of sending.
  enum Outcome {
    /// A number of bytes were sent.
    case sent(Int)
    /// The client no longer receives.
    case failed
  }

  private var parts: [ArraySlice<UInt8>] = []
  /// The number of bytes.
  private(set) var count = 0

  /// The maximum number of bytes that are copied to be sent together with earlier ones.
  private static let copyLimit = 16 << 10
  /// The maximum number of bytes that are sent at once, for fairness among connections.
  private static let sendLimit = 128 << 10

  var isEmpty: Bool { count == 0 }

  /// Appends bytes.
  mutating func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    count += bytes.count
    if let last = parts.indices.last, bytes.count <= Self.copyLimit, parts[last].count <= Self.copyLimit {
      parts[last] += bytes
    } else {
      parts.append(bytes[...])
    }
  }

  /// Sends what the socket accepts without waiting.
  mutating func send(to socket: borrowing FileDescriptor) -> Outcome {
    var sent = 0
    while let first = parts.first, sent < Self.sendLimit {
      let number = socket.number
      let result = unsafe first.withUnsafeBytes { bytes in
        unsafe systemSend(number, bytes.baseAddress, bytes.count, Self.flags)
      }
      if result >= 0 {
        sent += result
        count -= result
        if result < first.count { parts[0] = first.dropFirst(result) } else { parts.removeFirst() }
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        break
      } else if errno != EINTR {
        return .failed
      }
    }
    return .sent(sent)
  }

  #if canImport(Darwin)
    // The socket has an option instead.
    private static let flags: Int32 = 0
  #else
    private static let flags = Int32(MSG_NOSIGNAL)
  #endif
}

/// The system's `send`, which the method of this name shadows.
private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  unsafe send(socket, bytes, count, flags)
}
