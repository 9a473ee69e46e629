/// A quantisation mix: the types of the matrices of a quantised file under a common name such as `Q4_K_M`.
///
/// The mixes are those of llama.cpp: most matrices have the base type, and the most sensitive ones have more bits.
public struct QuantizationMix: Sendable, Hashable {
  /// The name.
  public let name: String
  /// The type of most matrices.
  public let base: TensorType
  /// The value of `general.file_type` for the mix.
  public let fileType: UInt32
  /// True if all matrices have the base type.
  public var isPure = false

  private init(_ name: String, _ base: TensorType, _ fileType: UInt32) {
    (self.name, self.base, self.fileType) = (name, base, fileType)
  }

  /// All mixes.
  public static let all = [
    QuantizationMix("F32", .f32, 0), QuantizationMix("F16", .f16, 1), QuantizationMix("BF16", .bf16, 32),
    QuantizationMix("Q8_0", .q8_0, 7), QuantizationMix("Q6_K", .q6_K, 18), QuantizationMix("Q5_K_M", .q5_K, 17),
    QuantizationMix("Q5_K_S", .q5_K, 16), QuantizationMix("Q5_1", .q5_1, 9), QuantizationMix("Q5_0", .q5_0, 8),
    QuantizationMix("Q4_K_M", .q4_K, 15), QuantizationMix("Q4_K_S", .q4_K, 14), QuantizationMix("Q4_1", .q4_1, 3),
    QuantizationMix("Q4_0", .q4_0, 2), QuantizationMix("IQ4_NL", .iq4_NL, 25), QuantizationMix("IQ4_XS", .iq4_XS, 30),
    QuantizationMix("MXFP4_MOE", .mxfp4, 38), QuantizationMix("Q3_K_L", .q3_K, 13),
    QuantizationMix("Q3_K_M", .q3_K, 12), QuantizationMix("Q3_K_S", .q3_K, 11), QuantizationMix("Q2_K", .q2_K, 10),
    QuantizationMix("Q2_K_S", .q2_K, 21),
  ]

  /// Creates the mix with a case-insensitive name; `Q3_K`, `Q4_K` and `Q5_K` select their M variants.
  public init?(name: String) {
    let wanted = name.uppercased()
    let whole = ["Q3_K", "Q4_K", "Q5_K"].contains(wanted) ? wanted + "_M" : wanted
    guard let mix = Self.all.first(where: { $0.name == whole }) else { return nil }
    self = mix
  }
}
