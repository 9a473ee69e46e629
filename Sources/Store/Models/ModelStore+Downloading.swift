internal import Foundation
internal import SwiftletGGUF
internal import SwiftletHTTP

extension ModelStore {
  /// Downloads a model unless it is on disk, and reports the progress as a sequence.
  ///
  /// The last element has the stage ``ModelDownloadProgress/Stage/finished``. If the reading task ends early, the
  /// download stops, and the next one continues from what it has left.
  ///
  /// ```swift
  /// for try await progress in store.download(name) {
  ///   print(progress.byteCount, "of", progress.totalByteCount ?? 0)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name: a repository of the hub, a file of one, or a URL.
  ///   - options: The choices.
  /// - Returns: The progress; it throws ``ModelStoreError``.
  public nonisolated func download(
    _ name: ModelName, options: ModelDownloadOptions = .init()
  ) -> AsyncThrowingStream<ModelDownloadProgress, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          _ = try await download(name, options: options) { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Downloads a model unless it is on disk.
  ///
  /// A model that is complete on disk needs no network. The parts of a split model, its image projector and its adapters
  /// come along. Files get their names when they are complete and verified; then the model's are opened and checked.
  ///
  /// - Parameters:
  ///   - name: The name: a repository of the hub, a file of one, or a URL.
  ///   - options: The choices.
  ///   - progress: A closure that receives the progress, on any thread.
  /// - Returns: The files and settings of the model.
  /// - Throws: ``ModelStoreError``. A cancelled task gets ``ModelStoreError/interrupted(resumableBytes:)``.
  @discardableResult
  public nonisolated func download(
    _ name: ModelName, options: ModelDownloadOptions = .init(),
    progress: @escaping @Sendable (ModelDownloadProgress) -> Void
  ) async throws -> ResolvedModel {
    var state = ModelDownloadProgress(name: name)
    if let model = try existing(name, options) {
      state.finish(model)
      progress(state)
      return model
    }
    do {
      var chosen = name
      var placed: ResolvedModel?
      progress(state)
      switch name {
      case .huggingFace(let hub):
        let plan = try await plan(hub, options) { [state] reason, delay in
          var state = state
          state.notice = .retrying(reason: reason, delay: delay)
          progress(state)
        }
        try await fetch(plan, options, &state, progress)
        chosen = .huggingFace(plan.chosen)
        placed = plan.model(size: state.byteCount)
      case .url, .file, .ollama, .lmStudio:
        guard !options.choosesFiles else {
          throw ModelStoreError.notFound(name: name, reason: "only repositories of the hub have files to choose")
        }
      }
      if case .url(let url) = name { try await fetch(url, options, &state, progress) }
      let model = try placed ?? resolve(chosen)
      if options.include.isEmpty { try Self.check(model) }
      state.finish(model)
      progress(state)
      return model
    } catch {
      throw ModelStoreError.error(error, about: name)
    }
  }

  /// Returns a model that is complete on disk; nil if it must be downloaded, or a hub that can be asked may have more.
  nonisolated func existing(
    _ name: ModelName, _ options: ModelDownloadOptions
  ) throws(ModelStoreError) -> ResolvedModel? {
    guard !options.choosesFiles, !options.repairs, !options.checksForUpdates || isOffline(options) else { return nil }
    do {
      return try resolve(name)
    } catch {
      switch (error, name) {
      case (.notDownloaded, _), (.notRunnable, .huggingFace): return nil
      default: throw error
      }
    }
  }

  /// Returns true if the network must not be used.
  nonisolated func isOffline(_ options: ModelDownloadOptions) -> Bool {
    options.isOffline || ["HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"].contains { environment.flag($0) }
  }

  /// Opens the files of a downloaded model.
  ///
  /// - Throws: ``ModelStoreError/notRunnable(name:reason:)`` for files that no engine could run.
  private static func check(_ model: ResolvedModel) throws(ModelStoreError) {
    for file in model.files.prefix(1) + [model.projector].compactMap({ $0 }) + model.optionalAdapters {
      do {
        let opened = try GGUFFile(path: file.path(percentEncoded: false))
        guard file != model.files.first || opened.shardCount == model.files.count else {
          throw ModelStoreError.notRunnable(
            name: model.name,
            reason: "found a model of \(opened.shardCount) parts in \(model.files.count) files, expected as many")
        }
      } catch let error as GGUFError {
        throw .notRunnable(
          name: model.name,
          reason: "\(file.lastPathComponent): found \(error.found), expected \(error.expected)")
      } catch let error as ModelStoreError {
        throw error
      } catch {
        throw .notRunnable(name: model.name, reason: "\(error)")
      }
    }
  }

  /// Runs the download of a file, and adds the bytes of complete files to those that an interrupted one keeps.
  nonisolated(nonsending) static func keeping<Result>(
    _ done: Int, _ download: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await download()
    } catch DownloadError.interrupted(let count) {
      throw DownloadError.interrupted(resumableBytes: ByteCount.sum([done, count]))
    } catch DownloadError.diskFull(let path, let count) {
      throw DownloadError.diskFull(path: path, resumableBytes: ByteCount.sum([done, count]))
    }
  }

  /// Returns the downloader of the options.
  nonisolated func downloader(_ requester: HubRequester, _ options: ModelDownloadOptions) -> Downloader {
    var downloader = Downloader(requester: requester, retries: network.retries)
    downloader.options.connections = max(1, min(options.connections, 16))
    downloader.options.ignoresSpace = options.ignoresFreeSpace
    downloader.options.freeByteCount = environment.freeByteCount
    (downloader.options.lock, downloader.options.claims) = (network.lock, network.claims())
    return downloader
  }

  /// Throws if the bytes that are missing, with a reserve, do not fit.
  nonisolated func checkSpace(
    _ missing: Int, in folder: String, _ options: ModelDownloadOptions
  ) throws(ModelStoreError) {
    let (needed, overflows) = missing.addingReportingOverflow(Downloader.Options().spaceReserve)
    guard !options.ignoresFreeSpace, missing > 0, let free = environment.freeByteCount(folder) else { return }
    guard !overflows, needed <= free else {
      throw .noSpace(needed: overflows ? .max : needed, free: free, folder: folder)
    }
  }
}

extension ModelDownloadProgress {
  /// Ends with a model that is complete.
  fileprivate mutating func finish(_ model: ResolvedModel) {
    (stage, name, file, notice) = (.finished, model.name, nil, nil)
    byteCount = max(byteCount, model.byteCount)
    totalByteCount = byteCount
    bytesPerSecond = nil
    fileCount = max(fileCount, model.files.count)
    fileNumber = fileCount
  }
}
