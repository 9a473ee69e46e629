#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

import SwiftletGGUF

/// An error thrown when standard output can no longer be written.
struct ClosedOutput: Error {
  /// The exit status: 0 if the reader closed the pipe, 1 for other errors such as a full disk.
  var status: Int32
}

/// Standard output and standard error.
enum Output {
  /// True if standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  /// True if standard error is a terminal.
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }
  /// True if standard input is a terminal.
  static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// True if standard input is a pipe or a file, and no terminal or other device.
  static var inputIsPiped: Bool {
    var status = stat()
    guard unsafe fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFIFO, S_IFREG].contains(status.st_mode & S_IFMT)
  }

  /// True if standard output is a terminal that shows styles, and the user has not turned them off.
  ///
  /// `NO_COLOR` with any value but an empty one turns them off (no-color.org).
  static var showsStyles: Bool {
    isTerminal && environment("NO_COLOR").isEmpty && !["dumb", ""].contains(environment("TERM"))
  }

  /// The value of an environment variable; empty if there is none.
  static func environment(_ name: String) -> String { unsafe getenv(name).map { unsafe String(cString: $0) } ?? "" }

  private static let showsOnTerminal = isTerminal

  /// Occupies the standard descriptors that are closed, so that no file that is opened later is taken for one of them.
  ///
  /// They are opened the wrong way round: reading and writing fails as if they were closed still.
  static func reserveDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Throws if standard output is closed, or open for reading only, so that nothing is computed for it in vain.
  static func requireOpen() throws(ClosedOutput) {
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    guard flags == -1 || flags & O_ACCMODE == O_RDONLY else { return }
    error("swiftlet: standard output: \(unsafe String(cString: strerror(EBADF)))\n")
    throw ClosedOutput(status: 1)
  }

  /// Writes text to standard output, unbuffered; a terminal gets control characters escaped.
  static func write(_ text: String) throws(ClosedOutput) { try write(Array(text.utf8)) }

  /// Writes bytes to standard output, unbuffered; a terminal gets control characters escaped.
  static func write(_ bytes: [UInt8]) throws(ClosedOutput) {
    // Much of what is written comes from files and models.
    guard showsOnTerminal else { return try write(unescaped: bytes) }
    try write(unescaped: Array(TerminalText.escaped(String(decoding: bytes, as: UTF8.self)).utf8))
  }

  /// Writes bytes to standard output, unbuffered, with control sequences of this program.
  static func write(unescaped bytes: [UInt8]) throws(ClosedOutput) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        let isClosed = errno == EPIPE
        if !isClosed { error("swiftlet: standard output: \(unsafe String(cString: strerror(errno)))\n") }
        throw ClosedOutput(status: isClosed ? 0 : 1)
      }
    }
  }

  /// Writes the report of a command that also writes a file: to standard error if that file is standard output.
  static func report(_ text: String, beside path: String?) throws(ClosedOutput) {
    if let path, OutputDescriptor.isStandardOutput(path) { return error(text) }
    try write(text)
  }

  /// Writes text to standard error, with control characters escaped; ignores errors.
  static func error(_ text: String) { control(TerminalText.escaped(text)) }

  /// Writes text with control sequences of this program to standard error; ignores errors.
  static func control(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe systemWrite(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

// The methods above hide the C function of the same name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
