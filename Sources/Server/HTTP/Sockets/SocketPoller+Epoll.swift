import SwiftletHTTP

#if os(Linux) && !SWIFTLET_POLL
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif
  import Swiftlet
  private import SwiftletEpoll

  /// A set of sockets whose events a thread waits for, in a time that does not depend on their number.
  ///
  /// Safe: the events contain no pointers, for which their type has room.
  @safe struct SocketPoller: ~Copyable {
    private let epoll: FileDescriptor
    private var events: [epoll_event]

    /// The maximum number of events that are returned at once, for fairness.
    private static let eventLimit = 64

    /// Creates an empty set.
    ///
    /// - Throws: ``HTTPServerError/outOfDescriptors(_:)``
    init() throws(HTTPServerError) {
      let number = epoll_create1(Int32(EPOLL_CLOEXEC))
      guard number >= 0 else { throw .outOfDescriptors(systemError()) }
      epoll = FileDescriptor(number)
      unsafe events = [epoll_event](repeating: epoll_event(), count: Self.eventLimit)
    }

    /// Adds a socket with a number that its events have.
    mutating func add(_ socket: Int32, token: UInt64, interest: SocketInterest) {
      control(EPOLL_CTL_ADD, socket, token, interest)
    }

    /// Changes the interest in a socket.
    mutating func change(_ socket: Int32, token: UInt64, interest: SocketInterest) {
      control(EPOLL_CTL_MOD, socket, token, interest)
    }

    /// Removes a socket, which has to be open still.
    mutating func remove(_ socket: Int32) {
      control(EPOLL_CTL_DEL, socket, 0, [])
    }

    /// Forgets a socket that is closed, which the system has removed.
    mutating func forget(_ socket: Int32) {}

    private func control(_ operation: Int32, _ socket: Int32, _ token: UInt64, _ interest: SocketInterest) {
      var mask: UInt32 = 0
      if interest.contains(.read) { mask |= Event.read }
      if interest.contains(.write) { mask |= Event.write }
      if interest.contains(.hangUp) { mask |= Event.peerClosed }
      var event = unsafe epoll_event(events: mask, data: epoll_data_t(u64: token))
      _ = unsafe epoll_ctl(epoll.number, operation, socket, &event)
    }

    /// Waits for events.
    ///
    /// - Parameter timeout: The maximum time in milliseconds; -1 for any.
    /// - Returns: The events; none after the timeout, or if a signal interrupts.
    mutating func wait(timeout: Int32) -> [SocketEvent] {
      let count = unsafe epoll_wait(epoll.number, &events, Int32(events.count), timeout)
      return unsafe events.prefix(Int(max(0, count))).map { event in
        let mask = unsafe event.events
        return unsafe SocketEvent(
          token: event.data.u64, isReadable: mask & Event.read != 0, isWritable: mask & Event.write != 0,
          isHungUp: mask & (Event.peerClosed | Event.error | Event.hangUp) != 0)
      }
    }

    /// The bits of events, whose names have other types in each C library.
    private enum Event {
      static let read: UInt32 = 0x1
      static let write: UInt32 = 0x4
      static let error: UInt32 = 0x8
      static let hangUp: UInt32 = 0x10
      static let peerClosed: UInt32 = 0x2000
    }
  }
#endif
