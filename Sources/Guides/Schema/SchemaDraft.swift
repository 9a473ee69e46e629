/// The versions of JSON Schema that differ in their keywords.
enum SchemaDraft: Int, Comparable {
  case draft4 = 4, draft6 = 6, draft7 = 7
  case draft2019 = 2019, draft2020 = 2020

  static func < (left: SchemaDraft, right: SchemaDraft) -> Bool { left.rawValue < right.rawValue }

  /// The draft that `$schema` names, nil if it names none that is known.
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
