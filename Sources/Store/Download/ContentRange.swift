/// The field `Content-Range` of a part of a file (RFC 9110, section 14.4).
struct ContentRange: Equatable {
  /// The bytes of the part.
  var range: Range<Int>
  /// The size of the file; nil if it is unknown.
  var total: Int?

  /// Parses a field such as `bytes 0-99/1000`.
  init?(_ field: String) {
    let words = field.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    let bounds = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, bounds.count == 2, let first = Int(bounds[0]), let last = Int(bounds[1]), first >= 0,
      first <= last, last < .max
    else { return nil }
    range = first..<last + 1
    guard parts[1] != "*" else { return }
    guard let total = Int(parts[1]), total > last else { return nil }
    self.total = total
  }
}
