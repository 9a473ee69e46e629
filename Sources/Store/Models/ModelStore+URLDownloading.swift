internal import Foundation
internal import SwiftletHTTP

extension ModelStore {
  /// Downloads the file of a URL, and the other parts if it is one of a split model.
  nonisolated func fetch(
    _ url: URL, _ options: ModelDownloadOptions, _ state: inout ModelDownloadProgress,
    _ progress: @escaping @Sendable (ModelDownloadProgress) -> Void
  ) async throws {
    guard let store = urlStore else {
      throw ModelStoreError.cannotWrite(path: "~/.cache/swiftlet", reason: "there is no home folder")
    }
    progress(state)
    let folder = store.folder(of: url)
    let urls = Self.parts(of: url)
    var source =
      store.source(ofFolder: folder) ?? URLStore.Source(url: URLStore.firstPart(of: url).absoluteString, checksums: [:])
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
        requester.file(at: url, name: file), to: DownloadDestination(path: "\(folder)/\(file)", lock: "\(folder)/.lock")
      ) { [done] in report.report($0, after: done) }
      done += downloaded.byteCount
      if let checksum = downloaded.checksum {
        source.checksums[file] = checksum
        try store.store(source, inFolder: folder)
      }
    }
    (state.byteCount, state.file) = (done, nil)
  }

  /// Returns the URLs of all parts of a split model; others alone.
  private static func parts(of url: URL) -> [URL] {
    guard let name = ModelFileName(url.lastPathComponent), let shard = name.shard else { return [url] }
    let set = FileSet(name: name, files: [], missingParts: [])
    return (1...shard.count).map { number in
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
      let folder = (components?.path ?? "").split(separator: "/").dropLast()
      components?.path = "/" + (folder + [Substring(set.path(ofPart: number))]).joined(separator: "/")
      return components?.url ?? url
    }
  }
}
