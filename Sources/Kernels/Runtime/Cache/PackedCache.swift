public import SwiftletGGUF

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file of packed matrices, which spares the next load of the model the packing.
///
/// A file that is missing, damaged, of another version or of another model is not used but replaced, and whatever goes
/// wrong with it is reported, never thrown. Nobody ever writes into a file that has its name: readers keep what they
/// have mapped while another process replaces it.
///
/// Head and table are checked to the last byte, weights by samples: the first, the middle and the last panel of each
/// matrix. The load that writes the file takes as long as the disk does; the next ones take milliseconds.
///
/// ```swift
/// var cache = PackedCache(path: "model.gguf.swiftlet-packed", for: file, pool: pool)
/// let matrix = try cache.matrix(file.tensor("output.weight"), pool: pool)
/// cache.finish()
/// print(cache.report.outcome)
/// ```
public struct PackedCache {
  /// What has become of the file so far.
  public private(set) var report: PackedCacheReport
  private let model: GGUFFile
  private var stored: [String: PackedMatrix] = [:]
  /// All matrices that were asked for, in that order: what belongs into the file.
  private var matrices: [(tensor: GGUFTensor, matrix: PackedMatrix)] = []

  /// Opens the file at `path`, if there is one that fits the model.
  public init(path: String, for model: GGUFFile, pool: WorkerPool) {
    self.model = model
    report = PackedCacheReport(path: path)
    do throws(PackedCacheError) {
      stored = try Self.load(path, model, pool)
    } catch {
      report.refusal = error
    }
  }

  /// The matrix of a tensor of the model: from the file, or packed now.
  ///
  /// - Throws: As ``PackedMatrix/init(_:pool:)`` does.
  public mutating func matrix(
    _ tensor: GGUFTensor, pool: WorkerPool, arena: inout PanelArena
  ) throws(KernelError) -> PackedMatrix {
    let known = stored[tensor.name]
    let matrix: PackedMatrix
    if let known { matrix = known } else { matrix = try PackedMatrix(tensor, pool: pool, arena: &arena) }
    if known == nil { report.packedCount += 1 } else { report.mappedCount += 1 }
    matrices.append((tensor, matrix))
    return matrix
  }

  /// Writes the file, if anything had to be packed.
  public mutating func finish() {
    if report.packedCount > 0 { rewrite() }
  }

  /// Writes the file.
  mutating func rewrite() {
    do throws(PackedCacheError) {
      try write()
      report.isWritten = true
    } catch {
      report.writeError = error
    }
  }

  private static func load(
    _ path: String, _ model: GGUFFile, _ pool: WorkerPool
  ) throws(PackedCacheError) -> [String: PackedMatrix] {
    let file: MappedFile
    do { file = try MappedFile(path: path) } catch { throw .cannotOpen(found: error.found) }
    // In a folder that all may write to, anybody could offer other weights.
    guard [0, Int(geteuid()), model.shards.first?.mapping.owner].contains(file.owner) else {
      throw .foreignOwner(found: file.owner)
    }
    let table = try PackedCacheTable(file)
    try table.checkShards(model)
    // The pages at once and on all threads, instead of one by one with the first token.
    let part = 16 << 20
    pool.forEach((file.count + part - 1) / part) { _, parts in
      file.populate(parts.lowerBound * part..<min(parts.upperBound * part, file.count))
    }
    var matrices: [String: PackedMatrix] = [:]
    for entry in table.matrices { matrices[entry.name] = try entry.matrix(of: model, in: file) }
    return matrices
  }

  private func write() throws(PackedCacheError) {
    var table = PackedCacheTable(model)
    table.matrices = matrices.map { PackedCacheTable.Matrix($0.tensor, $0.matrix, at: 0) }
    var end = 8 * table.words(fileByteCount: 0).count
    for index in matrices.indices {
      guard let offset = PackedCacheTable.aligned(end) else { throw .cannotWrite(found: "too many weights") }
      table.matrices[index].offset = offset
      end = offset + matrices[index].matrix.byteCount
    }
    let file = try AtomicFile(replacing: report.path, permissions: model.shards.first?.mapping.permissions ?? 0o600)
    try file.resize(to: end)
    try file.write(table.words(fileByteCount: end), at: 0)
    for (entry, (_, matrix)) in zip(table.matrices, matrices) {
      try unsafe matrix.panels.withBytes(in: 0..<matrix.byteCount) { bytes throws(PackedCacheError) in
        try unsafe file.write(bytes, at: entry.offset)
      }
    }
    try file.commit()
  }
}
