/// The integer formats of packed weights, each with a `PanelLayout`.
///
/// Types of the file with the same levels and scales share a format: `iq1`, `iq2` and `ternary`.
package enum IntegerFormat: CaseIterable, Sendable {
  case q4_0, q4_1, q5_0, q5_1, q8_0, q2_K, q3_K, q4_K, q5_K, q6_K, iq4_NL, iq4_XS, mxfp4
  case iq1, iq2, iq3_XXS, iq3_S, ternary, nvfp4
}
