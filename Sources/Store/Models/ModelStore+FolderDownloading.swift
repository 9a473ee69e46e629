internal import Foundation
internal import SwiftletHTTP

extension ModelStore {
  /// Downloads the files of a plan into a folder of the user's, instead of the hub cache.
  ///
  /// Each is fetched under the name of its checksum, in a folder inside that one, and gets its own name when it is
  /// complete and verified. What has the name and the checksum already stays.
  nonisolated func fetch(
    _ plan: HubPlan, into folder: String, _ options: ModelDownloadOptions, _ state: inout ModelDownloadProgress,
    _ progress: @escaping @Sendable (ModelDownloadProgress) -> Void
  ) async throws {
    state.name = .huggingFace(plan.chosen)
    (state.fileCount, state.totalByteCount) = (plan.files.count, plan.byteCount)
    let unfinished = folder + HubPlan.unfinished
    let downloader = downloader(plan.client.requester, options)
    var missing: [(number: Int, path: String, place: String, entry: CachedTree.Entry)] = []
    var done = 0
    for (index, (path, entry)) in plan.files.enumerated() {
      guard let place = plan.location(of: path, in: folder) else {
        throw ModelStoreError.cannotWrite(path: "\(folder)/\(path)", reason: "the name leads out of the folder")
      }
      if try await Self.isIntact(place, entry) {
        done += entry.byteCount
      } else {
        missing.append((index + 1, path, place, entry))
      }
    }
    let kept = PartialFile.all(in: unfinished).reduce(0) { $0 &+ $1.byteCount }
    try checkSpace(max(0, plan.byteCount - done - kept), in: folder, options)
    for (number, path, place, entry) in missing {
      (state.stage, state.file, state.fileNumber, state.byteCount) = (.downloading, path, number, done)
      let report = ModelDownloadReport(state, progress)
      let blob = "\(unfinished)/\(entry.blob)"
      let file = plan.client.file(path, entry: entry, of: plan.repository.identifier, at: plan.commit)
      let destination = DownloadDestination(path: place, partial: blob + PartialFile.ending, lock: blob + ".lock") {
        try await Self.isIntact(place, entry) ? entry.byteCount : nil
      }
      try await Self.keeping(done) {
        _ = try await downloader.download(file, to: destination) { [done] in report.report($0, after: done) }
      }
      DownloadLock.removeFile(blob + ".lock")
      done += entry.byteCount
    }
    FileSystem.removeEmptyFolder(unfinished)
    (state.byteCount, state.file) = (done, nil)
  }

  /// Returns whether a file is there with its checksum.
  static func isIntact(_ path: String, _ entry: CachedTree.Entry) async throws -> Bool {
    guard let status = FileSystem.status(path), status.kind == .file, status.byteCount == entry.byteCount else {
      return false
    }
    if let sha256 = entry.sha256 { return try await FileDigest.sha256(path) == sha256 }
    return try await FileDigest.gitBlob(path) == entry.gitHash
  }
}

extension String {
  /// The path without a slash at its end, which those of folders can have.
  var droppingTrailingSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}
