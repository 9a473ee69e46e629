#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  package import SwiftletKernelInterface

  /// The matrix products of this instruction set; extensions in other files implement the individual formats.
  package enum Matrices: MatrixKernels {
    /// Multiplies integer weights by 8-bit activations.
    @inline(never)
    package static func multiplyIntegers(_ product: MatrixProduct, _ format: IntegerFormat) {
      switch format {
      case .q4_0: multiply(product, PanelQ4_0.self)
      case .q4_1: multiply(product, PanelQ4_1.self)
      case .q5_0: multiply(product, PanelQ5_0.self)
      case .q5_1: multiply(product, PanelQ5_1.self)
      case .q8_0: multiply(product, PanelQ8_0.self)
      case .q2_K: multiply(product, PanelQ2_K.self)
      case .q3_K: multiply(product, PanelQ3_K.self)
      case .q4_K: multiply(product, PanelQ4_K.self)
      case .q5_K: multiply(product, PanelQ5_K.self)
      case .q6_K: multiply(product, PanelQ6_K.self)
      case .iq4_NL: multiply(product, PanelIQ4_NL.self)
      case .iq4_XS: multiply(product, PanelIQ4_XS.self)
      case .mxfp4: multiply(product, PanelMXFP4.self)
      case .iq1: multiply(product, PanelIQ1.self)
      case .iq2: multiply(product, PanelIQ2.self)
      case .iq3_XXS: multiply(product, PanelIQ3_XXS.self)
      case .iq3_S: multiply(product, PanelIQ3_S.self)
      case .ternary: multiply(product, PanelTernary.self)
      case .nvfp4: multiply(product, PanelNVFP4.self)
      }
    }
  }
#endif
