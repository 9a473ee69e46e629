import SwiftletGGUF
import Testing

@testable import SwiftletKernels

/// Products of chosen rows are those of all rows, and nothing else is written.
@Suite struct RowSelectionTests {
  @Test(arguments: KernelTable.available, PackedFormat.allCases)
  func chosenRowsGetTheProductsOfAll(_ table: KernelTable, _ format: PackedFormat) throws {
    var generator = SeededGenerator(seed: 21)
    let columns = format.columns[0]
    // 70 rows take three pairs of panels, the second matrix begins with a fourth.
    let matrices = try tensors(
      of: [70, 5, 200].map {
        WeightMatrix($0, columns, format.tensorType, format.randomBytes($0 * columns, &generator))
      }
    ).map { try PackedMatrix($0, pool: SharedPools.single) }
    let projection = Projection(matrices)
    let inputs = (0..<13).map { _ in generator.uneven(columns) }
    let mark: Float = 12_345
    for pool in SharedPools.all.prefix(2) {
      let kernels = Kernels(pool: pool, table: table)
      for count in [1, 13] {
        let input = try Activations(inputs)
        let all = try patterns(products(kernels, projection, input, rows: count))
        for chosen in [[69], [70, 74], [3, 40, 71, 110, 274], Array(0..<275)] {
          var selection = RowSelection(of: projection)
          for row in chosen { selection.insert(row) }
          let output = try FloatRows([[Float]](repeating: [Float](repeating: mark, count: 280), count: 14))
          var expected = patterns(output.all)
          for range in Set(chosen.map { neighbours(of: $0, in: matrices) }) {
            for row in 0..<count { expected[row].replaceSubrange(range, with: all[row][range]) }
          }
          kernels.multiply(projection, selection, input, rows: count, into: output)
          let areSame = patterns(output.all) == expected
          #expect(areSame, "\(pool.count) threads, \(count) tokens, rows \(chosen.prefix(5))")
        }
      }
    }
  }

  @Test func rowsOutsideTheProjectionChooseNothing() throws {
    let bytes = [UInt8](repeating: 0, count: 64 * 32 * 4)
    var selection = RowSelection(of: try projection(WeightMatrix(64, 32, .f32, bytes)))
    for row in [-1, 64, .min, .max] { selection.insert(row) }
    #expect(selection.pairs.isEmpty && selection.share == 0)
    selection.insert(33)
    #expect(selection.pairs == [1] && selection.share == 0.5)
    selection.insert(0)
    #expect(selection.pairs == [0, 1] && selection.share == 1)
  }

  /// The rows of a projection that are computed along with one.
  private func neighbours(of row: Int, in matrices: [PackedMatrix]) -> Range<Int> {
    var first = 0
    for matrix in matrices {
      if row < first + matrix.rows {
        let start = first + (row - first) / 32 * 32
        return start..<min(start + 32, first + matrix.rows)
      }
      first += matrix.rows
    }
    return 0..<0
  }
}
