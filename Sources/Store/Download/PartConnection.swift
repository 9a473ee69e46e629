internal import Foundation
internal import SwiftletHTTP

/// A connection that fetches parts of a file, one after another, with its attempts.
struct PartConnection {
  let downloader: Downloader
  let partial: PartialDownload
  let file: RemoteFile
  let locations: LocationBox
  var failures: RetryCounter
  /// The failures after which the download begins again; received bytes do not excuse them.
  private var restarts: RetryCounter
  /// True if the address was found out anew and no byte has been received since.
  private var hasRelocated = false

  init(
    downloader: Downloader, partial: PartialDownload, file: RemoteFile, locations: LocationBox, failures: RetryCounter
  ) {
    (self.downloader, self.partial, self.file) = (downloader, partial, file)
    (self.locations, self.failures) = (locations, failures)
    restarts = RetryCounter(downloader.retries, progress: .max)
  }

  /// An error that may pass, and the delay that the server asks for.
  private struct Transient: Error {
    var error: any Error
    var requestedDelay: Duration?
    /// True if all bytes are to be fetched again.
    var isRestart = false
  }

  /// Fetches a part, or what can be had of it in one attempt; a failure that may pass is waited for.
  ///
  /// - Throws: ``DownloadError``, ``HubError`` or `CancellationError`.
  mutating func fetch(_ claim: PartialDownload.Claim) async throws {
    do {
      try await attempt(claim)
    } catch let failure as Transient {
      await partial.release(claim.id)
      let delay = failure.isRestart ? restarts.delay() : failures.delay(requested: failure.requestedDelay)
      guard let delay else { throw failure.error }
      partial.report(.retrying(reason: "\(failure.error)", delay: delay))
      try await downloader.retries.sleep(delay)
    } catch {
      await partial.release(claim.id)
      throw error
    }
  }

  private mutating func attempt(_ claim: PartialDownload.Claim) async throws {
    let generation = await partial.generation
    let (location, number) = try await locations.current()
    let answer: HubRequester.Answer
    do {
      answer = try await downloader.request(claim, isWhole: await partial.isWhole, at: location)
    } catch let error as HubError where error.isTransient {
      throw Transient(error: error)
    }
    defer { answer.exchange.cancel() }
    guard try await accept(answer, claim, location, number, generation) else {
      await partial.release(claim.id)
      return
    }
    try await read(answer, claim)
  }

  private mutating func read(_ answer: HubRequester.Answer, _ claim: PartialDownload.Claim) async throws {
    do {
      while let data = try await answer.exchange.bytes() {
        failures.receive(data.count)
        hasRelocated = false
        guard try await partial.write(data, for: claim.id) else { return }
      }
    } catch let failure as HTTPFailure {
      let isRestart = try await restartIfWhole()
      throw Transient(
        error: HubError.connection(host: answer.route.url.host() ?? "", failure), isRestart: isRestart)
    }
    guard await !partial.endBody(claim.id) else { return }
    let got = await partial.receivedByteCount
    let expected = await partial.byteCount ?? claim.range.upperBound
    let isRestart = try await restartIfWhole()
    throw Transient(
      error: DownloadError.incomplete(file: file.name, expected: expected, got: got), isRestart: isRestart)
  }

  private func restartIfWhole() async throws -> Bool {
    guard await partial.isWhole else { return false }
    try await partial.restart(.noRanges, in: partial.generation)
    return true
  }
}

// MARK: - The head of an answer

extension PartConnection {
  /// Checks the head of an answer.
  ///
  /// - Returns: True if its body is the claimed part.
  /// - Throws: An error; ``Transient`` if it may pass.
  private mutating func accept(
    _ answer: HubRequester.Answer, _ claim: PartialDownload.Claim, _ location: FileLocation, _ number: Int,
    _ generation: Int
  ) async throws -> Bool {
    let head = answer.head
    switch head.status {
    case 200, 206:
      try checkType(head)
      let etag = location.isDirect ? EntityTag.validator(head.fields) : nil
      if let etag, let known = await partial.etag, file.checksum == nil, etag != known {
        return try await relocate(number, generation, isChanged: true)
      }
      return head.status == 206
        ? try await acceptPart(answer, claim, etag, number, generation)
        : try await acceptWhole(answer, claim, etag, generation)
    case 416: return try await relocate(number, generation, isChanged: false, answer)
    case 401, 403, 404, 410: return try await relocate(number, generation, isChanged: false, answer)
    default:
      let error = await error(answer)
      guard error.isTransient else { throw error }
      throw Transient(error: error, requestedDelay: head.requestedDelay())
    }
  }

  private mutating func acceptPart(
    _ answer: HubRequester.Answer, _ claim: PartialDownload.Claim, _ etag: String?, _ number: Int, _ generation: Int
  ) async throws -> Bool {
    let field = answer.head.fields["content-range"] ?? "no range"
    guard let range = ContentRange(field), range.range.lowerBound == claim.range.lowerBound else {
      throw Transient(
        error: DownloadError.wrongRange(
          file: file.name, expected: "bytes from \(claim.range.lowerBound) on", got: field))
    }
    if let total = range.total, let size = await partial.byteCount, total != size {
      guard file.byteCount == nil else {
        throw Transient(
          error: DownloadError.wrongRange(file: file.name, expected: "a file of \(size) bytes", got: field))
      }
      return try await relocate(number, generation, isChanged: true)
    }
    await partial.learn(byteCount: range.total, etag: etag)
    return true
  }

  private func acceptWhole(
    _ answer: HubRequester.Answer, _ claim: PartialDownload.Claim, _ etag: String?, _ generation: Int
  ) async throws -> Bool {
    let length = answer.head.fields["content-length"].flatMap { Int($0) }
    let (limit, size) = (downloader.options.wholeFileLimit, file.byteCount ?? length)
    guard downloader.stopsReading(of: answer.route.url) || size ?? .max <= limit else {
      throw DownloadError.noRanges(file: file.name, byteCount: size, limit: limit)
    }
    guard claim.range.lowerBound == 0, await partial.receivedByteCount == 0 else {
      try await partial.restart(.noRanges, in: generation)
      return false
    }
    if let length, let size = file.byteCount, length != size {
      throw Transient(error: DownloadError.incomplete(file: file.name, expected: size, got: length))
    }
    await partial.learn(byteCount: length, etag: etag)
    await partial.readWhole(claim.id, byteCount: length)
    return true
  }

  /// Checks that the answer is not the page of a login or an error.
  private func checkType(_ head: HTTPExchange.Head) throws(DownloadError) {
    let type = head.contentType
    guard type == "text/html" || type == "application/xhtml+xml", !file.name.lowercased().hasSuffix(".html") else {
      return
    }
    throw .webPage(file: file.name, contentType: type)
  }

  /// Finds out the address anew, and begins again if the file has changed.
  ///
  /// - Returns: False, as the part is to be asked for again.
  /// - Throws: The error of the answer, if the address was new already; ``Transient`` if the file has changed.
  private mutating func relocate(
    _ number: Int, _ generation: Int, isChanged: Bool, _ answer: HubRequester.Answer? = nil
  ) async throws -> Bool {
    if hasRelocated, let answer {
      let error = await error(answer)
      // A server that has sent bytes may do so again.
      if await partial.receivedByteCount > 0 { throw Transient(error: error) }
      throw error
    }
    hasRelocated = true
    let location = try await locations.current(replacing: number).location
    let (etag, size) = (await partial.etag, await partial.byteCount)
    let differs =
      (file.checksum == nil && location.etag != nil && location.etag != etag)
      || (file.byteCount == nil && location.byteCount != nil && location.byteCount != size)
    guard differs || isChanged else { return false }
    try await partial.restart(.changed, in: generation, at: location)
    throw Transient(error: DownloadError.changing(file: file.name), isRestart: true)
  }

  private func error(_ answer: HubRequester.Answer) async -> HubError {
    let body = try? await downloader.requester.body(of: answer, limit: 1 << 16)
    let hasToken = answer.route.carriesToken
    return HubError(answer.head, body: body ?? [], url: answer.route.url, subject: nil, hasToken: hasToken)
  }
}
