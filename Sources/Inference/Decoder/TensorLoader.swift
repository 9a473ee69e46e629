import SwiftletGGUF
import SwiftletKernels

/// Reads tensors of a file one after the other and reports the progress by bytes.
struct TensorLoader {
  let file: GGUFFile
  let pool: WorkerPool
  private let progress: (Double) -> Void
  private var bytesDone = 0

  init(file: GGUFFile, pool: WorkerPool, progress: @escaping (Double) -> Void) {
    (self.file, self.pool, self.progress) = (file, pool, progress)
  }

  /// A norm's weights.
  mutating func vector(_ name: String) throws(InferenceError) -> FloatRows {
    let tensor = try tensor(name)
    let values = try wrapping { () throws(GGUFError) in try tensor.floats() }
    let row = try wrapping { () throws(KernelError) in try FloatRows(rows: 1, columns: values.count) }
    row[row: 0] = values
    return row
  }

  /// Packed matrices with a common input.
  mutating func projection(_ names: String...) throws(InferenceError) -> Projection {
    var matrices: [PackedMatrix] = []
    for name in names {
      let tensor = try tensor(name)
      matrices.append(try wrapping { () throws(KernelError) in try PackedMatrix(tensor, pool: pool) })
    }
    return Projection(matrices)
  }

  /// A tensor whose rows are read where they are.
  func table(_ name: String) throws(InferenceError) -> GGUFTensor {
    try wrapping { () throws(GGUFError) in try file.tensor(name + ".weight") }
  }

  private mutating func tensor(_ name: String) throws(InferenceError) -> GGUFTensor {
    let tensor = try table(name)
    bytesDone += tensor.byteCount
    progress(min(1, Double(bytesDone) / Double(max(file.tensorByteCount, 1))))
    return tensor
  }
}
