#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The patterns for files of a repository, as `hf download --include` has them.
enum FilePattern {
  /// Returns whether a path matches a pattern.
  ///
  /// - Parameters:
  ///   - path: The path in the repository.
  ///   - pattern: The pattern: `*` stands for any text, also with slashes, `?` for a character, `[…]` for one of some.
  /// - Returns: True if all of the path matches.
  static func matches(_ path: String, _ pattern: String) -> Bool {
    let pattern = pattern.hasSuffix("/") ? pattern + "*" : pattern
    return unsafe fnmatch(pattern, path, FNM_NOESCAPE) == 0
  }
}
