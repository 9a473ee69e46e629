internal import Foundation
internal import SwiftletGGUF
internal import SwiftletHTTP

extension ModelStore {
  /// Downloads the file of a URL, and the other parts if it is one of a split model, unless the server says that those
  /// on disk are still the same.
  ///
  /// Nothing tells the checksums, so all files are opened before the first of them gets its name.
  nonisolated func fetch(
    _ url: URL, _ options: ModelDownloadOptions, _ state: inout ModelDownloadProgress,
    _ progress: @escaping @Sendable (ModelDownloadProgress) -> Void
  ) async throws {
    guard !isOffline(options) else { throw ModelStoreError.offline(name: .url(url)) }
    guard let store = urlStore else {
      throw ModelStoreError.cannotWrite(path: "~/.cache/swiftlet", reason: "there is no home folder")
    }
    let folder = store.folder(of: url)
    let report = ModelDownloadReport(state, progress)
    let downloader = downloader(HubRequester(client: network.client, userAgent: options.userAgent), options)
    // From the look at what is there to the last name, so that of two processes one downloads.
    let lock = try await downloader.lock(folder + URLStore.lock) { report.report($0, after: 0) }
    defer { withExtendedLifetime(lock) {} }
    var source = store.source(ofFolder: folder) ?? URLStore.Source(url: Self.source(of: url), checksums: [:])
    // Before the first byte, so that an interrupted download is listed under its URL.
    try store.store(source, inFolder: folder)
    let files = try await located(url, downloader) { report.report(.retrying(reason: $0, delay: $1), after: 0) }
    let (byteCount, kept) = (ByteCount.sum(files.compactMap(\.location?.byteCount)), Self.unchecked(in: folder))
    state.fileCount = files.count
    if files.allSatisfy({ $0.location?.byteCount != nil }) { state.totalByteCount = byteCount }
    if try await isCurrent(files, source, folder, options) {
      (state.byteCount, state.file) = (byteCount, nil)
      return
    }
    try checkSpace(max(0, byteCount - kept), in: folder, options)
    var new = source
    var done = 0
    for (index, file) in files.enumerated() {
      (state.stage, state.file, state.fileNumber, state.byteCount) = (.downloading, file.name, index + 1, done)
      let report = ModelDownloadReport(state, progress)
      let downloaded = try await Self.keeping(done) {
        try await downloader.download(file, to: Self.destination(of: file, source, folder)) { [done] in
          report.report($0, after: done)
        }
      }
      let etag = downloaded.etag ?? file.location?.etag
      done += downloaded.byteCount
      new.checksums[file.name] = try await FileDigest.sha256(
        "\(folder)\(URLStore.unchecked)/\(file.name)", known: downloaded.checksum)
      (new.etags[file.name], source.uncheckedETags[file.name]) = (etag, etag)
      try store.store(source, inFolder: folder)
    }
    let unchecked = folder + URLStore.unchecked
    try Self.checkUnnamed(files.map { "\(unchecked)/\($0.name)" }, of: .url(url))
    for file in files { try Self.name(file.name, in: folder) }
    // After the names: until then the checksums are those of the files that have them.
    new.uncheckedETags = [:]
    try store.store(new, inFolder: folder)
    FileSystem.removeEmptyFolder(unchecked)
    (state.byteCount, state.file) = (done, nil)
  }

  private static func source(of url: URL) -> String { URLStore.firstPart(of: url).absoluteString }

  /// The bytes of finished and unfinished downloads that are not checked yet.
  static func unchecked(in folder: String) -> Int {
    ByteCount.sum(
      PartialFile.all(in: folder + URLStore.unchecked).map(\.byteCount)
        + URLStore.finished(in: folder).compactMap { FileSystem.status($0)?.byteCount })
  }

  /// Returns the files of a URL with what the server says about them.
  nonisolated func located(
    _ url: URL, _ downloader: Downloader, report: @escaping RetryReport = { _, _ in }
  ) async throws -> [RemoteFile] {
    var files: [RemoteFile] = []
    for part in Self.parts(of: url) {
      var file = downloader.requester.file(at: part, name: part.lastPathComponent)
      file.location = try await network.retries.repeating(report: report) { [file] in try await file.locate() }
      files.append(file)
    }
    return files
  }

  /// Returns true if the files on disk are those of the server, and have their checksums where that is asked for.
  private nonisolated func isCurrent(
    _ files: [RemoteFile], _ source: URLStore.Source, _ folder: String, _ options: ModelDownloadOptions
  ) async throws -> Bool {
    for file in files {
      let path = "\(folder)/\(file.name)"
      guard let etag = file.location?.etag, etag == source.etags[file.name], let count = file.location?.byteCount,
        let status = FileSystem.status(path), status.kind == .file, status.byteCount == count
      else { return false }
    }
    guard options.repairs else { return true }
    for file in files {
      guard try await FileDigest.sha256("\(folder)/\(file.name)") == source.checksums[file.name] else { return false }
    }
    return true
  }

  /// Returns the place of a file that is not checked yet; one of an earlier run stays if it is still the server's.
  private static func destination(
    of file: RemoteFile, _ source: URLStore.Source, _ folder: String
  ) -> DownloadDestination {
    let path = "\(folder)\(URLStore.unchecked)/\(file.name)"
    return DownloadDestination(path: path, lock: nil) {
      guard let etag = file.location?.etag, etag == source.uncheckedETags[file.name],
        let count = FileSystem.status(path)?.byteCount, count == file.location?.byteCount
      else { return nil }
      return count
    }
  }

  /// Gives a checked file its name.
  private static func name(_ name: String, in folder: String) throws(ModelStoreError) {
    do {
      try FileSystem.move("\(folder)\(URLStore.unchecked)/\(name)", to: "\(folder)/\(name)")
    } catch {
      // Where locks do nothing, another process may have been faster.
      guard !FileSystem.exists("\(folder)\(URLStore.unchecked)/\(name)"), FileSystem.isFile("\(folder)/\(name)") else {
        throw error
      }
    }
  }

  /// Opens files that have no names yet, and removes them if they are no model.
  private static func checkUnnamed(_ paths: [String], of name: ModelName) throws(ModelStoreError) {
    do {
      _ = try GGUFFile(path: paths[0])
    } catch {
      // Where locks do nothing, another process may have checked and named them.
      guard paths.allSatisfy(FileSystem.exists) else { return }
      for path in paths { try FileSystem.remove(path) }
      throw .damaged(
        file: "\(name)", expected: error.expected, got: "\(error.found) from the server")
    }
  }

  /// Returns the URLs of all parts of a split model; others alone.
  static func parts(of url: URL) -> [URL] {
    guard let name = ModelFileName(url.lastPathComponent), let shard = name.shard else { return [url] }
    let set = FileSet(name: name, files: [], missingParts: [])
    return (1...shard.count).map { URLStore.sibling(of: url, named: set.path(ofPart: $0)) }
  }
}
