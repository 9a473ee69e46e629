internal import SwiftletGGUF

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The location of the on-disk cache of packed weights, if any.
public indirect enum PackedCachePolicy: Sendable, Hashable {
  /// No cache: weights are packed on each load.
  case off
  /// The file `<model>.swiftlet-packed` next to the model's file, with symbolic links resolved.
  case besideModel
  /// A separate folder, for models in folders that are not writable.
  ///
  /// The name of the file there also depends on the model's path.
  case folder(String)
  /// The file of another policy, all of which is verified while loading, and not each part when it is first used.
  case verified(PackedCachePolicy)

  /// True if the whole file is verified while loading.
  public var verifiesAll: Bool { if case .verified = self { true } else { false } }

  /// Returns the path of the cache of a model, or nil for ``off``.
  ///
  /// - Parameter path: The model's file, or the first of its shards.
  /// - Returns: A path in the folder that the policy selects.
  public func path(forModel path: String) -> String? {
    let resolved = Self.resolved(path)
    switch self {
    case .off: return nil
    case .verified(let policy): return policy.path(forModel: path)
    case .besideModel: return resolved + ".swiftlet-packed"
    case .folder(let folder):
      let name = resolved.split(separator: "/").last.map(String.init) ?? "model"
      // Otherwise models of the same name in different folders would overwrite each other's caches.
      let hash = unsafe Array(resolved.utf8).withUnsafeBytes { unsafe ContentHash($0) }
      return (folder.isEmpty ? "." : folder) + "/" + name + "-" + String(hash.low, radix: 16) + ".swiftlet-packed"
    }
  }

  /// The absolute path with symbolic links resolved, or the path itself if the file does not exist.
  private static func resolved(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
