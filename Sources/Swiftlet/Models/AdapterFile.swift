/// A LoRA adapter's file, with the factor of the adapter's own scale.
package struct AdapterFile: Hashable, Sendable {
  /// The path of the file.
  package var path: String
  /// The factor of the scale; 1 for the adapter as it was trained.
  package var strength: Float

  /// Creates a description of a file.
  package init(path: String, strength: Float = 1) { (self.path, self.strength) = (path, strength) }

  /// Creates a description of a file with the adapter as it was trained; `nil` without a path.
  init?(path: String?) {
    guard let path else { return nil }
    self.init(path: path)
  }
}
