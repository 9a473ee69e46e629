#if os(Linux)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// An owned file descriptor, closed at deinitialisation.
  struct FileDescriptor: ~Copyable, Sendable {
    /// The descriptor's number.
    let number: Int32

    /// Takes ownership of an open descriptor.
    init(_ number: Int32) {
      self.number = number
    }

    deinit {
      close(number)
    }
  }

  /// Returns the system's message for an error, by default that of `errno`.
  func systemError(_ code: Int32 = errno) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
#endif
