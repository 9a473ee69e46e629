import SwiftletJSON

/// How keywords are read.
struct SchemaOptions {
  /// Whether `format` constrains strings.
  var assertsFormats = true
  /// Whether what cannot be expressed is dropped and reported instead of refused.
  var isLenient = false
  /// Whether the document has a keyword for what other keywords have not looked at.
  var tracksEvaluation = false
}

extension SchemaOptions {
  /// The options for a document.
  init(_ options: GuideOptions, of root: JSONValue) {
    self.init(
      assertsFormats: options.assertsFormats, isLenient: options.isLenient, tracksEvaluation: root.mentionsEvaluation)
  }
}

extension JSONValue {
  /// True if a member somewhere in the value is named as the keywords about unevaluated parts are.
  fileprivate var mentionsEvaluation: Bool {
    switch self {
    case .array(let elements): elements.contains(where: \.mentionsEvaluation)
    case .object(let members):
      members.contains { $0.name.hasPrefix("unevaluated") || $0.value.mentionsEvaluation }
    default: false
    }
  }
}
