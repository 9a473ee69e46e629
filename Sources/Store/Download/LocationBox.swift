/// The present address of a file, shared by the connections of a download.
actor LocationBox {
  private let file: RemoteFile
  private let retries: RetryPolicy
  private let report: RetryReport
  private var location: FileLocation?
  private var number = 0
  private var search: Task<FileLocation, any Error>?

  init(_ file: RemoteFile, retries: RetryPolicy, report: @escaping RetryReport) {
    (self.file, self.retries, self.report) = (file, retries, report)
    location = file.location
  }

  /// Finds out the address if necessary.
  ///
  /// - Parameter expired: The number of an address that no longer works.
  /// - Returns: The address and its number.
  /// - Throws: ``HubError`` or `CancellationError`.
  func current(replacing expired: Int? = nil) async throws -> (location: FileLocation, number: Int) {
    if let location, expired != number { return (location, number) }
    let search =
      self.search
      ?? Task { [file, retries, report] in try await retries.repeating(report: report) { try await file.locate() } }
    self.search = search
    let location = try await withTaskCancellationHandler {
      try await search.value
    } onCancel: {
      search.cancel()
    }
    if self.search == search {
      self.search = nil
      self.location = location
      number += 1
    }
    return (location, number)
  }
}
