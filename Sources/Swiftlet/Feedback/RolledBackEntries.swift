/// What failed requests had brought before it was taken out of the transcript, for reports.
struct RolledBackEntries: Sendable {
  /// The greatest number of entries kept; the oldest go first.
  private static let limit = 256

  private(set) var entries: [Transcript.Entry] = []

  mutating func append(_ new: ArraySlice<Transcript.Entry>) {
    entries += new
    entries.removeFirst(max(0, entries.count - Self.limit))
  }
}
