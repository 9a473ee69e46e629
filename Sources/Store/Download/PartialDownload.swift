internal import Foundation
internal import SwiftletHTTP

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An unfinished download: its file, the bytes in it, and the parts that connections are fetching.
actor PartialDownload {
  /// A part of the file that a connection fetches.
  struct Claim: Sendable {
    var id: Int
    /// The bytes to fetch; the end is `Int.max` if the size is unknown and the whole file is read.
    var range: Range<Int>
  }

  /// A part that is being fetched.
  struct Transfer {
    var next: Int
    var end: Int
    let start: Int
    let begin: ContinuousClock.Instant
  }

  /// The path of the file.
  nonisolated let path: String
  nonisolated let statePath: String
  let descriptor: FileDescriptor
  /// The claim on the file; nil for a file that no other process can know.
  let owner: PartialOwner?
  let file: RemoteFile
  let policy: RetryPolicy
  let write: @Sendable (RawSpan, Int32, Int) -> Int
  let report: @Sendable (DownloadEvent) -> Void
  var state: PartialState
  var hasher: FileHasher
  var transfers: [Int: Transfer] = [:]
  var lastID = 0
  var meter = SpeedMeter()
  /// The bytes since the state was saved, and the time of that.
  var unsaved = 0
  var lastSave: ContinuousClock.Instant

  /// True if the server sends whole files only, so that one connection reads all of it.
  var isWhole = false
  /// True if some bytes are from an earlier run.
  private(set) var hasKeptBytes = false
  /// The number of restarts.
  private(set) var generation = 0

  /// The number of bytes after which the state is saved, so that a killed process loses few.
  static let saveInterval = 4 << 20

  /// Opens an unfinished download, or begins one.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - owner: The claim on the file; nil to begin one and to fail if there is a file.
  ///   - file: The file on the server.
  ///   - location: Its address.
  ///   - policy: The clock.
  ///   - write: Writes bytes.
  ///   - report: Receives events.
  /// - Throws: ``DownloadError/cannotWrite(path:reason:)``
  init(
    path: String, owner: PartialOwner?, file: RemoteFile, location: FileLocation, policy: RetryPolicy,
    write: @escaping @Sendable (RawSpan, Int32, Int) -> Int = Downloader.Options().write,
    report: @escaping @Sendable (DownloadEvent) -> Void
  ) throws(DownloadError) {
    (self.path, self.owner, self.file, self.policy) = (path, owner, file, policy)
    (self.write, self.report) = (write, report)
    statePath = path + ".json"
    var kept = owner == nil ? nil : PartialState(path: statePath)
    // A process on another host that only seems to have ended must not write to what becomes the final file.
    if owner?.mayHavePredecessor == true, !SystemFile.replaceByCopy(path, kept?.ranges.ranges ?? []) {
      _ = unsafe unlink(path)
    }
    let number = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | (owner == nil ? O_EXCL : 0), 0o666)
    guard number >= 0 else { throw .cannotWrite(path: path, reason: systemError()) }
    descriptor = FileDescriptor(number)
    let fresh = Self.state(of: file, at: location)
    // A state that promises more than the file has is from a crash of the system.
    let end = lseek(number, 0, SEEK_END)
    if let state = kept {
      let isCut = (state.ranges.ranges.last?.upperBound ?? 0) > Int(end)
      if let reason = state.mismatch(fresh) ?? (isCut ? .damaged : nil) {
        if state.ranges.count > 0 { report(.restarted(reason)) }
        kept = nil
      }
    }
    if let bytes = kept?.ranges.count, bytes > 0 {
      hasKeptBytes = true
      report(.resumed(byteCount: bytes))
    } else {
      guard ftruncate(number, 0) == 0 else { throw .cannotWrite(path: path, reason: systemError()) }
    }
    state = fresh
    if let kept { state.ranges = kept.ranges }
    hasher = try FileHasher(path: path, checksum: file.checksum, byteCount: fresh.byteCount)
    lastSave = policy.now()
    hasher.advance(to: state.ranges.prefixCount)
  }

  deinit {
    hasher.cancel()
  }

  private static func state(of file: RemoteFile, at location: FileLocation) -> PartialState {
    var address = URLComponents(url: location.route.url, resolvingAgainstBaseURL: true)
    address?.query = nil
    return PartialState(
      url: address?.string ?? "", etag: file.checksum?.digits ?? location.etag,
      byteCount: file.byteCount ?? location.byteCount, commit: file.commit)
  }

  /// The size of the file; nil until the server tells it.
  var byteCount: Int? { state.byteCount }

  /// The number of bytes on disk.
  var receivedByteCount: Int { state.ranges.count }

  /// The entity tag, or the checksum.
  var etag: String? { state.etag }

  /// Begins again with the first byte.
  ///
  /// - Parameters:
  ///   - reason: The reason, for the report.
  ///   - expected: The generation in which the reason was found; later ones are left alone.
  ///   - location: The new address, if it was found out.
  /// - Throws: ``DownloadError``
  func restart(_ reason: RestartReason, in expected: Int, at location: FileLocation? = nil) throws(DownloadError) {
    guard expected == generation else { return }
    generation += 1
    hasher.cancel()
    transfers = [:]
    if reason == .noRanges { isWhole = true }
    guard ftruncate(descriptor.number, 0) == 0 else { throw .cannotWrite(path: path, reason: systemError()) }
    if let location {
      state = Self.state(of: file, at: location)
    } else if reason == .changed {
      (state.byteCount, state.etag) = (file.byteCount, file.checksum?.digits)
    }
    state.ranges = ByteRanges()
    hasKeptBytes = false
    hasher = try FileHasher(path: path, checksum: file.checksum, byteCount: state.byteCount)
    meter = SpeedMeter()
    report(.restarted(reason))
    save()
  }

  /// Saves the state, so that another run can continue.
  ///
  /// A failure only costs that run time.
  func save() {
    (unsaved, lastSave) = (0, policy.now())
    if let owner {
      guard owner.isHeld else { return }
      owner.refresh()
    }
    let temporary = statePath + ".new"
    guard SystemFile.write(state.bytes, to: temporary), unsafe rename(temporary, statePath) == 0 else {
      _ = unsafe unlink(temporary)
      return
    }
  }

  /// Waits for the checksum of all bytes, which are then on the disk.
  ///
  /// - Returns: Hexadecimal digits.
  /// - Throws: ``DownloadError``
  func checksum() async throws(DownloadError) -> String {
    save()
    report(.verifying)
    return try await hasher.finish(at: state.ranges.prefixCount)
  }

  /// Removes the file and its state, unless another process has taken them over.
  func remove() {
    hasher.cancel()
    guard owner?.isHeld ?? true else { return }
    _ = unsafe unlink(path)
    _ = unsafe unlink(statePath)
  }
}

extension PartialState {
  /// Returns whether these bytes are of the same file as a new state describes.
  func fits(_ new: PartialState) -> Bool { mismatch(new) == nil }

  /// Returns the reason to begin again if these bytes may be of another file than a new state describes.
  func mismatch(_ new: PartialState) -> RestartReason? {
    if let byteCount, let size = new.byteCount, byteCount != size { return .changed }
    guard let etag, let tag = new.etag else { return .unknown }
    guard etag == tag else { return EntityTag.isDate(etag) != EntityTag.isDate(tag) ? .unknown : .changed }
    // A server may replace a file twice in the same second.
    return EntityTag.isDate(etag) && (byteCount == nil || new.byteCount == nil) ? .unknown : nil
  }
}
