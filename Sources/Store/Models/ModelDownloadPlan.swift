internal import Foundation
internal import SwiftletHTTP

/// The files that a download would fetch.
public struct ModelDownloadPlan: Sendable, Equatable {
  /// A file of a plan.
  public struct File: Sendable, Equatable {
    /// The path in the repository, or the name.
    public var path: String
    /// The size in bytes; nil if only the download tells it.
    public var byteCount: Int?
    /// True if the file is complete on disk.
    public var isOnDisk: Bool
  }

  /// The name, with the quantization or file that was chosen.
  public var name: ModelName
  /// The files, those of the model first.
  public var files: [File]
  /// The bytes to fetch, without those of unfinished downloads; nil if unknown.
  public var missingByteCount: Int?

  /// The bytes of all files; nil if unknown.
  public var byteCount: Int? {
    let counts = files.compactMap(\.byteCount)
    return counts.count == files.count ? ByteCount.sum(counts) : nil
  }
}

extension ModelStore {
  /// Returns the files that a download would fetch, and downloads nothing.
  ///
  /// It is for programs that ask before they download. A model that is complete on disk needs no network.
  ///
  /// - Parameters:
  ///   - name: The name: a repository of the hub, a file of one, or a URL.
  ///   - options: The choices.
  /// - Returns: The files.
  /// - Throws: ``ModelStoreError``, as the download would.
  public nonisolated func downloadPlan(
    for name: ModelName, options: ModelDownloadOptions = .init()
  ) async throws -> ModelDownloadPlan {
    if let model = try existing(name, options) {
      let files = model.files.map { url in
        ModelDownloadPlan.File(
          path: url.lastPathComponent, byteCount: FileSystem.status(url.path(percentEncoded: false))?.byteCount,
          isOnDisk: true)
      }
      return ModelDownloadPlan(name: model.name, files: files, missingByteCount: 0)
    }
    do {
      switch name {
      case .huggingFace(let hub):
        let plan = try await plan(hub, options)
        return ModelDownloadPlan(
          name: .huggingFace(plan.chosen),
          files: plan.files.map { file in
            ModelDownloadPlan.File(
              path: file.path, byteCount: file.entry.byteCount, isOnDisk: plan.isOnDisk(file.path, file.entry))
          }, missingByteCount: plan.missingByteCount)
      case .url(let url): return try await plan(url, options)
      case .file, .ollama, .lmStudio:
        _ = try resolve(name)
        return ModelDownloadPlan(name: name, files: [], missingByteCount: 0)
      }
    } catch {
      throw ModelStoreError.error(error, about: name)
    }
  }

  /// Returns all models of a repository of the hub, such as its quantizations.
  ///
  /// - Parameters:
  ///   - name: The name of the repository; its selection does not matter.
  ///   - options: The choices.
  /// - Returns: The models, each with a name that means only it; for other names none.
  /// - Throws: ``ModelStoreError``.
  public nonisolated func candidates(
    in name: ModelName, options: ModelDownloadOptions = .init()
  ) async throws -> [ModelCandidate] {
    guard case .huggingFace(let hub) = name else { return [] }
    do {
      let tree = try await listing(of: hub, options).tree
      return FileChoice.candidates(tree.listed, of: name, memory: environment.availableMemory())
    } catch {
      throw ModelStoreError.error(error, about: name)
    }
  }

  private nonisolated func plan(_ url: URL, _ options: ModelDownloadOptions) async throws -> ModelDownloadPlan {
    guard !isOffline(options) else { throw ModelStoreError.offline(name: .url(url)) }
    let requester = HubRequester(client: network.client, userAgent: options.userAgent)
    let files = try await located(url, downloader(requester, options)).map {
      ModelDownloadPlan.File(path: $0.name, byteCount: $0.location?.byteCount, isOnDisk: false)
    }
    var plan = ModelDownloadPlan(name: .url(url), files: files, missingByteCount: nil)
    let kept = urlStore.map { Self.unchecked(in: $0.folder(of: url)) } ?? 0
    plan.missingByteCount = plan.byteCount.map { max(0, $0 - kept) }
    return plan
  }
}
