/// The integer formats of packed weights, each with a `PanelLayout`.
package enum IntegerFormat: CaseIterable, Sendable {
  case q4_0, q4_1, q5_0, q5_1, q8_0, q2_K, q3_K, q4_K, q5_K, q6_K, iq4_NL, iq4_XS, mxfp4
}
