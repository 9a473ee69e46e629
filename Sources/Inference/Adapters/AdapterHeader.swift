public import SwiftletGGUF

/// The metadata of an adapter's file, without its matrices.
public struct AdapterHeader: Sendable {
  /// `general.name` of the file.
  public let name: String?
  /// The metadata of the file.
  public var metadata: GGUFMetadata { file.metadata }
  /// The architecture of the models that it is for.
  public let architecture: String
  /// The numerator of the scale; 0 means a scale of 1.
  let alpha: Float
  let file: GGUFFile

  /// Reads the metadata of a file.
  ///
  /// - Throws: ``InferenceError`` if the file is not a low-rank adapter.
  public init(contentsOf path: String) throws(InferenceError) {
    let file = try wrapping { () throws(GGUFError) in try GGUFFile(path: path) }
    self.file = file
    func string(_ key: String) throws(InferenceError) -> String? {
      try wrapping { () throws(GGUFError) in try file.metadata.string(key) }
    }
    for (key, expected) in [("general.type", "adapter"), ("adapter.type", "lora")] {
      let found = try string(key)
      guard found == expected else { throw Self.mismatch(file, key, found, expected) }
    }
    guard let architecture = try string("general.architecture") else {
      throw Self.mismatch(file, "general.architecture", nil, "the name of an architecture")
    }
    self.architecture = architecture
    name = try string("general.name")
    let key = "adapter.lora.alpha"
    let alpha = try wrapping { () throws(GGUFError) in try file.metadata.float(key) } ?? 0
    guard alpha.isFinite, abs(alpha) < 1e6 else {
      throw .file(file.metadata.error(.outOfRange, key, found: "\(alpha)", expected: "a number below a million"))
    }
    self.alpha = Float(alpha)
  }

  /// Checks that each adapted tensor is in a model's file, with the same dimensions.
  ///
  /// - Throws: ``InferenceError`` naming what differs.
  public func check(against model: GGUFFile) throws(InferenceError) {
    let found = try wrapping { () throws(GGUFError) in try model.metadata.string("general.architecture") }
    guard found == architecture else {
      throw Self.mismatch(file, "general.architecture", architecture, found ?? "nothing")
    }
    guard !file.tensors.isEmpty else {
      throw .unsupportedFeature(file: file.path, found: "no tensors", expected: "at least one adapted matrix")
    }
    for tensor in file.tensors {
      let name = String(tensor.name.dropLast(".lora_a".count))
      guard tensor.name.hasSuffix(".lora_a") || tensor.name.hasSuffix(".lora_b"), let adapted = model[name] else {
        throw Self.stray(tensor.name, file)
      }
      try matrices(of: name, columns: adapted.columns, rows: adapted.rows)
    }
  }

  /// Returns the two matrices of an adapted tensor, after checking their dimensions.
  @discardableResult
  func matrices(
    of name: String, columns: Int, rows: Int
  ) throws(InferenceError) -> (down: GGUFTensor, up: GGUFTensor) {
    try wrapping { () throws(GGUFError) in
      // Rows of the first are directions in the input; columns of the second are as many in the output.
      let (down, up) = (try file.tensor(name + ".lora_a"), try file.tensor(name + ".lora_b"))
      try down.require(dimensions: [columns, down.rows])
      try up.require(dimensions: [down.rows, rows])
      return (down, up)
    }
  }

  /// Returns the error for a tensor that adapts no matrix of the model.
  static func stray(_ name: String, _ file: GGUFFile) -> InferenceError {
    .unsupportedFeature(
      file: file.path, found: "tensor \(name)",
      expected: "only lora_a and lora_b of matrices that the model multiplies with")
  }

  /// Returns the error for a key with an unexpected value.
  static func mismatch(_ file: GGUFFile, _ key: String, _ found: String?, _ expected: String) -> InferenceError {
    .unsupportedFeature(
      file: file.path, found: found.map { "\(key) = \($0)" } ?? "no \(key)", expected: "\(key) = \(expected)")
  }
}
