internal import Foundation
internal import SwiftletGGUF
internal import SwiftletHTTP

extension ModelStore {
  /// Downloads the file of a URL, and the other parts if it is one of a split model.
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
    let unchecked = folder + URLStore.unchecked
    let urls = Self.parts(of: url)
    var source = URLStore.Source(url: URLStore.firstPart(of: url).absoluteString, checksums: [:])
    // Before the first byte, so that an interrupted download is listed under its URL.
    try store.store(source, inFolder: folder)
    let requester = HubRequester(client: network.client, userAgent: options.userAgent)
    let downloader = downloader(requester, options)
    state.fileCount = urls.count
    var done = 0
    for (index, url) in urls.enumerated() {
      let file = url.lastPathComponent
      (state.stage, state.file, state.fileNumber, state.byteCount) = (.downloading, file, index + 1, done)
      let report = ModelDownloadReport(state, progress)
      let downloaded = try await downloader.download(
        requester.file(at: url, name: file),
        to: DownloadDestination(path: "\(unchecked)/\(file)", lock: folder + URLStore.lock)
      ) { [done] in report.report($0, after: done) }
      done += downloaded.byteCount
      let digits = try await FileDigest.sha256("\(unchecked)/\(file)", known: downloaded.checksum)
      source.checksums[file] = digits
    }
    try Self.checkUnnamed(urls.map { "\(unchecked)/\($0.lastPathComponent)" }, of: .url(url))
    try store.store(source, inFolder: folder)
    for file in urls.map(\.lastPathComponent) { try FileSystem.move("\(unchecked)/\(file)", to: "\(folder)/\(file)") }
    FileSystem.removeEmptyFolder(unchecked)
    (state.byteCount, state.file) = (done, nil)
  }

  /// Opens files that have no names yet, and removes them if they are no model.
  private static func checkUnnamed(_ paths: [String], of name: ModelName) throws(ModelStoreError) {
    do {
      _ = try GGUFFile(path: paths[0])
    } catch {
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
