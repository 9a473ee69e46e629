internal import SwiftletGGUF

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The user's folder, which the environment decides about.
///
/// | variable | value |
/// |---|---|
/// | `SWIFTLET_PACKED_CACHE` | a folder, or `off` |
/// | `SWIFTLET_PACKED_CACHE_LIMIT` | the maximum size of all files in GB, such as `50` or `0.5` |
/// | `XDG_CACHE_HOME` | the user's folder of caches, if it is an absolute path |
extension PackedCacheFolder {
  /// The user's folder: `$SWIFTLET_PACKED_CACHE`, else `swiftlet/packed` in the user's folder of caches.
  ///
  /// That is `$XDG_CACHE_HOME`, else `Library/Caches` in the home folder on Apple's platforms and `.cache` elsewhere.
  /// It is nil if the environment has no home folder.
  public static var user: PackedCacheFolder? { ofUser(environment: variable) }

  /// True if `SWIFTLET_PACKED_CACHE` is `off`.
  static func isOff(environment: (_ name: String) -> String) -> Bool { environment("SWIFTLET_PACKED_CACHE") == "off" }

  static func ofUser(environment: (_ name: String) -> String) -> PackedCacheFolder? {
    var path = environment("SWIFTLET_PACKED_CACHE")
    if path.isEmpty || isOff(environment: environment) {
      guard let caches = caches(environment: environment) else { return nil }
      path = caches + "/swiftlet/packed"
    }
    return PackedCacheFolder(path: path, byteLimit: limit(environment("SWIFTLET_PACKED_CACHE_LIMIT")))
  }

  /// Returns true if a text is a value of `SWIFTLET_PACKED_CACHE_LIMIT`; others are as if there was none.
  public static func isLimit(_ text: String) -> Bool { limit(text) != nil }

  private static func limit(_ text: String) -> Int? {
    Double(text).flatMap { $0 >= 0 ? Int(clamping: $0 * 1e9) : nil }
  }

  private static func caches(environment: (_ name: String) -> String) -> String? {
    let folder = environment("XDG_CACHE_HOME")
    if folder.hasPrefix("/") { return folder }
    let home = environment("HOME")
    guard home.hasPrefix("/") else { return nil }
    #if canImport(Darwin)
      return home + "/Library/Caches"
    #else
      return home + "/.cache"
    #endif
  }

  /// The value of a variable; empty if there is none.
  static func variable(_ name: String) -> String { unsafe getenv(name).map { unsafe String(cString: $0) } ?? "" }
}
