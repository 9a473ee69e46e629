public import SwiftletGGUF
internal import SwiftletKernelInterface
internal import SwiftletKernelsPortable

/// The formats of packed weights, with about the same bits per weight as in the file.
public enum PackedFormat: String, Sendable, CaseIterable {
  case f32, f16, bf16, q4_0, q4_1, q5_0, q5_1, q8_0, q2_k, q3_k, q4_k, q5_k, q6_k, iq4_nl, iq4_xs, mxfp4

  /// Creates the format for tensors of a type; nil if there is no kernel for it.
  ///
  /// Types without kernels of their own are repacked as 8-bit integers; see ``RepackableFormat``.
  public init?(_ type: TensorType) {
    self.init(rawValue: type.repackableFormat == nil ? type.name.lowercased() : Self.q8_0.rawValue)
  }

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
    }
  }

  /// The layout of blocks of an integer format in a panel.
  var layout: (any PanelLayout.Type)? {
    if case .integers(let format) = product { format.layout } else { nil }
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
    }
  }
}
