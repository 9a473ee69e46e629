internal import Foundation
internal import SwiftletHTTP

extension Downloader {
  /// The unread bytes of a connection at which it stops reading.
  private static let unreadLimit = 2 << 20

  /// Fetches all bytes.
  ///
  /// - Throws: ``DownloadError``, ``HubError`` or `CancellationError`.
  func fetch(_ partial: PartialDownload, _ file: RemoteFile, _ locations: LocationBox) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<max(1, options.connections) {
        group.addTask { try await serve(partial, file, locations) }
      }
      // Whoever finds nothing left to fetch ends the others, which may wait for a server that has become silent.
      try await group.next()
      group.cancelAll()
      while await group.nextResult() != nil {}
    }
  }

  /// Fetches parts over one connection at a time until there are no more.
  private func serve(_ partial: PartialDownload, _ file: RemoteFile, _ locations: LocationBox) async throws {
    let size = await partial.byteCount ?? file.byteCount ?? 0
    // Small files would never reach the usual amount.
    var connection = PartConnection(
      downloader: self, partial: partial, file: file, locations: locations,
      failures: RetryCounter(retries, progress: min(8 << 20, max(1, size / 20))))
    while true {
      try Task.checkCancellation()
      switch await partial.work(limit: try await partLength(locations)) {
      case .finished: return
      case .wait: try await retries.sleep(.milliseconds(200))
      case .fetch(let claim): try await connection.fetch(claim)
      }
    }
  }

  private func partLength(_ locations: LocationBox) async throws -> Int {
    if let length = options.partLength { return length }
    if options.connections > 1 { return 16 << 20 }
    // Without sockets of our own, a part is in memory while the disk is slower than the network.
    return stopsReading(of: try await locations.current().location.route.url) ? 64 << 20 : 32 << 20
  }

  /// Returns whether bodies of an address need not fit into memory.
  func stopsReading(of url: URL) -> Bool { options.stopsReading?(url) ?? requester.client.stopsReading(of: url) }

  /// Starts the request for a part.
  ///
  /// - Throws: ``HubError`` or `CancellationError`.
  func request(_ claim: PartialDownload.Claim, isWhole: Bool, at location: FileLocation) async throws
    -> HubRequester.Answer
  {
    let fields = isWhole ? [:] : ["Range": "bytes=\(claim.range.lowerBound)-\(claim.range.upperBound - 1)"]
    return try await requester.send(
      "GET", to: location.route, fields: fields,
      limits: HubRequester.Limits(bytes: .max, unread: Self.unreadLimit, time: .seconds(31_536_000)))
  }
}
