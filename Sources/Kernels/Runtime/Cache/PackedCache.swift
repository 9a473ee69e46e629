public import SwiftletGGUF
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An on-disk cache of packed matrices, so that later loads of the model do not pack them again.
///
/// A file that is missing, corrupt, of another version or of another model is not used but replaced, and all errors are
/// reported, never thrown. One that cannot be told from a file of another kind is replaced if its name has a hash that
/// nobody else would choose (``PackedCachePolicy/bounded(_:)``, ``PackedCachePolicy/folder(_:)``); elsewhere it stays.
/// Files are replaced atomically and never modified in place: readers keep their mapping while
/// another process replaces the file.
///
/// Header and table are verified while loading, and every pair of panels has a hash: the first, the middle and the last
/// of each matrix are verified at once, or all on request, and the others when a product first uses them; see
/// ``PackedCacheDamage``. A load that writes the file itself is bound by the disk; later loads take milliseconds.
///
/// ```swift
/// var cache = PackedCache(path: "model.gguf.swiftlet-packed", for: file, pool: pool)
/// var arena = PanelArena()
/// let matrix = try cache.matrix(file.tensor("output.weight"), pool: pool, arena: &arena)
/// cache.finish()
/// print(cache.report.outcome)
/// ```
public struct PackedCache {
  /// The outcome so far.
  public private(set) var report: PackedCacheReport
  /// The writing of the file after ``finish()``; nil unless it is done in the background.
  public private(set) var writer: PackedCacheWriter?
  private let model: GGUFFile
  /// The folder of the file if its size is bounded.
  private let folder: PackedCacheFolder?
  /// True if the file is in a folder for such files, which is created with it.
  private let createsFolder: Bool
  /// The file that was at the path, whether it could be used or not.
  private let known: MappedFile.Identifier?
  private var stored: [String: PackedMatrix] = [:]
  /// All requested matrices in order, which are the contents of the file to write.
  private var matrices: [(tensor: GGUFTensor, matrix: PackedMatrix)] = []
  /// The time that the calling thread has spent on packing.
  private var packingTime = Duration.zero

  /// Opens the file that a policy selects for a model; nil if that is none.
  public init?(_ policy: PackedCachePolicy, for model: GGUFFile, pool: WorkerPool) {
    guard let path = policy.path(for: model) else { return nil }
    self.init(
      path: path, in: policy.boundedFolder, for: model, pool: pool, verification: policy.verification,
      replacingAnyKind: policy.hasHashedName)
  }

  /// Opens the file at `path`, if it exists and matches the model.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - folder: The folder of the file if its size is bounded.
  ///   - model: The model.
  ///   - pool: The threads.
  ///   - verification: The time at which panels are verified.
  ///   - replacesAnyKind: True to replace the file even if it does not begin as a file of packed weights.
  public init(
    path: String, in folder: PackedCacheFolder? = nil, for model: GGUFFile, pool: WorkerPool,
    verification: PackedCacheVerification = .onFirstUse, replacingAnyKind replacesAnyKind: Bool = false
  ) {
    (self.model, self.folder, known) = (model, folder, MappedFile.Identifier(regularFile: path))
    createsFolder = replacesAnyKind
    report = PackedCacheReport(path: path, damage: PackedCacheDamage(path: path, nil))
    do throws(PackedCacheError) {
      let file: MappedFile
      do { file = try MappedFile(path: path, isWritable: true, isLocked: folder != nil) } catch {
        guard PackedCacheFile.isEmpty(path) else { throw PackedCacheError.cannotOpen(found: error.found) }
        throw .wrongSize(found: 0, expected: 8 * PackedCacheTable.headerWordCount)
      }
      report.damage = PackedCacheDamage(path: path, file)
      stored = try Self.load(file, model, pool, report.damage)
      switch verification {
      case .onFirstUse: break
      case .whileLoading: try Self.verify(stored, pool)
      case .never: for matrix in stored.values { matrix.verifier?.skip() }
      }
      if folder != nil { PackedCacheFile.noteUse(of: path) }
    } catch {
      stored = [:]
      report.loadError = error
      // The name in a bounded folder has the version and the model, so whatever else is in the file is damage too.
      let isUseless = folder != nil && error.isAboutContents || replacesAnyKind && error.isDamage
      if isUseless, let known { report.isRemoved = PackedCacheFile.remove(path, ifStill: known) }
    }
  }

  /// True if ``finish()`` writes the file, so that matrices have to be packed before.
  public var isWrittenWhileLoading: Bool {
    guard let folder, case .inBackground = folder.writing else { return true }
    return false
  }

  /// Returns true if the matrix of a tensor is mapped from the file, and takes no other memory.
  public func isMapped(_ tensor: GGUFTensor) -> Bool { stored[tensor.name] != nil }

  /// Returns the matrix of a tensor of the model, mapped from the file or packed.
  ///
  /// - Parameters:
  ///   - tensor: The tensor.
  ///   - groups: The number of equal stacked matrices in it, as in ``PackedMatrix/init(_:groups:pool:arena:)``.
  ///   - pool: The threads.
  ///   - arena: The memory.
  ///   - packing: The packing on first use; nil to pack the matrix now. With it, ``LazyPacking/start(_:writing:)`` takes
  ///     the place of ``finish()``.
  /// - Returns: The matrix.
  /// - Throws: As ``PackedMatrix/init(_:pool:)`` does.
  public mutating func matrix(
    _ tensor: GGUFTensor, groups: Int = 0, pool: WorkerPool, arena: inout PanelArena, packing: LazyPacking? = nil
  ) throws(KernelError) -> PackedMatrix {
    let known = stored[tensor.name].flatMap { $0.groups.count == groups ? $0 : nil }
    let matrix: PackedMatrix
    if let known {
      matrix = known
    } else {
      let start = threadProcessorTime()
      if let packing {
        matrix = try PackedMatrix(tensor, groups: groups, packing: packing, arena: &arena)
      } else {
        matrix = try PackedMatrix(tensor, groups: groups, pool: pool, arena: &arena)
      }
      packingTime += threadProcessorTime() - start
    }
    if known == nil { report.packedCount += 1 } else { report.mappedCount += 1 }
    matrices.append((tensor, matrix))
    return matrix
  }

  /// Writes the file if anything had to be packed, now or in the background, as the folder says.
  public mutating func finish() {
    guard report.packedCount > 0 else { return }
    guard let folder, case .inBackground(let minimum) = folder.writing else { return rewrite() }
    // What was there before was worth a file.
    guard report.isRemoved || packingTime >= minimum,
      let contents = try? PackedCacheContents(model, matrices, keepsMatrices: folder.keepsMatrices)
    else { return }
    writer = PackedCacheWriter(contents, to: report.path, in: folder, replacing: known)
  }

  /// The writing of the file when matrices that are packed on first use are complete; nil if none is to be written.
  func deferredWriting() -> DeferredCacheWriting? {
    guard report.packedCount > 0, let folder, case .inBackground(let minimum) = folder.writing else { return nil }
    return DeferredCacheWriting(
      model, matrices, to: report.path, in: folder, replacing: known,
      ifPackingTakes: report.isRemoved ? .zero : minimum)
  }

  /// Writes the file now.
  mutating func rewrite() {
    do throws(PackedCacheError) {
      let contents = try PackedCacheContents(model, matrices)
      if let folder {
        try folder.write(contents, to: report.path, replacing: known)
      } else {
        let failure = createsFolder ? PackedCacheFolder.create(atPath: report.path) : nil
        do throws(PackedCacheError) {
          try contents.write(to: report.path)
        } catch {
          throw failure.map { .cannotWrite(found: $0) } ?? error
        }
      }
      report.isWritten = true
    } catch {
      report.writeError = error
    }
  }

  private static func load(
    _ file: MappedFile, _ model: GGUFFile, _ pool: WorkerPool, _ damage: PackedCacheDamage
  ) throws(PackedCacheError) -> [String: PackedMatrix] {
    // In a world-writable folder, another user could have placed different weights.
    guard [0, Int(geteuid()), model.shards.first?.mapping.owner].contains(file.owner) else {
      throw .untrustedOwner(found: file.owner)
    }
    let table = try PackedCacheTable(file)
    try table.checkShards(model)
    // Populates the pages on all threads now, instead of one page fault at a time with the first token.
    let part = 16 << 20
    pool.forEach((file.count + part - 1) / part) { _, parts in
      file.populate(parts.lowerBound * part..<min(parts.upperBound * part, file.count))
    }
    var matrices: [String: PackedMatrix] = [:]
    for entry in table.matrices { matrices[entry.name] = try entry.matrix(of: model, in: file, damage) }
    return matrices
  }

  /// Verifies all panels on all threads.
  private static func verify(_ stored: [String: PackedMatrix], _ pool: WorkerPool) throws(PackedCacheError) {
    for (name, matrix) in stored.sorted(by: { $0.key < $1.key }) {
      guard let verifier = matrix.verifier else { continue }
      let damaged = Atomic(false)
      pool.forEach(matrix.pairCount, chunk: 8) { _, pairs in
        if !verifier.areIntact(pairs) { damaged.store(true, ordering: .relaxed) }
      }
      guard !damaged.load(ordering: .relaxed) else { throw .corruptContents(tensor: name) }
      verifier.skip()
    }
  }
}
