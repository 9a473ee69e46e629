/// The events of a socket that a thread waits for.
///
/// Only what can be handled is waited for: otherwise the thread would never sleep.
struct SocketInterest: OptionSet, Sendable {
  let rawValue: UInt8

  /// Bytes, connections or the end of the stream can be read.
  static let read = SocketInterest(rawValue: 1)
  /// Bytes can be written.
  static let write = SocketInterest(rawValue: 2)
  /// The peer has closed its side, also if unread bytes precede the end; elsewhere than on Linux this is not seen.
  static let hangUp = SocketInterest(rawValue: 4)
}

/// The events of one socket.
struct SocketEvent: Sendable {
  /// The number with which the socket was added.
  var token: UInt64
  /// True if reading would not wait.
  var isReadable = false
  /// True if writing would not wait.
  var isWritable = false
  /// True if the peer has closed its side, or the connection has failed, which is reported without interest too.
  var isHungUp = false
}
