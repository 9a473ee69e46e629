internal import SwiftletGGUF

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Whether packed weights are kept on disk for the next load, and where.
public enum PackedCachePolicy: Sendable, Hashable {
  /// They are packed anew by each load.
  case off
  /// In `<model>.swiftlet-packed` beside the model's file, links resolved.
  case besideModel
  /// In a folder, for models whose own cannot be written. The name of the file there also depends on the model's path.
  case folder(String)

  /// The path of the cache of a model, nil if there is to be none.
  ///
  /// - Parameter path: The model's file, or the first of its shards.
  /// - Returns: A path in the folder of the policy.
  public func path(forModel path: String) -> String? {
    let resolved = Self.resolved(path)
    switch self {
    case .off: return nil
    case .besideModel: return resolved + ".swiftlet-packed"
    case .folder(let folder):
      let name = resolved.split(separator: "/").last.map(String.init) ?? "model"
      // Models of the same name in different folders would otherwise drive out one another.
      let hash = unsafe Array(resolved.utf8).withUnsafeBytes { unsafe ContentHash($0) }
      return (folder.isEmpty ? "." : folder) + "/" + name + "-" + String(hash.low, radix: 16) + ".swiftlet-packed"
    }
  }

  /// The absolute path without links, or the path itself if there is no such file.
  private static func resolved(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
