public import SwiftletGGUF
internal import SwiftletKernelsPortable

/// How packed weights are kept; the bits per weight are, nearly, those of the file.
public enum PackedFormat: String, Sendable, CaseIterable {
  case f32, f16, bf16, q4_0, q4_1, q5_0, q5_1, q8_0, q2_k, q3_k, q4_k, q5_k, q6_k, iq4_nl, iq4_xs, mxfp4

  /// The format for tensors of a type, nil if there is no kernel for it.
  ///
  /// A type that has no kernels of its own is computed with as 8-bit integers; see ``RepackableFormat``.
  public init?(_ type: TensorType) {
    self.init(rawValue: type.repackableFormat == nil ? type.name.lowercased() : Self.q8_0.rawValue)
  }

  /// Whether the products take activations in 8 bits.
  public var isInteger: Bool { layout != nil }

  /// Whether weights are kept, and products computed, as 16-bit integers with a factor for each 64.
  public var isFixedPoint: Bool { panelFormat == PanelFormat.fixedPoint }

  /// The form in which the products take activations.
  public var inputForm: ActivationForms { isInteger ? .bytes : isFixedPoint ? .fixedPoint : .floats }

  /// What the kernels call it.
  var panelFormat: UInt8 {
    switch self {
    case .f32: PanelFormat.f32
    case .f16, .bf16: PanelFormat.fixedPoint
    case .q4_0: PanelFormat.q4_0
    case .q4_1: PanelFormat.q4_1
    case .q5_0: PanelFormat.q5_0
    case .q5_1: PanelFormat.q5_1
    case .q8_0: PanelFormat.q8_0
    case .q2_k: PanelFormat.q2_K
    case .q3_k: PanelFormat.q3_K
    case .q4_k: PanelFormat.q4_K
    case .q5_k: PanelFormat.q5_K
    case .q6_k: PanelFormat.q6_K
    case .iq4_nl: PanelFormat.iq4_NL
    case .iq4_xs: PanelFormat.iq4_XS
    case .mxfp4: PanelFormat.mxfp4
    }
  }

  /// How blocks of an integer format lie in a panel.
  var layout: (any PanelLayout.Type)? {
    switch self {
    case .f32, .f16, .bf16: nil
    case .q4_0: PanelQ4_0.self
    case .q4_1: PanelQ4_1.self
    case .q5_0: PanelQ5_0.self
    case .q5_1: PanelQ5_1.self
    case .q8_0: PanelQ8_0.self
    case .q2_k: PanelQ2_K.self
    case .q3_k: PanelQ3_K.self
    case .q4_k: PanelQ4_K.self
    case .q5_k: PanelQ5_K.self
    case .q6_k: PanelQ6_K.self
    case .iq4_nl: PanelIQ4_NL.self
    case .iq4_xs: PanelIQ4_XS.self
    case .mxfp4: PanelMXFP4.self
    }
  }

  /// The size of a panel of 16 rows; see ``Panel``.
  func panelByteCount(columns: Int) -> Int {
    if let layout { return layout.panelByteCount(columns: columns) }
    return isFixedPoint ? FixedPoint.panelByteCount(columns: columns) : 4 * Panel.rows * columns
  }
}
