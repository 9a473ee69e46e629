/// How keywords are read.
struct SchemaOptions {
  /// Whether `format` constrains strings.
  var assertsFormats = true
  /// Whether what cannot be expressed is dropped and reported instead of refused.
  var isLenient = false
  /// Whether the document has a keyword for what other keywords have not looked at.
  var tracksEvaluation = false
}
