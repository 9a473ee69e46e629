import SwiftletJSON

/// The options for interpreting keywords.
struct SchemaOptions {
  /// True if `format` constrains strings.
  var assertsFormats = true
  /// True if unsupported keywords are dropped and reported instead of throwing.
  var isLenient = false
  /// True if the document uses `unevaluatedProperties` or `unevaluatedItems`.
  var tracksEvaluation = false
}

extension SchemaOptions {
  /// Creates the options for a document.
  init(_ options: GuideOptions, of root: JSONValue) {
    self.init(
      assertsFormats: options.assertsFormats, isLenient: options.isLenient, tracksEvaluation: root.mentionsEvaluation)
  }
}

extension JSONValue {
  /// True if a member anywhere in the value has the name of an unevaluated-keyword.
  fileprivate var mentionsEvaluation: Bool {
    switch self {
    case .array(let elements): elements.contains(where: \.mentionsEvaluation)
    case .object(let members):
      members.contains { $0.name.hasPrefix("unevaluated") || $0.value.mentionsEvaluation }
    default: false
    }
  }
}
