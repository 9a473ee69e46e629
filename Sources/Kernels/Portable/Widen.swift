/// Panels of 16-bit weights as panels of 32-bit ones.
///
/// Every column of a panel has 16 elements, whatever their width, so the order stays. `count` is the number of weights,
/// a multiple of those of a pair's column; other formats than binary16 and bfloat16 are left alone. Products with the
/// widened panels are those with the others to the last bit, as products widen weights, too.
@inline(never)
public func widen(
  _ format: UInt8, _ panels: UnsafeRawPointer, _ count: Int, _ floats: UnsafeMutablePointer<Float>
) {
  switch format {
  case PanelFormat.f16: widenFloats(Float16Element.self, panels, count, floats)
  case PanelFormat.bf16: widenFloats(BFloat16Element.self, panels, count, floats)
  default: break
  }
}
