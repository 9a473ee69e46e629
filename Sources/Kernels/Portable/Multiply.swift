#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  /// Packed weights × activations: the entry of every format, compiled for each instruction set.
  ///
  /// `format` is one of ``PanelFormat``. `panels` are those of `rows` rows, pairs of panels of `panelByteCount` bytes each;
  /// `activations` are groups of tokens as ``ActivationGroup`` has them, as floats for 32-bit floats, as ``FixedPoint`` for
  /// 16-bit ones and in 8 bits for integer formats, and begin with a whole group. Writes `rows` results for each of the
  /// `tokens`.
  ///
  /// The first tokens to meet weights ask for them as they come from memory: the first cache `nearFetch` bytes ahead and
  /// the second `farFetch`. If the latter is 0, the second cache does not; if the former is, a few tokens do not, and many
  /// at a distance that suits all processors. No result depends on them.
  @inline(never)
  public func multiply(
    _ format: UInt8, _ panels: UnsafeRawPointer, _ panelByteCount: Int, _ rows: Int, _ columns: Int,
    _ activations: UnsafeRawPointer, _ tokens: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int,
    _ nearFetch: Int, _ farFetch: Int
  ) {
    @inline(__always)
    func integers<Layout: PanelLayout>(_ layout: Layout.Type) {
      multiplyIntegers(
        layout, panels, panelByteCount, rows, columns, activations, tokens, output, outputStride, nearFetch,
        farFetch)
    }
    switch format {
    case PanelFormat.f32:
      multiplyFloats(
        panels, panelByteCount, rows, columns, activations, tokens, output, outputStride, nearFetch, farFetch)
    case PanelFormat.fixedPoint:
      multiplyFixedPoint(
        panels, panelByteCount, rows, columns, activations, tokens, output, outputStride, nearFetch, farFetch)
    case PanelFormat.q4_0: integers(PanelQ4_0.self)
    case PanelFormat.q4_1: integers(PanelQ4_1.self)
    case PanelFormat.q5_0: integers(PanelQ5_0.self)
    case PanelFormat.q5_1: integers(PanelQ5_1.self)
    case PanelFormat.q8_0: integers(PanelQ8_0.self)
    case PanelFormat.q2_K: integers(PanelQ2_K.self)
    case PanelFormat.q3_K: integers(PanelQ3_K.self)
    case PanelFormat.q4_K: integers(PanelQ4_K.self)
    case PanelFormat.q5_K: integers(PanelQ5_K.self)
    case PanelFormat.q6_K: integers(PanelQ6_K.self)
    case PanelFormat.iq4_NL: integers(PanelIQ4_NL.self)
    case PanelFormat.iq4_XS: integers(PanelIQ4_XS.self)
    case PanelFormat.mxfp4: integers(PanelMXFP4.self)
    default: break
    }
  }
#endif
