internal import Foundation
internal import SwiftletHTTP

/// The place of a downloaded file.
struct DownloadDestination: Sendable {
  /// The final path, which only a complete and verified file gets.
  let path: String
  /// The path of the unfinished file, on the same volume.
  let partial: String
  /// The path of the lock; nil for one that the caller has, or for none.
  let lock: String?
  /// Returns the size of the file if it is complete at its final path already; asked under the lock.
  let existing: (@Sendable () async throws -> Int?)?

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - path: The final path.
  ///   - partial: The path of the unfinished file; by default it is beside the final one.
  ///   - lock: The path of the lock.
  ///   - existing: A closure that looks for a complete file; by default one of the right size counts.
  init(
    path: String, partial: String? = nil, lock: String?, existing: (@Sendable () async throws -> Int?)? = nil
  ) {
    (self.path, self.lock, self.existing) = (path, lock, existing)
    self.partial = partial ?? path + PartialFile.ending
  }
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
    /// The claims on unfinished files; tests have several, as several processes would.
    var claims = PartialOwner.Claims.ofProcess
    /// Writes bytes at an offset of a file; tests replace it by one that finds the disk full.
    var write: @Sendable (RawSpan, Int32, Int) -> Int = { SystemFile.write($0, to: $1, at: $2) }
    /// Returns whether bodies of an address need not fit into memory; nil for what the transport does.
    var stopsReading: (@Sendable (URL) -> Bool)?
    /// The greatest size in bytes of a file that is read as a whole and must fit into memory.
    var wholeFileLimit = 256 << 20
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
      for path in [destination.path, destination.partial] { try FileSystem.createFolder(FileSystem.folder(of: path)) }
      let lock = try await lock(destination.lock, report: report)
      defer { withExtendedLifetime(lock) {} }
      if let count = try await completeByteCount(file, destination) {
        removeRemains(destination)
        return DownloadedFile(checksum: nil, byteCount: count)
      }
      for _ in 0..<Self.maximumTakeovers {
        let owner = PartialOwner.claim(destination.partial + PartialOwner.ending, among: options.claims)
        do {
          return try await download(file, to: destination, owner: owner, report: report)
        } catch is LostClaim {
          // The other download has the unfinished file now: this one begins a file of its own.
          continue
        }
      }
      throw DownloadError.cannotWrite(
        path: destination.partial, reason: "other processes have taken it over \(Self.maximumTakeovers) times")
    } catch is CancellationError {
      throw DownloadError.interrupted(resumableBytes: keptByteCount(destination))
    } catch DownloadError.interrupted {
      throw DownloadError.interrupted(resumableBytes: keptByteCount(destination))
    } catch let error as ModelStoreError {
      if case .cannotWrite(let path, let reason) = error {
        throw DownloadError.cannotWrite(path: path, reason: reason)
      }
      throw error
    }
  }

  /// The number of times that other processes may take over the unfinished file of a download.
  private static let maximumTakeovers = 3

  /// The end of a download whose unfinished file another process has taken over.
  private struct LostClaim: Error {}

  private func completeByteCount(_ file: RemoteFile, _ destination: DownloadDestination) async throws -> Int? {
    if let existing = destination.existing { return try await existing() }
    guard let status = FileSystem.status(destination.path), status.kind == .file,
      status.byteCount == file.byteCount ?? status.byteCount
    else { return nil }
    return status.byteCount
  }

  /// The bytes from which the next download of the file continues.
  private func keptByteCount(_ destination: DownloadDestination) -> Int {
    PartialState(path: destination.partial + ".json")?.ranges.count ?? 0
  }

  /// Removes what a process that was killed at the very end has left beside a complete file.
  private func removeRemains(_ destination: DownloadDestination) {
    guard let owner = PartialOwner.claim(destination.partial + PartialOwner.ending, among: options.claims) else {
      return
    }
    for path in [destination.partial, destination.partial + ".json"] { try? FileSystem.remove(path) }
    withExtendedLifetime(owner) {}
  }

  /// Waits for a lock.
  ///
  /// - Parameters:
  ///   - path: The path; nil for none.
  ///   - report: Receives ``DownloadEvent/waiting(seconds:)``.
  /// - Returns: The lock, which ends with the value; nil if there is none.
  /// - Throws: `CancellationError`.
  func lock(_ path: String?, report: @escaping @Sendable (DownloadEvent) -> Void) async throws -> DownloadLock? {
    guard let path else { return nil }
    return try await DownloadLock.wait(policy: retries, report: { report(.waiting(seconds: $0)) }) {
      options.lock(path)
    }
  }

  private func download(
    _ file: RemoteFile, to destination: DownloadDestination, owner: PartialOwner?,
    report: @escaping @Sendable (DownloadEvent) -> Void
  ) async throws -> DownloadedFile {
    let locations = LocationBox(file, retries: retries) { report(.retrying(reason: $0, delay: $1)) }
    let (location, _) = try await locations.current()
    // Another download has the partial file: this one gets a name of its own, and is not resumed.
    let path = owner == nil ? "\(destination.partial).\(UInt32.random(in: 0 ... .max))" : destination.partial
    let partial = try PartialDownload(
      path: path, owner: owner, file: file, location: location, policy: retries, write: options.write, report: report)
    do {
      try await checkSpace(for: partial)
      let checksum = try await fetchVerified(partial, file, locations)
      let byteCount = await partial.receivedByteCount
      let etag = await partial.etag
      guard owner?.isHeld ?? true else { throw LostClaim() }
      try FileSystem.move(path, to: destination.path)
      FileSystem.synchronizeFolder(of: destination.path)
      try FileSystem.remove(partial.statePath)
      return DownloadedFile(checksum: checksum, byteCount: byteCount, etag: etag)
    } catch {
      if owner == nil {
        await partial.remove()
      } else if case .damaged = error as? DownloadError {
        await partial.remove()
      } else {
        await partial.save()
      }
      // A full disk may have no room for the state either.
      if case DownloadError.diskFull(let path, _) = error {
        throw DownloadError.diskFull(path: path, resumableBytes: owner == nil ? 0 : keptByteCount(destination))
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
    throw DownloadError.noSpace(
      needed: overflows ? .max : needed, free: free, folder: FileSystem.folder(of: partial.path))
  }
}

extension FileSystem {
  /// Writes the names in a folder to the disk, so that a renamed file has its new name after a power failure.
  static func synchronizeFolder(of path: String) { SystemFile.synchronize(folder(of: path)) }

  /// Returns the path of the folder of an entry.
  static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
}
