import SwiftletKernelInterface
import SwiftletKernelsNEON
import SwiftletKernelsPortable

/// The matrix products to check.
private enum Product {
  case floats
  case fixedPoint
  case integers(IntegerFormat)
}

/// Matrix products of every format with random panels.
func checkMatrices(_ random: inout Random, _ report: inout Report) {
  checkFloats(&random, &report)
  checkFixedPoint(&random, &report)
  checkIntegers(.q4_0, PanelQ4_0.self, "q4_0", &random, &report)
  checkIntegers(.q4_1, PanelQ4_1.self, "q4_1", &random, &report)
  checkIntegers(.q5_0, PanelQ5_0.self, "q5_0", &random, &report)
  checkIntegers(.q5_1, PanelQ5_1.self, "q5_1", &random, &report)
  checkIntegers(.q8_0, PanelQ8_0.self, "q8_0", &random, &report)
  checkIntegers(.q2_K, PanelQ2_K.self, "q2_K", &random, &report)
  checkIntegers(.q3_K, PanelQ3_K.self, "q3_K", &random, &report)
  checkIntegers(.q4_K, PanelQ4_K.self, "q4_K", &random, &report)
  checkIntegers(.q5_K, PanelQ5_K.self, "q5_K", &random, &report)
  checkIntegers(.q6_K, PanelQ6_K.self, "q6_K", &random, &report)
  checkIntegers(.iq4_NL, PanelIQ4_NL.self, "iq4_NL", &random, &report)
  checkIntegers(.iq4_XS, PanelIQ4_XS.self, "iq4_XS", &random, &report)
  checkIntegers(.mxfp4, PanelMXFP4.self, "mxfp4", &random, &report)
  checkIntegers(.nvfp4, PanelNVFP4.self, "nvfp4", &random, &report)
  checkIntegers(.iq1, PanelIQ1.self, "iq1", &random, &report)
  checkIntegers(.iq2, PanelIQ2.self, "iq2", &random, &report)
  checkIntegers(.iq3_XXS, PanelIQ3_XXS.self, "iq3_XXS", &random, &report)
  checkIntegers(.iq3_S, PanelIQ3_S.self, "iq3_S", &random, &report)
  checkIntegers(.ternary, PanelTernary.self, "ternary", &random, &report)
}

private typealias PanelQ4_0 = SwiftletKernelsPortable.PanelQ4_0
private typealias PanelQ4_1 = SwiftletKernelsPortable.PanelQ4_1
private typealias PanelQ5_0 = SwiftletKernelsPortable.PanelQ5_0
private typealias PanelQ5_1 = SwiftletKernelsPortable.PanelQ5_1
private typealias PanelQ8_0 = SwiftletKernelsPortable.PanelQ8_0
private typealias PanelQ2_K = SwiftletKernelsPortable.PanelQ2_K
private typealias PanelQ3_K = SwiftletKernelsPortable.PanelQ3_K
private typealias PanelQ4_K = SwiftletKernelsPortable.PanelQ4_K
private typealias PanelQ5_K = SwiftletKernelsPortable.PanelQ5_K
private typealias PanelQ6_K = SwiftletKernelsPortable.PanelQ6_K
private typealias PanelIQ4_NL = SwiftletKernelsPortable.PanelIQ4_NL
private typealias PanelIQ4_XS = SwiftletKernelsPortable.PanelIQ4_XS
private typealias PanelMXFP4 = SwiftletKernelsPortable.PanelMXFP4
private typealias PanelNVFP4 = SwiftletKernelsPortable.PanelNVFP4
private typealias PanelIQ1 = SwiftletKernelsPortable.PanelIQ1
private typealias PanelIQ2 = SwiftletKernelsPortable.PanelIQ2
private typealias PanelIQ3_XXS = SwiftletKernelsPortable.PanelIQ3_XXS
private typealias PanelIQ3_S = SwiftletKernelsPortable.PanelIQ3_S
private typealias PanelTernary = SwiftletKernelsPortable.PanelTernary

private let rows = 64
private let tokens = 40

private func checkFloats(_ random: inout Random, _ report: inout Report) {
  // The first has more than a block of columns, the second a last run of less than 32.
  for columns in [544, 77] {
    let panels = Memory(&random, floats: rows * columns, magnitude: 1)
    check(.floats, panels, columns, .floats, &random, &report)
    panels.free()
  }
  report.endPart("f32")
}

private func checkFixedPoint(_ random: inout Random, _ report: inout Report) {
  // The first has more columns than meet many tokens at once, the second an odd number in a last block that is not
  // whole.
  for columns in [1056, 205] {
    let size = FixedPoint.panelByteCount(columns: columns)
    let panels = Memory(rows / 16 * size)
    let patterns = UnsafeMutablePointer<UInt16>.allocate(capacity: FixedPoint.blockColumns)
    let integers = UnsafeMutableRawPointer.allocate(byteCount: 2 * FixedPoint.blockColumns, alignment: 64)
    for row in 0..<rows {
      var address = panels.start + row / 32 * 2 * size
      for start in stride(from: 0, to: columns, by: FixedPoint.blockColumns) {
        let count = min(FixedPoint.blockColumns, columns - start)
        for index in 0..<FixedPoint.blockColumns {
          patterns[index] = index < count ? Float16(random.float(1)).bitPattern : 0
        }
        let factor = SwiftletKernelsPortable.Vectors.convertToFixedPoint(
          patterns, isBFloat16: false, into: integers)
        address.storeBytes(of: factor, toByteOffset: 2 * (row % 32), as: UInt16.self)
        address += 2 * FixedPoint.factorByteCount
        for step in 0..<FixedPoint.steps(count) {
          let pair = integers.load(fromByteOffset: 4 * step, as: UInt32.self)
          address.storeBytes(of: pair, toByteOffset: 4 * (row % 32), as: UInt32.self)
          address += 2 * FixedPoint.stepByteCount
        }
      }
    }
    patterns.deallocate()
    integers.deallocate()
    check(.fixedPoint, panels, columns, .fixedPoint, &random, &report)
    panels.free()
  }
  report.endPart("fixed point")
}

private typealias FixedPoint = SwiftletKernelsPortable.FixedPoint

private func checkIntegers<Layout: SwiftletKernelsPortable.PanelLayout>(
  _ format: IntegerFormat, _ layout: Layout.Type, _ name: StaticString, _ random: inout Random, _ report: inout Report
) {
  for columns in Layout.hasFactors ? [256, 768] : [32, 480] {
    let size = Layout.panelByteCount(columns: columns)
    let panels = Memory(rows / 16 * size)
    for offset in 0..<panels.byteCount {
      panels.start.storeBytes(of: UInt8(truncatingIfNeeded: random.next()), toByteOffset: offset, as: UInt8.self)
    }
    var panel = panels.start
    for _ in 0..<panels.byteCount / (2 * Layout.panelByteCount(columns: 32 * Layout.blocksPerFactor)) {
      // Any bits are codes, but scales have to be numbers of a sensible magnitude.
      for row in 0..<Layout.factorByteCount { panel.storeHalf(&random, row) }
      panel += 2 * Layout.factorByteCount
      for _ in 0..<Layout.blocksPerFactor {
        if Layout.scaling == .halves { for row in 0..<(Layout.hasMinimum ? 64 : 32) { panel.storeHalf(&random, row) } }
        if Layout.scaling == .exponents {
          for row in 0..<32 {
            // 0 and 1 have no normal power of two.
            let exponent = random.below(8) == 0 ? random.below(3) : 118 + random.below(10)
            panel.storeBytes(of: UInt8(exponent), toByteOffset: row, as: UInt8.self)
          }
        }
        panel += 2 * Layout.blockByteCount
      }
    }
    check(.integers(format), panels, columns, .bytes, &random, &report)
    panels.free()
  }
  report.endPart(name)
}

extension UnsafeMutableRawPointer {
  /// Stores a binary16 number of either sign, now and then a subnormal one.
  fileprivate func storeHalf(_ random: inout Random, _ index: Int) {
    let value = random.below(16) == 0 ? random.float(0x1p-15) : random.float(0.25)
    storeBytes(of: Float16(value).bitPattern, toByteOffset: 2 * index, as: UInt16.self)
  }
}

/// All numbers of rows and tokens against the portable results for all rows and tokens at once, which no other
/// combination changes: each must come out the same in every tile.
private func check(
  _ kind: Product, _ panels: Memory, _ columns: Int, _ form: Form, _ random: inout Random, _ report: inout Report
) {
  let size = panels.byteCount / (rows / 16)
  let values = Memory(&random, floats: tokens * columns, magnitude: 3)
  // A block of zeros, and one of values too small for a scale.
  for column in 0..<min(columns, 32) { values.floats[columns + column] = 0 }
  for column in 0..<min(columns, 32) { values.floats[2 * columns + column] *= 0x1p-121 }
  let expected = Memory(4 * rows * tokens)
  let prepared = prepare(values, columns, tokens, form, isPortable: true)
  var product = MatrixProduct(
    panels: panels.reading, panelByteCount: size, rows: rows, columns: columns, activations: prepared.reading,
    tokens: tokens, output: expected.floats, outputStride: rows)
  multiply(product, kind, isPortable: true)
  prepared.free()
  let units = magnitudes(kind, panels, columns, form, values)
  for count in 1...tokens {
    let portable = prepare(values, columns, count, form, isPortable: true)
    let prepared = prepare(values, columns, count, form, isPortable: false)
    report.check(prepared.equals(portable), "activations", columns, count)
    report.check(prepared.isUntouched(from: prepared.byteCount), "bytes behind activations", columns, count)
    for rowCount in [1, 5, 7, 8, 9, 13, 15, 16, 17, 24, 33, 64] {
      // A stride that leaves a gap between the results of two tokens.
      let stride = rowCount + 3
      let output = Memory(4 * stride * count)
      (product.rows, product.tokens, product.activations) = (rowCount, count, prepared.reading)
      (product.output, product.outputStride) = (output.floats, stride)
      multiply(product, kind, isPortable: false)
      for token in 0..<count {
        for row in 0..<rowCount {
          report.check(
            output.floats[token * stride + row], expected.floats[token * rows + row],
            unit: Double(units.floats[token * rows + row]), within: 2e-6, "product: columns, token, row", columns,
            token, row)
        }
        for row in rowCount..<stride {
          report.check(
            output.floats[token * stride + row].bitPattern == 0xA5A5_A5A5, "written outside: rows, token, row",
            rowCount, token, row)
        }
      }
      report.check(output.isUntouched(from: output.byteCount), "bytes behind results", rowCount, count)
      output.free()
    }
    portable.free()
    prepared.free()
  }
  units.free()
  expected.free()
  values.free()
}

/// Multiplies with one set of kernels.
private func multiply(_ product: MatrixProduct, _ kind: Product, isPortable: Bool) {
  typealias Portable = SwiftletKernelsPortable.Matrices
  typealias NEON = SwiftletKernelsNEON.Matrices
  switch kind {
  case .floats: isPortable ? Portable.multiplyFloats(product) : NEON.multiplyFloats(product)
  case .fixedPoint: isPortable ? Portable.multiplyFixedPoint(product) : NEON.multiplyFixedPoint(product)
  case .integers(let format):
    isPortable ? Portable.multiplyIntegers(product, format) : NEON.multiplyIntegers(product, format)
  }
}

// Instruction sets that only add matrix products have no other kernels.
#if MATRICES
  private typealias NEON = SwiftletKernelsPortable.Vectors
#else
  private typealias NEON = SwiftletKernelsNEON.Vectors
#endif

/// The representations of activations.
private enum Form {
  case bytes, fixedPoint, floats

  /// The size of a token in bytes.
  func byteCount(_ columns: Int) -> Int {
    switch self {
    case .bytes: columns / 32 * 48
    case .fixedPoint: 4 * FixedPoint.units(columns)
    case .floats: 4 * columns
    }
  }
}

/// Grouped activations.
private func prepare(_ values: Memory, _ columns: Int, _ tokens: Int, _ form: Form, isPortable: Bool) -> Memory {
  let size = form.byteCount(columns)
  let result = Memory(tokens * size)
  for first in stride(from: 0, to: tokens, by: 12) {
    let count = min(12, tokens - first)
    let source = UnsafePointer(values.floats + first * columns)
    let group = result.start + first * size
    let floats = group.assumingMemoryBound(to: Float.self)
    let rows = ActivationRows(source, stride: columns, rows: count, columns: columns)
    switch form {
    case .bytes:
      for token in 0..<count {
        let (row, blocks) = (source + token * columns, group + 48 * token)
        if isPortable {
          SwiftletKernelsPortable.Vectors.quantize(row, count: columns, into: blocks, stride: 48 * count)
        } else {
          NEON.quantize(row, count: columns, into: blocks, stride: 48 * count)
        }
      }
    case .fixedPoint:
      if isPortable {
        SwiftletKernelsPortable.Vectors.convertToFixedPoint(rows, into: floats)
      } else {
        NEON.convertToFixedPoint(rows, into: floats)
      }
    case .floats:
      if isPortable {
        SwiftletKernelsPortable.Vectors.interleave(rows, into: floats)
      } else {
        NEON.interleave(rows, into: floats)
      }
    }
  }
  return result
}

/// Σ |w · x| for each token and row.
///
/// The weights are computed as portable products with the rows of the identity matrix.
private func magnitudes(
  _ kind: Product, _ panels: Memory, _ columns: Int, _ form: Form, _ values: Memory
) -> Memory {
  let result = Memory(4 * rows * tokens)
  for index in 0..<rows * tokens { result.floats[index] = 0 }
  let unit = Memory(4 * columns)
  let weights = Memory(4 * rows)
  for column in 0..<columns { unit.floats[column] = 0 }
  for column in 0..<columns {
    unit.floats[column] = 1
    let prepared = prepare(unit, columns, 1, form, isPortable: true)
    multiply(
      MatrixProduct(
        panels: panels.reading, panelByteCount: panels.byteCount / (rows / 16), rows: rows, columns: columns,
        activations: prepared.reading, tokens: 1, output: weights.floats, outputStride: rows),
      kind, isPortable: true)
    prepared.free()
    unit.floats[column] = 0
    for token in 0..<tokens {
      let x = values.floats[token * columns + column]
      for row in 0..<rows { result.floats[token * rows + row] += (weights.floats[row] * x).magnitude }
    }
  }
  unit.free()
  weights.free()
  return result
}
