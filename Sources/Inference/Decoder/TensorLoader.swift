import SwiftletGGUF
import SwiftletKernels

/// Loads and packs the tensors of a file in order, and reports the progress by bytes.
struct TensorLoader {
  let file: GGUFFile
  let pool: WorkerPool
  /// The cache of packed matrices on disk; nil for none.
  private(set) var cache: PackedCache?
  /// The packing of matrices on first use; nil if they are packed while loading.
  let packing: LazyPacking?
  private let progress: (Double) -> Void
  private var bytesDone = 0
  var arena: PanelArena

  /// Opens the cache, and checks that there is memory for what it does not have.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - tensors: The tensors that become matrices.
  ///   - pool: The threads that pack them.
  ///   - cache: The location of packed weights on disk.
  ///   - loading: The time at which weights are packed.
  ///   - cacheByteCount: The size in bytes of the smallest KV cache.
  ///   - available: The number of bytes that can be allocated.
  ///   - progress: Called with the loaded fraction.
  /// - Throws: ``InferenceError/weightsExceedMemory(_:)``.
  init(
    file: GGUFFile, packing tensors: [GGUFTensor], pool: WorkerPool, cache: PackedCachePolicy, loading: WeightLoading,
    reserving cacheByteCount: Int = 0, available: Int = SystemMemory.allocatableByteCount,
    progress: @escaping (Double) -> Void
  ) throws(InferenceError) {
    (self.file, self.pool, self.progress) = (file, pool, progress)
    let cache = PackedCache(cache, for: file, pool: pool)
    let missing = tensors.filter { cache?.isMapped($0) != true }
    let memory = ModelMemory(
      path: file.path, packed: ModelMemory.packedByteCount(of: missing), cache: cacheByteCount, available: available)
    try memory.check()
    arena = PanelArena(expecting: memory.packedByteCount)
    let isEager = loading == .eager || cache?.isWrittenWhileLoading == true
    packing = isEager ? nil : LazyPacking(threads: pool.count)
    self.cache = cache
  }

  /// Loads small tensors as floats, concatenated by columns after each is split into `rows` rows.
  mutating func vectors(_ names: [String], rows: Int = 1) throws(InferenceError) -> FloatRows {
    var parts: [[Float]] = []
    for name in names {
      let tensor = try tensor(name)
      parts.append(try wrapping { () throws(GGUFError) in try tensor.finiteFloats() })
    }
    let columns = parts.reduce(0) { $0 + $1.count / rows }
    let result = try wrapping { () throws(KernelError) in try FloatRows(rows: rows, columns: columns) }
    for row in 0..<rows {
      result[row: row] = parts.flatMap { part -> ArraySlice<Float> in
        let width = part.count / rows
        return part[row * width..<(row + 1) * width]
      }
    }
    return result
  }

  /// Loads a norm.
  mutating func norm(
    _ name: String, _ configuration: NormConfiguration, rows: Int = 1
  ) throws(InferenceError) -> Norm {
    let hasBias = file[name + ".bias"] != nil
    return Norm(
      configuration.kind, weight: try vectors([DecoderWeights.weightName(ofNorm: name, file)], rows: rows),
      bias: hasBias ? try vectors([name + ".bias"], rows: rows) : nil, epsilon: configuration.epsilon)
  }

  /// Loads and packs matrices with a common input, with their biases, which have the same names or that of `bias`.
  mutating func linear(_ names: [String], bias: String? = nil) throws(InferenceError) -> DecoderWeights.Linear {
    var matrices: [PackedMatrix] = []
    for name in names { matrices.append(try matrix(of: tensor(name + ".weight"))) }
    let biases = (bias.map { [$0] } ?? names).map { $0 + ".bias" }
    let hasBias = biases.allSatisfy { file[$0] != nil }
    return DecoderWeights.Linear(
      projection: Projection(matrices), names: names, bias: hasBias ? try vectors(biases) : nil)
  }

  /// Loads and packs the stacked matrices of experts or heads.
  mutating func experts(_ names: [String], count: Int) throws(InferenceError) -> ExpertProjection {
    var matrices: [PackedMatrix] = []
    for name in names { matrices.append(try matrix(of: tensor(name + ".weight"), groups: count)) }
    return ExpertProjection(matrices, expertCount: count)
  }

  /// Returns a tensor whose rows are read from the mapped file.
  func table(_ name: String) throws(InferenceError) -> GGUFTensor {
    try wrapping { () throws(GGUFError) in try file.tensor(name + ".weight") }
  }

  /// Writes the cache if required, or starts to write it, and starts moving the packed matrices to huge pages.
  ///
  /// Matrices that are packed on first use are packed in the background before.
  mutating func finish() -> HugePageCollapser {
    if let packing { return packing.start(arena, writing: cache) }
    cache?.finish()
    return arena.collapseHugePages()
  }

  mutating func matrix(of tensor: GGUFTensor, groups: Int = 0) throws(InferenceError) -> PackedMatrix {
    do {
      if let matrix = try cache?.matrix(tensor, groups: groups, pool: pool, arena: &arena, packing: packing) {
        return matrix
      }
      if let packing { return try PackedMatrix(tensor, groups: groups, packing: packing, arena: &arena) }
      return try PackedMatrix(tensor, groups: groups, pool: pool, arena: &arena)
    } catch {
      throw InferenceError(packing: error)
    }
  }

  mutating func tensor(_ name: String) throws(InferenceError) -> GGUFTensor {
    let tensor = try wrapping { () throws(GGUFError) in try file.tensor(name) }
    bytesDone += tensor.byteCount
    progress(min(1, Double(bytesDone) / Double(max(file.tensorByteCount, 1))))
    return tensor
  }
}
