import SwiftletGGUF
import SwiftletKernels

/// Reads tensors of a file one after the other and reports the progress by bytes.
struct TensorLoader {
  let file: GGUFFile
  let pool: WorkerPool
  /// Where packed matrices may be found; nil if they are not to be kept.
  private(set) var cache: PackedCache?
  private let progress: (Double) -> Void
  private var bytesDone = 0
  private var arena = PanelArena()

  init(file: GGUFFile, pool: WorkerPool, cache: PackedCachePolicy, progress: @escaping (Double) -> Void) {
    (self.file, self.pool, self.progress) = (file, pool, progress)
    self.cache = cache.path(forModel: file.path).map { PackedCache(path: $0, for: file, pool: pool) }
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
      matrices.append(try matrix(of: tensor(name)))
    }
    return Projection(matrices)
  }

  /// A tensor whose rows are read where they are.
  func table(_ name: String) throws(InferenceError) -> GGUFTensor {
    try wrapping { () throws(GGUFError) in try file.tensor(name + ".weight") }
  }

  /// Writes the cache if it has to be, and returns what became of it.
  mutating func finish() -> PackedCacheReport? {
    cache?.finish()
    return cache?.report
  }

  private mutating func matrix(of tensor: GGUFTensor) throws(InferenceError) -> PackedMatrix {
    do {
      guard let matrix = try cache?.matrix(tensor, pool: pool, arena: &arena) else {
        return try PackedMatrix(tensor, pool: pool, arena: &arena)
      }
      return matrix
    } catch {
      throw .kernel(error)
    }
  }

  private mutating func tensor(_ name: String) throws(InferenceError) -> GGUFTensor {
    let tensor = try table(name)
    bytesDone += tensor.byteCount
    progress(min(1, Double(bytesDone) / Double(max(file.tensorByteCount, 1))))
    return tensor
  }
}
