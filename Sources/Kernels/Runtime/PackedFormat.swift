public import SwiftletGGUF
internal import SwiftletKernelInterface
internal import SwiftletKernelsPortable

/// The formats of packed weights, one for each type of the file that can be computed with.
///
/// Weights are those of the file exactly, but for F16 and BF16, and take about as many bits. Points of the codebooks of
/// the IQ formats become a code for each weight, which takes up to 1.75 bits more.
public enum PackedFormat: String, Sendable, CaseIterable {
  case f32, f16, bf16, q4_0, q4_1, q5_0, q5_1, q8_0, q2_k, q3_k, q4_k, q5_k, q6_k, iq4_nl, iq4_xs, mxfp4
  case iq1_s, iq1_m, iq2_xxs, iq2_xs, iq2_s, iq3_xxs, iq3_s, tq1_0, tq2_0, nvfp4

  /// Creates the format for tensors of a type; nil if there is no kernel for it.
  public init?(_ type: TensorType) { self.init(rawValue: type.name.lowercased()) }

  /// Indicates that products require 8-bit activations.
  public var isInteger: Bool { layout != nil }

  /// Indicates that weights and products are in 16-bit fixed point, with one factor per 64 weights.
  public var isFixedPoint: Bool {
    if case .fixedPoint = product { true } else { false }
  }

  /// The form of activations that products require.
  public var inputForm: ActivationForms {
    switch product {
    case .floats: .floats
    case .fixedPoint: .fixedPoint
    case .integers: .bytes
    }
  }

  /// The kinds of matrix products.
  enum Product {
    case floats
    case fixedPoint
    case integers(IntegerFormat)
  }

  /// The kind of matrix product for this format.
  var product: Product {
    switch self {
    case .f32: .floats
    case .f16, .bf16: .fixedPoint
    case .q4_0: .integers(.q4_0)
    case .q4_1: .integers(.q4_1)
    case .q5_0: .integers(.q5_0)
    case .q5_1: .integers(.q5_1)
    case .q8_0: .integers(.q8_0)
    case .q2_k: .integers(.q2_K)
    case .q3_k: .integers(.q3_K)
    case .q4_k: .integers(.q4_K)
    case .q5_k: .integers(.q5_K)
    case .q6_k: .integers(.q6_K)
    case .iq4_nl: .integers(.iq4_NL)
    case .iq4_xs: .integers(.iq4_XS)
    case .mxfp4: .integers(.mxfp4)
    case .iq1_s, .iq1_m: .integers(.iq1)
    case .iq2_xxs, .iq2_xs, .iq2_s: .integers(.iq2)
    case .iq3_xxs: .integers(.iq3_XXS)
    case .iq3_s: .integers(.iq3_S)
    case .tq1_0, .tq2_0: .integers(.ternary)
    case .nvfp4: .integers(.nvfp4)
    }
  }

  /// The layout of blocks of an integer format in a panel.
  var layout: (any PanelLayout.Type)? {
    if case .integers(let format) = product { format.layout } else { nil }
  }

  /// The average number of bits per packed weight, with scales.
  public var bitsPerWeight: Double {
    // A multiple of all block sizes.
    let columns = 256
    return Double(8 * panelByteCount(columns: columns)) / Double(Panel.rows * columns)
  }

  /// The size in bytes of a panel of 16 rows; see ``Panel``.
  func panelByteCount(columns: Int) -> Int {
    if let layout { return layout.panelByteCount(columns: columns) }
    return isFixedPoint ? FixedPoint.panelByteCount(columns: columns) : 4 * Panel.rows * columns
  }
}

extension IntegerFormat {
  /// The layout of blocks in a panel.
  fileprivate var layout: any PanelLayout.Type {
    switch self {
    case .q4_0: PanelQ4_0.self
    case .q4_1: PanelQ4_1.self
    case .q5_0: PanelQ5_0.self
    case .q5_1: PanelQ5_1.self
    case .q8_0: PanelQ8_0.self
    case .q2_K: PanelQ2_K.self
    case .q3_K: PanelQ3_K.self
    case .q4_K: PanelQ4_K.self
    case .q5_K: PanelQ5_K.self
    case .q6_K: PanelQ6_K.self
    case .iq4_NL: PanelIQ4_NL.self
    case .iq4_XS: PanelIQ4_XS.self
    case .mxfp4: PanelMXFP4.self
    case .iq1: PanelIQ1.self
    case .iq2: PanelIQ2.self
    case .iq3_XXS: PanelIQ3_XXS.self
    case .iq3_S: PanelIQ3_S.self
    case .ternary: PanelTernary.self
    case .nvfp4: PanelNVFP4.self
    }
  }
}
