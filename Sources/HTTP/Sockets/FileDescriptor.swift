#if canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An owned file descriptor, closed at deinitialisation.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The descriptor's number.
  package let number: Int32

  /// Takes ownership of an open descriptor.
  package init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Makes reads and writes return at once, and keeps the descriptor out of started processes.
  package func makeNonBlocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
  }
}

/// Returns the system's message for an error, by default that of `errno`.
package func systemError(_ code: Int32 = errno) -> String {
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}
