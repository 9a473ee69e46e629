/// The kernels of one instruction set other than ``MatrixKernels``.
///
/// A kernel works on bare pointers: whoever calls it has checked all extents. The oracle of each is the portable one.
package protocol VectorKernels: Sendable {
  // MARK: Activations

  /// Quantises `count` floats, a multiple of 32, into blocks of `ActivationBlock` that lie `stride` bytes apart.
  static func quantize(_ values: UnsafePointer<Float>, count: Int, into blocks: UnsafeMutableRawPointer, stride: Int)
  /// Interleaves rows of floats in a group of `ActivationGroup`.
  static func interleave(_ rows: ActivationRows, into group: UnsafeMutablePointer<Float>)
  /// Converts rows to `FixedPoint`, in a group of `ActivationGroup`.
  static func convertToFixedPoint(_ rows: ActivationRows, into group: UnsafeMutablePointer<Float>)

  // MARK: Attention

  /// Computes attention of some queries over a KV cache.
  static func attend(_ task: AttentionTask)
  /// Stores a key of `width` elements into its lane of a panel of 16 positions.
  static func storeKey(
    _ key: UnsafePointer<Float>, width: Int, as type: KeyValueType, into panel: UnsafeMutableRawPointer, lane: Int)
  /// Stores a value of `width` elements as a row.
  static func storeValue(
    _ value: UnsafePointer<Float>, width: Int, as type: KeyValueType, into row: UnsafeMutableRawPointer)
  /// Rotates the first `2 · pairs` elements of a head (RoPE), pairs side by side; `angles` are cosine and sine of each.
  static func rotateAdjacentPairs(_ x: UnsafeMutablePointer<Float>, by angles: UnsafePointer<Float>, pairs: Int)
  /// Rotates the first `2 · pairs` elements of a head (RoPE), the second of each pair behind all the first ones.
  static func rotateHalves(_ x: UnsafeMutablePointer<Float>, by angles: UnsafePointer<Float>, pairs: Int)

  // MARK: Elementwise operations; the output may be an input

  /// Divides `count` values by their root mean square, and multiplies them with weights.
  static func rmsNorm(
    _ x: UnsafePointer<Float>, weight: UnsafePointer<Float>, count: Int, epsilon: Float,
    into output: UnsafeMutablePointer<Float>)
  /// Takes the mean off `count` values, divides them by their standard deviation, and applies weights and bias.
  static func layerNorm(
    _ x: UnsafePointer<Float>, weight: UnsafePointer<Float>, bias: UnsafePointer<Float>?, count: Int, epsilon: Float,
    into output: UnsafeMutablePointer<Float>)
  /// Adds `count` values to those of `sum`.
  static func add(_ x: UnsafePointer<Float>, to sum: UnsafeMutablePointer<Float>, count: Int)
  /// Computes `function(x) · factors`, or `function(x)` alone if there are no factors; what `clamped` does with factors is
  /// its own.
  static func apply(
    _ function: GateFunction, to x: UnsafePointer<Float>, times factors: UnsafePointer<Float>?, count: Int,
    into output: UnsafeMutablePointer<Float>)
  /// Replaces `count` values by `cap · tanh(x / cap)`.
  static func softCap(_ x: UnsafeMutablePointer<Float>, cap: Float, count: Int)

  // MARK: Recurrences

  /// Takes a token into the state of the delta rule, and writes what its query finds there.
  static func advance(_ step: DeltaRuleStep, into output: UnsafeMutablePointer<Float>)
  /// Takes tokens into the state of a state space, and writes what each of them finds there.
  static func advance(_ steps: StateSpaceSteps)
}
