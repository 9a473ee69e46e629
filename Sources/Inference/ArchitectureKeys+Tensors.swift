import SwiftletGGUF

/// Optional keys, whose defaults are checked against the tensors.
///
/// A wrong default would cause an error later, for a tensor of an unexpected shape or an unused one. These checks
/// report the missing key instead.
extension ArchitectureKeys {
  /// Returns true if a key is absent.
  func isAbsent(_ key: String) -> Bool { !file.metadata.contains(name(key)) }

  /// Reads an integer that is 0 by default; the key is required if any layer has a tensor.
  func integer(
    _ key: String, in range: ClosedRange<Int>, zeroWithout tensor: String
  ) throws(InferenceError) -> Int {
    if isAbsent(key), let tensor = firstTensor(tensor) {
      throw missing(key, "and \(tensor.name)", expected: "an integer in \(range)")
    }
    return try integer(key, in: range, default: 0)
  }

  /// Reads an integer whose default is checked against the dimensions of a tensor.
  func integer(
    _ key: String, in range: ClosedRange<Int>, default: Int, shownBy tensor: String, as shown: (GGUFTensor) -> Int
  ) throws(InferenceError) -> Int {
    try checkAssumption(key, `default`, shownBy: tensor, as: shown)
    return try integer(key, in: range, default: `default`)
  }

  /// Checks the default of an absent key against the dimensions of the first tensor of a name, if there is one.
  func checkAssumption(
    _ key: String, _ value: Int, shownBy tensor: String, as shown: (GGUFTensor) -> Int
  ) throws(InferenceError) {
    guard isAbsent(key), let tensor = firstTensor(tensor), shown(tensor) != value else { return }
    throw missing(
      key, "and \(tensor.name) with dimensions \(tensor.dimensions)", expected: "the key, or dimensions for \(value)"
    )
  }

  /// Reads the number of leading layers without experts.
  func leadingDenseCount(of layers: Int) throws(InferenceError) -> Int {
    let (key, router) = ("leading_dense_block_count", "blk.0.ffn_gate_inp.weight")
    if isAbsent(key), file["blk.0.ffn_down.weight"] != nil, file[router] == nil {
      throw missing(key, "and no \(router)", expected: "one of them")
    }
    return try integer(key, in: 0...layers, default: 0)
  }

  /// Returns the error for a missing key.
  func missing(_ key: String, _ besides: String? = nil, expected: String) -> InferenceError {
    let found = ["no such key", besides].compactMap(\.self).joined(separator: ", ")
    return .file(file.metadata.error(.missingKey, name(key), found: found, expected: expected))
  }

  /// Returns the first tensor of a name, of the model or of a layer.
  private func firstTensor(_ name: String) -> GGUFTensor? {
    file[name] ?? file.tensors.first { $0.name.hasSuffix("." + name) }
  }
}
