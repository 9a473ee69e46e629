internal import Foundation
internal import SwiftletHTTP

/// The place of a downloaded file.
struct DownloadDestination: Sendable {
  /// The final path, which only a complete and verified file gets.
  var path: String
  /// The path of the lock; nil for none.
  var lock: String?

  /// The path of the unfinished file.
  var partial: String { path + PartialFile.ending }
}

/// The downloaded file.
struct DownloadedFile: Sendable, Equatable {
  /// The checksum, in hexadecimal digits; nil if another process had downloaded the file.
  var checksum: String?
  /// The size in bytes.
  var byteCount: Int
  /// The entity tag.
  var etag: String?
}

/// The downloads of single files: resumed, verified, and renamed when they are complete.
struct Downloader: Sendable {
  /// The choices for a download.
  struct Options: Sendable {
    /// The number of connections.
    var connections = 1
    /// The free space that must remain, in bytes.
    var spaceReserve = 1 << 30
    /// True to download without regard to free space.
    var ignoresSpace = false
    /// Returns the free space for a path, in bytes; nil if unknown.
    var freeByteCount: @Sendable (String) -> Int? = { FileSystem.freeByteCount($0) }
    /// Takes the lock of a path.
    ///
    /// Tests replace it by one that locks nothing.
    var lock: @Sendable (String) -> DownloadLock.Attempt = { DownloadLock.attempt($0) }
    /// Writes bytes at an offset of a file; tests replace it by one that finds the disk full.
    var write: @Sendable (RawSpan, Int32, Int) -> Int = { SystemFile.write($0, to: $1, at: $2) }
    /// The greatest length of a part in bytes; nil for one that depends on the transport.
    var partLength: Int?
  }

  var requester: HubRequester
  var retries = RetryPolicy()
  var options = Options()

  /// Downloads a file.
  ///
  /// If another process downloads it, this waits, and then finds it there.
  ///
  /// - Parameters:
  ///   - file: The file on the server.
  ///   - destination: The place of the file, whose folder is created.
  ///   - report: Receives events, on any thread.
  /// - Returns: The downloaded file.
  /// - Throws: ``DownloadError``, ``HubError``. A cancelled task gets ``DownloadError/interrupted(resumableBytes:)``.
  func download(
    _ file: RemoteFile, to destination: DownloadDestination,
    report: @escaping @Sendable (DownloadEvent) -> Void = { _ in }
  ) async throws -> DownloadedFile {
    do {
      let folder = destination.path.lastIndex(of: "/").map { String(destination.path[..<$0]) } ?? "."
      try FileSystem.createFolder(folder)
      let lock = try await lock(destination, report: report)
      defer { withExtendedLifetime(lock) {} }
      if let status = FileSystem.status(destination.path), status.kind == .file,
        status.byteCount == file.byteCount ?? status.byteCount
      {
        removeRemains(destination)
        return DownloadedFile(checksum: nil, byteCount: status.byteCount)
      }
      let owner = PartialOwner.claim(destination.partial + PartialOwner.ending)
      defer { withExtendedLifetime(owner) {} }
      return try await download(file, to: destination, isOwner: owner != nil, report: report)
    } catch is CancellationError {
      throw DownloadError.interrupted(resumableBytes: keptByteCount(destination))
    } catch let error as ModelStoreError {
      if case .cannotWrite(let path, let reason) = error {
        throw DownloadError.cannotWrite(path: path, reason: reason)
      }
      throw error
    }
  }

  /// The bytes from which the next download of the file continues.
  private func keptByteCount(_ destination: DownloadDestination) -> Int {
    PartialState(path: destination.partial + ".json")?.ranges.count ?? 0
  }

  /// Removes what a process that was killed at the very end has left beside a complete file.
  private func removeRemains(_ destination: DownloadDestination) {
    guard let owner = PartialOwner.claim(destination.partial + PartialOwner.ending) else { return }
    for ending in ["", ".json", ".json.new"] { try? FileSystem.remove(destination.partial + ending) }
    withExtendedLifetime(owner) {}
  }

  private func lock(
    _ destination: DownloadDestination, report: @escaping @Sendable (DownloadEvent) -> Void
  ) async throws -> DownloadLock? {
    guard let path = destination.lock else { return nil }
    return try await DownloadLock.wait(policy: retries, report: { report(.waiting(seconds: $0)) }) {
      options.lock(path)
    }
  }

  private func download(
    _ file: RemoteFile, to destination: DownloadDestination, isOwner: Bool,
    report: @escaping @Sendable (DownloadEvent) -> Void
  ) async throws -> DownloadedFile {
    let locations = LocationBox(file, retries: retries) { report(.retrying(reason: $0, delay: $1)) }
    let (location, _) = try await locations.current()
    // Another download has the partial file: this one gets a name of its own, and is not resumed.
    let path = isOwner ? destination.partial : "\(destination.partial).\(UInt32.random(in: 0 ... .max))"
    let partial = try PartialDownload(
      path: path, isExclusive: !isOwner, file: file, location: location, policy: retries, write: options.write,
      report: report)
    do {
      try await checkSpace(for: partial)
      let checksum = try await fetchVerified(partial, file, locations)
      let byteCount = await partial.receivedByteCount
      let etag = await partial.etag
      try FileSystem.move(path, to: destination.path)
      FileSystem.synchronizeFolder(of: destination.path)
      try FileSystem.remove(partial.statePath)
      return DownloadedFile(checksum: checksum, byteCount: byteCount, etag: etag)
    } catch {
      if !isOwner {
        await partial.remove()
      } else if case .damaged = error as? DownloadError {
        await partial.remove()
      } else {
        await partial.save()
      }
      // A full disk may have no room for the state either.
      if case DownloadError.diskFull(let path, _) = error {
        throw DownloadError.diskFull(path: path, resumableBytes: isOwner ? keptByteCount(destination) : 0)
      }
      throw error
    }
  }

  /// Fetches all bytes and compares their checksum, once more if bytes of an earlier run do not fit.
  private func fetchVerified(
    _ partial: PartialDownload, _ file: RemoteFile, _ locations: LocationBox
  ) async throws -> String {
    while true {
      let hadKeptBytes = await partial.hasKeptBytes
      try await fetch(partial, file, locations)
      await partial.reportProgress()
      let got = try await partial.checksum()
      guard let expected = file.checksum?.digits, expected != got else { return got }
      guard hadKeptBytes else { throw DownloadError.damaged(file: file.name, expected: expected, got: got) }
      try await partial.restart(.damaged, in: partial.generation)
    }
  }

  /// Checks that the missing bytes fit.
  private func checkSpace(for partial: PartialDownload) async throws {
    guard !options.ignoresSpace, let byteCount = await partial.byteCount,
      let free = options.freeByteCount(partial.path)
    else { return }
    let missing = byteCount - (await partial.receivedByteCount)
    let (needed, overflows) = missing.addingReportingOverflow(options.spaceReserve)
    guard overflows || needed > free, missing > 0 else { return }
    let folder = partial.path.lastIndex(of: "/").map { String(partial.path[..<$0]) } ?? "."
    throw DownloadError.noSpace(needed: overflows ? .max : needed, free: free, folder: folder)
  }
}

extension FileSystem {
  /// Writes the names in a folder to the disk, so that a renamed file has its new name after a power failure.
  static func synchronizeFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    SystemFile.synchronize(folder)
  }
}
