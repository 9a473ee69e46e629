/// The element types of tensors, with their codes in the file.
///
/// Source: the type table of the GGUF specification and ggml's `ggml_type`. Types without a ``BlockFormat`` can be
/// inspected and copied, but not dequantised.
public enum TensorType: Int, Sendable, CaseIterable {
  case f32 = 0, f16 = 1, q4_0 = 2, q4_1 = 3, q5_0 = 6, q5_1 = 7, q8_0 = 8, q8_1 = 9
  case q2_K = 10, q3_K = 11, q4_K = 12, q5_K = 13, q6_K = 14, q8_K = 15
  case iq2_XXS = 16, iq2_XS = 17, iq3_XXS = 18, iq1_S = 19, iq4_NL = 20, iq3_S = 21, iq2_S = 22, iq4_XS = 23
  case i8 = 24, i16 = 25, i32 = 26, i64 = 27, f64 = 28, iq1_M = 29, bf16 = 30
  case tq1_0 = 34, tq2_0 = 35, mxfp4 = 39, nvfp4 = 40, q1_0 = 41, q2_0 = 42

  /// Creates the type with a case-insensitive name such as `q4_0` or `Q4_K`.
  public init?(name: some StringProtocol) {
    guard let type = Self.allCases.first(where: { $0.name.lowercased() == name.lowercased() }) else { return nil }
    self = type
  }

  /// The conventional upper-case name, such as `Q4_0`.
  public var name: String { "\(self)".uppercased() }

  /// The number of elements per block.
  public var elementsPerBlock: Int { layout.elements }

  /// The size of a block in bytes.
  public var bytesPerBlock: Int { layout.bytes }

  /// The average number of bits per element.
  public var bitsPerElement: Double { Double(layout.bytes * 8) / Double(layout.elements) }

  private var layout: (elements: Int, bytes: Int) {
    switch self {
    case .f32, .i32: (1, 4)
    case .f16, .bf16, .i16: (1, 2)
    case .i8: (1, 1)
    case .i64, .f64: (1, 8)
    case .q4_0, .iq4_NL: (32, 18)
    case .q4_1: (32, 20)
    case .q5_0: (32, 22)
    case .q5_1: (32, 24)
    case .q8_0: (32, 34)
    case .q8_1: (32, 36)
    case .q2_K: (256, 84)
    case .q3_K, .iq3_S: (256, 110)
    case .q4_K: (256, 144)
    case .q5_K: (256, 176)
    case .q6_K: (256, 210)
    case .q8_K: (256, 292)
    case .iq2_XXS, .tq2_0: (256, 66)
    case .iq2_XS: (256, 74)
    case .iq3_XXS: (256, 98)
    case .iq1_S: (256, 50)
    case .iq2_S: (256, 82)
    case .iq4_XS: (256, 136)
    case .iq1_M: (256, 56)
    case .tq1_0: (256, 54)
    case .mxfp4: (32, 17)
    case .nvfp4: (64, 36)
    case .q1_0: (128, 18)
    case .q2_0: (64, 18)
    }
  }

  /// Describes an unsupported type code.
  static func reason(refusing number: Int) -> String {
    switch number {
    case 4, 5, 31...33, 36...38: "type \(number), which was removed from the format"
    default: "unknown type \(number)"
    }
  }
}
