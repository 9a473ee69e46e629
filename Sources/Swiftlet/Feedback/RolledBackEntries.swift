/// The entries of failed requests that were removed from the transcript, for feedback reports.
struct RolledBackEntries: Sendable {
  /// The maximum number of entries; the oldest are removed first.
  private static let limit = 256

  private(set) var entries: [Transcript.Entry] = []

  mutating func append(_ new: ArraySlice<Transcript.Entry>) {
    entries += new
    entries.removeFirst(max(0, entries.count - Self.limit))
  }
}
