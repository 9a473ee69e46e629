internal import SwiftletKernelsPortable

/// The kernels of one instruction set.
///
/// The table is chosen once; see ``Kernels/init(pool:instructionSet:)``. Every entry works on raw pointers whose extents the methods
/// of ``Kernels`` have checked.
@safe struct KernelTable: Sendable {
  /// Format, panels, the size of one in bytes, rows, columns, activations, tokens, output, its stride in floats, how many
  /// bytes ahead weights are asked for: into the first cache, into the second.
  typealias Multiply =
    @Sendable (
      UInt8, UnsafeRawPointer, Int, Int, Int, UnsafeRawPointer, Int, UnsafeMutablePointer<Float>, Int, Int, Int
    ) -> Void
  /// Queries, their number, width, pages, the place in each, two bounds for each query, soft cap, state, the keys after.
  typealias Attend =
    @Sendable (
      UnsafeRawPointer, Int, Int, UnsafePointer<UnsafeRawPointer>, Int, UnsafePointer<Int32>, Float,
      UnsafeMutablePointer<Float>, UnsafeRawPointer
    ) -> Void
  /// A key, width, panel of 16 positions, lane.
  typealias StoreKey = @Sendable (UnsafePointer<Float>, Int, UnsafeMutableRawPointer, Int) -> Void
  /// A value, width, row.
  typealias StoreRow = @Sendable (UnsafePointer<Float>, Int, UnsafeMutableRawPointer) -> Void

  /// Rows, their distance in floats, their number, columns, group.
  typealias Interleave = @Sendable (UnsafePointer<Float>, Int, Int, Int, UnsafeMutablePointer<Float>) -> Void

  /// The name for reports, such as `portable`.
  let name: String
  var multiply: Multiply
  /// How many bytes ahead products with a few tokens ask for weights.
  var weightFetch = WeightFetch.none
  let attend: @Sendable (KeyValueType) -> Attend
  let storeKey: @Sendable (KeyValueType) -> StoreKey
  let storeRow: @Sendable (KeyValueType) -> StoreRow
  /// Values, their number, blocks, the distance of two blocks in bytes.
  let quantize: @Sendable (UnsafePointer<Float>, Int, UnsafeMutableRawPointer, Int) -> Void
  /// To a group of floats.
  let interleave: Interleave
  /// To a group in fixed point.
  let fix: Interleave
  let rmsNorm: @Sendable (UnsafePointer<Float>, UnsafePointer<Float>, Int, Float, UnsafeMutablePointer<Float>) -> Void
  let add: @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int) -> Void
  let rotateAdjacentPairs: @Sendable (UnsafeMutablePointer<Float>, UnsafePointer<Float>, Int) -> Void
  let rotateHalves: @Sendable (UnsafeMutablePointer<Float>, UnsafePointer<Float>, Int) -> Void
  /// Values, weights, bias, their number, epsilon, output.
  let layerNorm:
    @Sendable (
      UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>?, Int, Float, UnsafeMutablePointer<Float>
    ) -> Void
  /// Function, its arguments, factors, their number, output.
  let applyGate:
    @Sendable (UInt8, UnsafePointer<Float>, UnsafePointer<Float>?, Int, UnsafeMutablePointer<Float>) -> Void
  /// Values, cap, their number.
  let softCap: @Sendable (UnsafeMutablePointer<Float>, Float, Int) -> Void
  /// State, query, key, value, decay, beta, the lengths of keys and values, output.
  let deltaRule:
    @Sendable (
      UnsafeMutablePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>, Float, Float, Int,
      Int, UnsafeMutablePointer<Float>
    ) -> Void
  /// State, inputs, what is written, what is read, the distance of two tokens in floats, paces, skip, the numbers of
  /// tokens, of the state's rows and of its columns, output, its stride in floats.
  let advanceStateSpace:
    @Sendable (
      UnsafeMutablePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>, Int,
      UnsafePointer<Float>, Float, Int, Int, Int, UnsafeMutablePointer<Float>, Int
    ) -> Void

  /// The tables that this processor can run, the best last.
  static let available = InstructionSet.available.map { table(for: $0) }

  static func table(for set: InstructionSet) -> KernelTable {
    switch set {
    #if arch(x86_64)
      case .avx2: avx2
      case .avxVNNI: avxVNNI
      case .avx512: avx512
    #elseif arch(arm64)
      case .neon: neon
      case .i8mm: i8mm
    #endif
    default: portable
    }
  }

  /// Swift's vector types on the instruction set that every machine of the architecture has.
  static let portable = unsafe KernelTable(
    name: "portable",
    multiply: SwiftletKernelsPortable.multiply,
    attend: { type in
      switch type {
      case .f32: unsafe attendF32
      case .f16: unsafe attendF16
      case .q8_0: unsafe attendQ8_0
      }
    },
    storeKey: { type in
      switch type {
      case .f32: unsafe storeKeyF32
      case .f16: unsafe storeKeyF16
      case .q8_0: unsafe storeKeyQ8_0
      }
    },
    storeRow: { type in
      switch type {
      case .f32: unsafe storeRowF32
      case .f16: unsafe storeRowF16
      case .q8_0: unsafe storeRowQ8_0
      }
    },
    quantize: quantizeActivations, interleave: interleaveRows, fix: fixActivations,
    rmsNorm: SwiftletKernelsPortable.rmsNorm,
    add: SwiftletKernelsPortable.add, rotateAdjacentPairs: SwiftletKernelsPortable.rotateAdjacentPairs,
    rotateHalves: SwiftletKernelsPortable.rotateHalves, layerNorm: SwiftletKernelsPortable.layerNorm,
    applyGate: SwiftletKernelsPortable.applyGate, softCap: SwiftletKernelsPortable.softCap,
    deltaRule: SwiftletKernelsPortable.deltaRule, advanceStateSpace: SwiftletKernelsPortable.advanceStateSpace)
}
