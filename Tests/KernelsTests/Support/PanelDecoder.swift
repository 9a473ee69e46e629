import SwiftletGGUF
import SwiftletKernelsPortable

/// The weights of packed panels, read one by one as the layouts are documented.
struct PanelDecoder<Layout: PanelLayout> {
  let bytes: [UInt8]
  let columns: Int

  init(_ layout: Layout.Type, _ bytes: [UInt8], columns: Int) { (self.bytes, self.columns) = (bytes, columns) }

  /// A weight as the product of its scale and level, and its minimum, both without rounding.
  func weight(row: Int, column: Int) -> (product: Double, minimum: Double) {
    let (pair, lane) = (row / 32 * 2 * Layout.panelByteCount(columns: columns), row % 32)
    let index = column / 32
    let first = index / Layout.blocksPerFactor * Layout.blocksPerFactor
    let unit = pair + 2 * Layout.panelByteCount(columns: 32 * first)
    let block = unit + 2 * (Layout.factorByteCount + (index - first) * Layout.blockByteCount)
    let level = level(code(block, lane, column % 32))
    let (scale, minimum) = scales(unit, block, lane, Layout.runs == 2 ? column % 32 / 16 : 0)
    return (scale * Double(level), minimum)
  }

  /// The code of column 0…31 of a block.
  private func code(_ block: Int, _ lane: Int, _ column: Int) -> Int {
    let (group, i) = (column / 4, column % 4)
    func byte(_ vector: Int) -> Int { Int(bytes[block + 2 * (Layout.lowOffset + 64 * vector) + 4 * lane + i]) }
    let low: Int
    switch Layout.lowBits {
    case 8: low = byte(group)
    case 6:
      let first = group / 4 * 3
      low =
        group % 4 < 3
        ? byte(first + group % 4) & 63 : (byte(first) >> 6) << 4 | (byte(first + 1) >> 6) << 2 | byte(first + 2) >> 6
    case 4: low = byte(group / 2) >> (4 * (group % 2)) & 15
    default: low = byte(group / 4) >> (2 * (group % 4)) & 3
    }
    guard Layout.highBits == 1 else { return low }
    let high = Int(bytes[block + 2 * (Layout.highOffset + 8 * group) + lane / 2]) >> (4 * (lane % 2) + i) & 1
    return low | high << Layout.lowBits
  }

  /// The level of a code, without its offset.
  private func level(_ code: Int) -> Int {
    let offset = Layout.offsetBits.map { 1 << $0 } ?? 0
    guard let levels = Layout.levels else { return code - offset }
    let half = code < 8 ? levels.low : levels.high
    return Int(half >> UInt64(8 * (code % 8)) & 255) - offset
  }

  private func scales(_ unit: Int, _ block: Int, _ lane: Int, _ run: Int) -> (scale: Double, minimum: Double) {
    func half(_ start: Int, _ offset: Int) -> Double {
      let address = start + 2 * offset + 2 * lane
      return Double(HalfPrecision.float(f16: UInt16(bytes[address]) | UInt16(bytes[address + 1]) << 8))
    }
    func byte(_ offset: Int) -> UInt8 { bytes[block + 2 * offset + lane] }
    func signed(_ offset: Int) -> Double { Double(Int8(bitPattern: byte(offset))) }
    let hasMinimum = Layout.hasMinimum
    switch Layout.scaling {
    case .halves: return (half(block, 0), hasMinimum ? half(block, Layout.minimumOffset) : 0)
    case .exponents: return (Double(sign: .plus, exponent: Int(byte(0)) - 128, significand: 1), 0)
    case .bytes:
      let scale = half(unit, 0) * signed(16 * run)
      return (scale, hasMinimum ? -half(unit, 32) * signed(Layout.minimumOffset + 16 * run) : 0)
    case .nibbles:
      return (half(unit, 0) * Double(byte(16 * run) & 15), -half(unit, 32) * Double(byte(16 * run) >> 4))
    case .middles:
      let integer = byte(0) >> (4 * run) & 15
      return (half(unit, 0) * Double(Layout.factorUnit) * (Double(integer) + 0.5), 0)
    case .factors: return (half(unit, 0), 0)
    case .microscales:
      let (exponent, fraction) = (Int(byte(16 * run) >> 3), Double(byte(16 * run) & 7) / 8)
      let scale = Double(sign: .plus, exponent: max(exponent, 1) - 7, significand: exponent == 0 ? 1 : 1 + fraction)
      return ((exponent == 0 ? scale * fraction : scale) / 2, 0)
    }
  }
}
