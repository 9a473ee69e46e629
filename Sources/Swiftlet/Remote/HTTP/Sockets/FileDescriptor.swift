#if os(Linux)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// The number of an open file or socket, which is closed when its owner goes.
  struct FileDescriptor: ~Copyable, Sendable {
    /// The system's number.
    let number: Int32

    /// Takes over an open file or socket.
    init(_ number: Int32) {
      self.number = number
    }

    deinit {
      close(number)
    }
  }

  /// What the system says about the error of its last call.
  func systemError(_ code: Int32 = errno) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
#endif
