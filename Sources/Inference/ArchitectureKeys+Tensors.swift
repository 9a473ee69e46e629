import SwiftletGGUF

/// Keys that files may leave out, as long as their tensors do not show that something is missing.
///
/// What is assumed without such a key would show later, as a tensor with another shape or one that nobody reads. What is
/// wrong then is the key, and it is named beside the tensor.
extension ArchitectureKeys {
  /// Whether the file does not have a key.
  func isAbsent(_ key: String) -> Bool { file.metadata[name(key)] == nil }

  /// A number that is 0 where it is absent, which it may be if no layer has a tensor that needs it.
  func integer(
    _ key: String, in range: ClosedRange<Int>, zeroWithout tensor: String
  ) throws(InferenceError) -> Int {
    if isAbsent(key), let tensor = firstTensor(tensor) {
      throw missing(key, "and \(tensor.name)", expected: "an integer in \(range)")
    }
    return try integer(key, in: range, default: 0)
  }

  /// A number that may be absent if a tensor shows none other than the default.
  func integer(
    _ key: String, in range: ClosedRange<Int>, default: Int, shownBy tensor: String, as shown: (GGUFTensor) -> Int
  ) throws(InferenceError) -> Int {
    try checkAssumption(key, `default`, shownBy: tensor, as: shown)
    return try integer(key, in: range, default: `default`)
  }

  /// Checks what is assumed where a key is absent against what the first tensor of a name shows, if there is one.
  func checkAssumption(
    _ key: String, _ value: Int, shownBy tensor: String, as shown: (GGUFTensor) -> Int
  ) throws(InferenceError) {
    guard isAbsent(key), let tensor = firstTensor(tensor), shown(tensor) != value else { return }
    throw missing(
      key, "and \(tensor.name) with dimensions \(tensor.dimensions)", expected: "the key, or what follows from \(value)"
    )
  }

  /// How many layers at the beginning have no experts.
  func leadingDenseCount(of layers: Int) throws(InferenceError) -> Int {
    let (key, router) = ("leading_dense_block_count", "blk.0.ffn_gate_inp.weight")
    if isAbsent(key), file["blk.0.ffn_down.weight"] != nil, file[router] == nil {
      throw missing(key, "and no \(router)", expected: "one of both")
    }
    return try integer(key, in: 0...layers, default: 0)
  }

  /// The error of a key that the file would need.
  func missing(_ key: String, _ besides: String? = nil, expected: String) -> InferenceError {
    let found = ["no such key", besides].compactMap(\.self).joined(separator: ", ")
    return .file(file.metadata.error(.missingKey, name(key), found: found, expected: expected))
  }

  /// The first tensor of a name, of the whole model or of a layer.
  private func firstTensor(_ name: String) -> GGUFTensor? {
    file[name] ?? file.tensors.first { $0.name.hasSuffix("." + name) }
  }
}
