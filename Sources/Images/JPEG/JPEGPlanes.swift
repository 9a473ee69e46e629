/// The samples of all components of a JPEG picture, as rows of 8 in whole blocks.
struct JPEGPlanes {
  /// The rows of 8 samples; a component begins at ``JPEGComponent/firstRow``, its rows have as many elements as blocks.
  var rows: [SIMD8<UInt8>]

  init(_ frame: JPEGFrame) {
    rows = [SIMD8<UInt8>](repeating: SIMD8(repeating: 0), count: frame.blocks * 8)
  }

  /// Returns quantisers in natural order.
  static func quantizers(_ table: [UInt16]) -> [SIMD8<Int16>] {
    var rows = [SIMD8<Int16>](repeating: SIMD8(repeating: 0), count: 8)
    for (position, value) in table.enumerated() {
      let index = JPEGZigzag.natural[position]
      rows[Int(index / 8)][Int(index % 8)] = Int16(truncatingIfNeeded: value)
    }
    return rows
  }

  /// Repeats the last column of samples to the right, up to the end of its block.
  mutating func extendRows(_ component: JPEGComponent) {
    let used = component.width % 8
    guard used > 0 else { return }
    let block = component.width / 8
    for row in 0..<component.height {
      let index = component.firstRow &+ row &* component.blocksWide &+ block
      var samples = rows[index]
      for column in used..<8 { samples[column] = samples[used - 1] }
      rows[index] = samples
    }
  }
}
