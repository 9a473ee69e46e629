public import SwiftletGGUF

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
  /// A file in a folder of bounded size, for many models.
  case bounded(PackedCacheFolder)
  /// The file `<model>.swiftlet-packed` next to the model's file, with symbolic links resolved.
  case besideModel
  /// A separate folder without a limit.
  ///
  /// The name of the file there also depends on the model's path.
  case folder(String)
  /// The file of another policy, all of which is verified while loading, and not each part when it is first used.
  case verified(PackedCachePolicy)
  /// The file of another policy, whose weights are not verified, to measure what their verification costs.
  case unverified(PackedCachePolicy)

  /// The user's folder, written in the background where packing takes long; ``off`` if the environment says so, or has
  /// no such folder.
  public static var automatic: PackedCachePolicy { ofUser(environment: PackedCacheFolder.variable) }

  static func ofUser(environment: (_ name: String) -> String) -> PackedCachePolicy {
    guard !PackedCacheFolder.isOff(environment: environment),
      let folder = PackedCacheFolder.ofUser(environment: environment)
    else { return .off }
    return .bounded(folder)
  }

  /// The end of all files' names.
  static var suffix: String { ".swiftlet-packed" }

  /// The time at which the weights in the file are verified.
  var verification: PackedCacheVerification {
    switch self {
    case .verified: .whileLoading
    case .unverified: .never
    case .off, .bounded, .besideModel, .folder: .onFirstUse
    }
  }

  /// The folder of bounded size, if the file is in one.
  var boundedFolder: PackedCacheFolder? {
    switch self {
    case .bounded(let folder): folder
    case .verified(let policy), .unverified(let policy): policy.boundedFolder
    case .off, .besideModel, .folder: nil
    }
  }

  /// True if the name of the file, with its hash, can only be that of a file of packed weights.
  var hasHashedName: Bool {
    switch self {
    case .off, .besideModel: false
    case .bounded, .folder: true
    case .verified(let policy), .unverified(let policy): policy.hasHashedName
    }
  }

  /// Returns the path of the cache of a model, or nil for ``off``.
  public func path(for model: GGUFFile) -> String? {
    switch self {
    case .off: return nil
    case .verified(let policy), .unverified(let policy): return policy.path(for: model)
    case .bounded(let folder): return folder.filePath(for: model)
    case .besideModel: return Self.resolved(model.path) + Self.suffix
    case .folder(let folder):
      let resolved = Self.resolved(model.path)
      let name = resolved.split(separator: "/").last.map(String.init) ?? "model"
      // Otherwise models of the same name in different folders would overwrite each other's caches.
      let hash = unsafe Array(resolved.utf8).withUnsafeBytes { unsafe ContentHash($0) }
      return (folder.isEmpty ? "." : folder) + "/" + name + "-" + String(hash.low ^ hash.high, radix: 16) + Self.suffix
    }
  }

  /// Returns true if there is a file for a model, whose contents are not read.
  public func isWritten(for model: GGUFFile) -> Bool {
    path(for: model).flatMap { MappedFile.Identifier(regularFile: $0) } != nil
  }

  /// The absolute path with symbolic links resolved, or the path itself if the file does not exist.
  private static func resolved(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
