import SwiftletGGUF

/// The hyperparameters of an architecture: metadata keys with its name as prefix, validated as they are read.
struct ArchitectureKeys {
  let file: GGUFFile
  private let prefix: String

  init(_ file: GGUFFile, _ architecture: String) {
    self.file = file
    prefix = architecture + "."
  }

  /// Returns the full name of a key.
  func name(_ key: String) -> String { prefix + key }

  func integer(_ key: String, in range: ClosedRange<Int>, default: Int? = nil) throws(InferenceError) -> Int {
    try wrapping { () throws(GGUFError) in try file.metadata.integer(name(key), in: range, default: `default`) }
  }

  /// Reads an integer that a file may give once or for each layer, with the same value for all.
  ///
  /// With `mayBeZero`, layers with 0 are ignored.
  func uniform(
    _ key: String, _ layers: Int, in range: ClosedRange<Int>, default: Int? = nil, mayBeZero: Bool = false
  ) throws(InferenceError) -> Int {
    guard file.metadata.elementCount(name(key)) != nil else {
      return try integer(key, in: range, default: `default`)
    }
    var perLayer = try perLayer(key, layers) ?? []
    if mayBeZero { perLayer.removeAll { $0 == 0 } }
    guard let first = perLayer.first, perLayer.allSatisfy({ $0 == first }), range.contains(first) else {
      throw error(key, found: summary(key), expected: "the same integer in \(range) for all layers")
    }
    return first
  }

  /// Reads the integers of all layers, where a file may give one for all; nil without the key.
  func perLayer(_ key: String, _ layers: Int) throws(InferenceError) -> [Int]? {
    try wrapping { () throws(GGUFError) in try file.metadata.integers(name(key), perLayer: layers) }
  }

  /// Reads an integer for each layer, as ``uniform(_:_:in:default:mayBeZero:)`` unless layers may differ.
  func perLayer(
    _ key: String, _ layers: Int, in range: ClosedRange<Int>, default: Int? = nil, mayBeZero: Bool = false,
    mayDiffer: Bool
  ) throws(InferenceError) -> [Int] {
    guard mayDiffer, file.metadata.elementCount(name(key)) != nil else {
      let value = try uniform(key, layers, in: range, default: `default`, mayBeZero: mayBeZero)
      return Array(repeating: value, count: layers)
    }
    let values = try perLayer(key, layers) ?? []
    guard values.allSatisfy(range.contains) else {
      throw error(key, found: summary(key), expected: "integers in \(range)")
    }
    return values
  }

  /// Reads a finite number above 0 and below a limit.
  func positive(_ key: String, below limit: Double, default: Double? = nil) throws(InferenceError) -> Double {
    let value = try wrapping { () throws(GGUFError) in try file.metadata.float(name(key)) } ?? `default`
    guard let value, value.isFinite, value > 0, value < limit else {
      throw error(key, found: value.map { "\($0)" } ?? "no such key", expected: "a number above 0 and below \(limit)")
    }
    return value
  }

  /// Reads a number as ``positive(_:below:default:)`` does; nil if it is absent or 0.
  func optional(_ key: String, below limit: Double) throws(InferenceError) -> Double? {
    let value = try wrapping { () throws(GGUFError) in try file.metadata.float(name(key)) }
    guard let value, value != 0 else { return nil }
    return try positive(key, below: limit)
  }

  func string(_ key: String) throws(InferenceError) -> String? {
    try wrapping { () throws(GGUFError) in try file.metadata.string(name(key)) }
  }

  func bool(_ key: String) throws(InferenceError) -> Bool? {
    try wrapping { () throws(GGUFError) in try file.metadata.bool(name(key)) }
  }

  /// Returns true if any layer has a tensor of a name.
  func hasTensor(_ name: String) -> Bool { file.tensors.contains { $0.name.hasSuffix("." + name) } }

  /// Returns for each layer whether it has a sliding window.
  ///
  /// `sliding_window_pattern` is an array, or a period of which the last layer has full attention, or the first with
  /// `firstSeesAll`. Without a default `period`, the key is required.
  func windowLayers(_ layers: Int, period: Int?, firstSeesAll: Bool = false) throws(InferenceError) -> [Bool] {
    let key = "attention.sliding_window_pattern"
    guard let count = file.metadata.elementCount(name(key)) else {
      let period = try integer(key, in: 0...layers + 1, default: period)
      return (0..<layers).map { period > 0 && (firstSeesAll ? $0 % period > 0 : $0 % period < period - 1) }
    }
    guard count == layers, case .array(.bool(let flags))? = file.metadata[name(key)] else {
      throw error(key, found: summary(key), expected: "an integer, or \(layers) truth values")
    }
    return flags
  }

  /// Reads the length of the sliding window; nil for none.
  func window() throws(InferenceError) -> Int? {
    let window = try integer("attention.sliding_window", in: 0...1 << 30, default: 0)
    return window == 0 ? nil : window
  }

  /// The description of the value of a key, without reading all of an array.
  func summary(_ key: String) -> String { file.metadata.summary(name(key)) ?? "no such key" }

  func error(_ key: String, found: String, expected: String) -> InferenceError {
    .file(file.metadata.error(.outOfRange, name(key), found: found, expected: expected))
  }
}
