/// The kernels of one instruction set other than the matrix products of ``MatrixKernels``.
///
/// Kernels take unchecked pointers; the caller validates all extents. The portable kernels are the reference for tests.
package protocol VectorKernels: Sendable {
  // MARK: Activations

  /// Quantises `count` floats, a multiple of 32, into `ActivationBlock`s that are `stride` bytes apart.
  static func quantize(_ values: UnsafePointer<Float>, count: Int, into blocks: UnsafeMutableRawPointer, stride: Int)
  /// Interleaves rows of floats into one `ActivationGroup`.
  static func interleave(_ rows: ActivationRows, into group: UnsafeMutablePointer<Float>)
  /// Converts rows to `FixedPoint` and interleaves them into one `ActivationGroup`.
  static func convertToFixedPoint(_ rows: ActivationRows, into group: UnsafeMutablePointer<Float>)

  // MARK: Weights

  /// Converts 64 binary16 or bfloat16 weights to `FixedPoint`; returns the factor as a bfloat16 pattern.
  ///
  /// The factor is 0 if all weights are 0, and NaN if one is not finite. All instruction sets give the same integers.
  static func convertToFixedPoint(
    _ patterns: UnsafePointer<UInt16>, isBFloat16: Bool, into output: UnsafeMutableRawPointer
  ) -> UInt16

  // MARK: Hashes

  /// Adds `count` stripes at `start` to the state of a content hash, of which the first begins a block.
  ///
  /// There are keys for the stripes of a `HashBlock`. All instruction sets give the same state.
  static func addToHash(
    _ start: UnsafeRawPointer, count: Int, keys: UnsafeRawPointer, state: UnsafeMutablePointer<HashState>)

  // MARK: Attention

  /// Computes attention for a set of queries over a KV cache.
  static func attend(_ task: AttentionTask)
  /// Stores a key of `width` elements into its lane of a panel of 16 positions.
  static func storeKey(
    _ key: UnsafePointer<Float>, width: Int, as type: KeyValueType, into panel: UnsafeMutableRawPointer, lane: Int)
  /// Stores a value of `width` elements as a row.
  static func storeValue(
    _ value: UnsafePointer<Float>, width: Int, as type: KeyValueType, into row: UnsafeMutableRawPointer)
  /// Applies RoPE to the first `2 · pairs` elements of a head, with adjacent elements as pairs.
  ///
  /// `angles` holds the cosine and sine of each pair.
  static func rotateAdjacentPairs(_ x: UnsafeMutablePointer<Float>, by angles: UnsafePointer<Float>, pairs: Int)
  /// Applies RoPE to the first `2 · pairs` elements of a head, pairing element i with element i + `pairs`.
  static func rotateHalves(_ x: UnsafeMutablePointer<Float>, by angles: UnsafePointer<Float>, pairs: Int)

  // MARK: Elementwise operations; the output may be an input

  /// Divides `count` values by their root mean square and multiplies them by weights.
  static func rmsNorm(
    _ x: UnsafePointer<Float>, weight: UnsafePointer<Float>, count: Int, epsilon: Float,
    into output: UnsafeMutablePointer<Float>)
  /// Subtracts the mean of `count` values, divides them by their standard deviation, and applies weights and bias.
  static func layerNorm(
    _ x: UnsafePointer<Float>, weight: UnsafePointer<Float>, bias: UnsafePointer<Float>?, count: Int, epsilon: Float,
    into output: UnsafeMutablePointer<Float>)
  /// Adds `count` values to those of `sum`.
  static func add(_ x: UnsafePointer<Float>, to sum: UnsafeMutablePointer<Float>, count: Int)
  /// Computes `function(x) · factors`, or `function(x)` if `factors` is nil.
  ///
  /// The function `clamped` also clamps the factors and adds one to them.
  static func apply(
    _ function: GateFunction, to x: UnsafePointer<Float>, times factors: UnsafePointer<Float>?, count: Int,
    into output: UnsafeMutablePointer<Float>)
  /// Replaces `count` values with `cap · tanh(x / cap)`.
  static func softCap(_ x: UnsafeMutablePointer<Float>, cap: Float, count: Int)
  /// Writes the maximum of each block of `blockSize` values, a multiple of 16; the last block may be shorter.
  ///
  /// NaN counts as −∞.
  static func blockMaxima(
    _ x: UnsafePointer<Float>, count: Int, blockSize: Int, into maxima: UnsafeMutablePointer<Float>)

  // MARK: Recurrences

  /// Updates the state of the gated delta rule with one token, and writes the result of its query.
  static func advance(_ step: DeltaRuleStep, into output: UnsafeMutablePointer<Float>)
  /// Updates a state-space state with a sequence of tokens, and writes the output of each.
  static func advance(_ steps: StateSpaceSteps)
}
