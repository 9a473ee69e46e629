internal import Foundation
internal import SwiftletHTTP

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension PartialDownload {
  /// The answer to a connection that asks what to fetch.
  enum Work: Sendable {
    case fetch(Claim)
    /// Other connections fetch the rest, and may become slow.
    case wait
    case finished
  }

  /// The time that a part may still need before an idle connection takes a share of it.
  private static let takeoverDelay = Duration.seconds(3)

  /// The least length of a part that is divided; shorter ones are taken over.
  private static let leastShare = 512 << 10

  /// Returns what a connection should fetch.
  ///
  /// - Parameter limit: The greatest number of bytes.
  /// - Returns: A part to fetch, or none.
  func work(limit: Int) -> Work {
    if isWhole || state.byteCount == nil {
      guard transfers.isEmpty else { return .wait }
      if isWhole { return isFinished ? .finished : begin(0..<(state.byteCount ?? .max)) }
      return begin(0..<limit)
    }
    let size = state.byteCount ?? 0
    var taken = state.ranges
    for transfer in transfers.values { taken.insert(transfer.next..<transfer.end) }
    if let gap = taken.firstGap(below: size, limit: limit) { return begin(gap) }
    if transfers.isEmpty { return .finished }
    return share() ?? .wait
  }

  /// True if all bytes are on disk.
  private var isFinished: Bool { state.byteCount.map { state.ranges.prefixCount >= $0 } ?? false }

  private func begin(_ range: Range<Int>) -> Work {
    lastID += 1
    transfers[lastID] = Transfer(
      next: range.lowerBound, end: range.upperBound, start: range.lowerBound, begin: policy.now())
    return .fetch(Claim(id: lastID, range: range))
  }

  /// Takes a share of the part that will take longest, if that is long.
  private func share() -> Work? {
    let now = policy.now()
    func remaining(_ transfer: Transfer) -> Duration {
      let age = now - transfer.begin
      guard age >= Self.takeoverDelay else { return .zero }
      let received = transfer.next - transfer.start
      return received == 0 ? .seconds(86_400) : age * (Double(transfer.end - transfer.next) / Double(received))
    }
    guard let (id, slow) = transfers.max(by: { remaining($0.value) < remaining($1.value) }),
      remaining(slow) > Self.takeoverDelay
    else { return nil }
    let count = slow.end - slow.next
    guard count >= Self.leastShare else {
      transfers[id] = nil
      return begin(slow.next..<slow.end)
    }
    let middle = slow.next + count / 2
    transfers[id]?.end = middle
    return begin(middle..<slow.end)
  }

  /// Writes received bytes.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - id: The claim that they continue.
  /// - Returns: True if the claim needs further bytes.
  /// - Throws: ``DownloadError``
  func write(_ data: Data, for id: Int) throws(DownloadError) -> Bool {
    guard var transfer = transfers[id] else { return false }
    let count = min(data.count, transfer.end - transfer.next)
    try write(data, count: count, at: transfer.next)
    state.ranges.insert(transfer.next..<transfer.next + count)
    transfer.next += count
    transfers[id] = transfer.next < transfer.end ? transfer : nil
    hasher.advance(
      to: state.ranges.prefixCount, with: count == data.count ? data : nil, at: transfer.next - count)
    unsaved += count
    let now = policy.now()
    if unsaved >= Self.saveInterval || now - lastSave >= .seconds(1) { save() }
    let total = receivedByteCount
    if meter.record(total, at: now) { reportProgress() }
    return transfer.next < transfer.end
  }

  /// Reports the progress.
  func reportProgress() {
    report(
      .progress(
        DownloadProgress(
          byteCount: receivedByteCount, totalByteCount: state.byteCount, bytesPerSecond: meter.bytesPerSecond)))
  }

  private func write(_ data: Data, count: Int, at offset: Int) throws(DownloadError) {
    var written = 0
    while written < count {
      let result = write(data.bytes.extracting(written..<count), descriptor.number, offset + written)
      if result < 0 && errno == EINTR { continue }
      guard result > 0 else {
        let isFull = errno == ENOSPC || errno == EDQUOT
        let kept = receivedByteCount
        throw isFull
          ? .diskFull(path: path, resumableBytes: kept) : .cannotWrite(path: path, reason: systemError())
      }
      written += result
    }
  }

  /// Ends the claim of a connection that has failed.
  ///
  /// - Returns: The offset at which it stopped; nil if it was complete or another connection has taken it over.
  @discardableResult
  func release(_ id: Int) -> Int? { transfers.removeValue(forKey: id)?.next }

  /// Ends the claim of a connection whose body has ended; if the size is unknown, it is the number of bytes.
  ///
  /// - Returns: True if the body had all bytes of the claim.
  func endBody(_ id: Int) -> Bool {
    guard let transfer = transfers.removeValue(forKey: id) else { return true }
    guard transfer.end == .max else { return false }
    state.byteCount = transfer.next
    return true
  }

  /// Sets the size that the server tells with the first part.
  func learn(byteCount: Int?, etag: String?) {
    if state.byteCount == nil { state.byteCount = byteCount }
    if state.etag == nil { state.etag = etag }
    for (id, transfer) in transfers where transfer.end > byteCount ?? .max {
      transfers[id]?.end = max(byteCount ?? .max, transfer.next)
    }
  }

  /// Reads the whole file with one connection, from the beginning of the body that is on its way.
  func readWhole(_ id: Int, byteCount: Int?) {
    isWhole = true
    learn(byteCount: byteCount, etag: nil)
    transfers[id]?.end = state.byteCount ?? .max
  }
}
