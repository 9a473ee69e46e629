#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The open descriptors of this process that paths name, such as `/dev/stdout`.
///
/// An output at such a path is written to the descriptor, at its offset or its end as the shell has opened it: opening
/// the path again, or replacing what it leads to, would lose what a redirection is to keep.
package enum OutputDescriptor {
  /// Returns the number of the descriptor that a path names; nil for other paths.
  package static func number(of path: String) -> Int32? {
    switch path {
    case "/dev/stdin": return STDIN_FILENO
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      let digits = path.dropFirst(folder.count)
      return digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int32(digits) : nil
    }
    return nil
  }

  /// Returns true if an output at a path goes to standard output, directly or as the same file or pipe.
  package static func isStandardOutput(_ path: String) -> Bool {
    if number(of: path) == STDOUT_FILENO { return true }
    guard let output = status(of: path), let standard = status(of: "/dev/stdout") else { return false }
    // Devices such as the null device are shared by outputs that have nothing else in common.
    guard [S_IFREG, S_IFIFO].contains(output.st_mode & S_IFMT) else { return false }
    return output.st_dev == standard.st_dev && output.st_ino == standard.st_ino
  }

  /// Returns the status of what a path leads to; nil if nothing is there.
  static func status(of path: String) -> stat? {
    var status = stat()
    if let descriptor = number(of: path) {
      return unsafe fstat(descriptor, &status) == 0 ? status : nil
    }
    return unsafe stat(path, &status) == 0 ? status : nil
  }
}

extension MappedFile.Identifier {
  /// Finds the regular file at a path, or of the descriptor that the path names; nil if there is none.
  ///
  /// Two paths whose identifiers are equal lead to the same file, whether by a symbolic or a hard link.
  package init?(regularFile path: String) {
    guard let status = OutputDescriptor.status(of: path), status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(truncatingIfNeeded: status.st_ino))
  }
}
