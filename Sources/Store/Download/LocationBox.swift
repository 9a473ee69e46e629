/// The present address of a file, shared by the connections of a download.
actor LocationBox {
  private let file: RemoteFile
  private let retries: RetryPolicy
  private var location: FileLocation?
  private var number = 0
  private var search: Task<FileLocation, any Error>?

  init(_ file: RemoteFile, retries: RetryPolicy) {
    (self.file, self.retries) = (file, retries)
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
      ?? Task { [file, retries] in try await Self.locate(file, retries) }
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

  private static func locate(_ file: RemoteFile, _ retries: RetryPolicy) async throws -> FileLocation {
    var counter = RetryCounter(retries)
    while true {
      do {
        return try await file.locate()
      } catch let error as HubError where error.isTransient {
        guard let delay = counter.delay() else { throw error }
        try await retries.sleep(delay)
      }
    }
  }
}
