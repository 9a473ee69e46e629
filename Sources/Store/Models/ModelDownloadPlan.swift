internal import Foundation

/// The files that a download would fetch.
public struct ModelDownloadPlan: Sendable, Equatable {
  /// A file.
  public struct File: Sendable, Equatable {
    /// The path in the repository, or the name of a file at a URL.
    public var path: String
    /// The size in bytes; nil if unknown.
    public var byteCount: Int?
    /// True if the file is complete on disk.
    public var isOnDisk: Bool
  }

  /// The name, with the quantization or file that was chosen.
  public var name: ModelName
  /// The files: those of the model, its projector and its adapters.
  public var files: [File]
  /// The bytes that are not on disk; nil if unknown.
  public var missingByteCount: Int?
}

extension ModelStore {
  /// Asks the hub which files a download would fetch, and downloads nothing.
  ///
  /// - Parameters:
  ///   - name: The name: a repository of the hub, a file of one, or a URL.
  ///   - options: The choices of the download.
  /// - Returns: The files, those of a model on disk for other names.
  /// - Throws: ``ModelStoreError``.
  public nonisolated func plan(
    _ name: ModelName, options: ModelDownloadOptions = .init()
  ) async throws -> ModelDownloadPlan {
    do {
      switch name {
      case .huggingFace(let hub) where !isOffline(options): return try await ask(hub, options).plan
      case .url(let url) where (try? resolve(name)) == nil:
        let files = Self.parts(of: url).map { part in
          ModelDownloadPlan.File(path: part.lastPathComponent, byteCount: nil, isOnDisk: false)
        }
        return ModelDownloadPlan(name: name, files: files)
      default:
        let model = try resolve(name)
        let files = (model.files + [model.projector].compactMap { $0 } + model.adapters).map { file in
          ModelDownloadPlan.File(
            path: file.lastPathComponent,
            byteCount: FileSystem.status(file.path(percentEncoded: false))?.byteCount, isOnDisk: true)
        }
        return ModelDownloadPlan(name: model.name, files: files, missingByteCount: 0)
      }
    } catch {
      throw ModelStoreError.error(error, about: name)
    }
  }
}
