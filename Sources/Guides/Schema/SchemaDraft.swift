/// A version of JSON Schema, as far as keywords differ.
public enum SchemaDraft: Int, Comparable, Sendable {
  /// Draft 4, of 2013, and earlier drafts.
  case draft4 = 4
  /// Draft 6, of 2017.
  case draft6 = 6
  /// Draft 7, of 2018.
  case draft7 = 7
  /// Draft 2019-09.
  case draft2019 = 2019
  /// Draft 2020-12.
  case draft2020 = 2020

  /// Compares drafts by age.
  public static func < (left: SchemaDraft, right: SchemaDraft) -> Bool { left.rawValue < right.rawValue }

  /// Creates the draft of a `$schema` URI, nil if it is unknown.
  init?(uri: String) {
    guard uri.contains("json-schema.org") else { return nil }
    if uri.contains("draft-03") || uri.contains("draft-04") {
      self = .draft4
    } else if uri.contains("draft-06") {
      self = .draft6
    } else if uri.contains("draft-07") {
      self = .draft7
    } else if uri.contains("2019-09") {
      self = .draft2019
    } else {
      self = .draft2020
    }
  }
}
