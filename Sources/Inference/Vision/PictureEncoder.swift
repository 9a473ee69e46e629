public import SwiftletGGUF
public import SwiftletImages
import SwiftletKernels
import Synchronization

/// Encodes pictures for the prompts of a model, with the encoder of an mmproj file.
///
/// Embeddings are cached by the contents of pictures, within a limit of memory. Any thread may encode; a call blocks its
/// thread, which may be long: from a task, use ``encodeInBackground(_:)``.
public final class PictureEncoder: Sendable {
  /// The path of the file.
  public let path: String
  /// The projector type, which names the family.
  public var projector: String { configuration.projector }
  /// The texts that chat templates of the family write for a picture, the commonest first.
  public var templateMarkers: [String] { family.markers }
  let configuration: VisionConfiguration
  private let family: VisionFamily
  let encoder: VisionEncoder
  private let cache: EmbeddingCache
  /// The bytes that distinguish this encoder's embeddings from those of others.
  private let identity: [UInt8]

  /// The memory limit of cached embeddings by default.
  public static let defaultCacheByteLimit = 256 << 20

  /// Loads an encoder and checks that its rows fit a model.
  ///
  /// - Parameters:
  ///   - path: The mmproj file.
  ///   - model: The text model; nil for one of any width.
  ///   - threads: The number of threads; nil for one on each physical core.
  ///   - cacheByteLimit: The memory limit of cached embeddings in bytes.
  ///   - minimumRows: The number of rows that small pictures are enlarged to have; nil for that of the family.
  ///   - maximumRows: The limit of a picture's rows, to which larger ones are scaled; nil for that of the family. Fewer
  ///     rows are read faster.
  /// - Throws: ``InferenceError`` naming what is wrong with the file.
  public convenience init(
    contentsOf path: String, for model: DecoderModel?, threads: Int? = nil,
    cacheByteLimit: Int = defaultCacheByteLimit, minimumRows: Int? = nil, maximumRows: Int? = nil
  ) throws(InferenceError) {
    let file = try wrapping { () throws(GGUFError) in try GGUFFile(path: path) }
    try self.init(
      file, for: model, threads: threads, cacheByteLimit: cacheByteLimit, minimumRows: minimumRows,
      maximumRows: maximumRows)
  }

  /// Loads an encoder from an opened file.
  public init(
    _ file: GGUFFile, for model: DecoderModel?, threads: Int? = nil, cacheByteLimit: Int = defaultCacheByteLimit,
    minimumRows: Int? = nil, maximumRows: Int? = nil
  ) throws(InferenceError) {
    var configuration = try VisionConfiguration(file)
    if let maximumRows { try configuration.limitRows(to: maximumRows, file: file.path) }
    if let minimumRows { try configuration.raiseRows(to: minimumRows, file: file.path) }
    if let model, model.configuration.pictureAttention == .none { configuration.isBidirectional = false }
    (path, family, self.configuration) = (file.path, try VisionFamily.of(file), configuration)
    // Not the pool of the engine, whose steps would wait for each of the encoder's long loops.
    let pool = WorkerPool(threads: threads ?? Processors.physicalCount)
    let weights = try VisionWeights(file, configuration, pool: pool)
    let width = weights.outputWidth * (1 + weights.deepstack.count)
    if let model, width != model.configuration.embeddingColumns {
      throw .vision(
        .widthMismatch(
          file: file.path, found: width, model: model.path, expected: model.configuration.embeddingColumns))
    }
    encoder = VisionEncoder(model: configuration, weights: weights, kernels: Kernels(pool: pool))
    cache = EmbeddingCache(byteLimit: cacheByteLimit)
    let files = file.shards.map { "\($0.mapping.identifier) \($0.mapping.modificationTime)" }
    identity = Array("\(files) \(configuration)".utf8)
  }

  /// The size of the packed weights in bytes.
  public var weightByteCount: Int { encoder.weights.byteCount }

  /// Returns the number of prompt rows of a picture, without those of its markers.
  ///
  /// - Throws: ``InferenceError/vision(_:)`` if the picture cannot be processed.
  public func rowCount(of size: PictureSize) throws(InferenceError) -> Int {
    try plan(size).rowCount
  }

  /// The sizes in pixels of the views that a picture of a size is encoded as.
  func viewSizes(of size: PictureSize) throws(InferenceError) -> [PictureSize] {
    try plan(size).views.map { $0.part?.size ?? $0.sizes.last ?? size }
  }

  /// Returns the pieces of a picture of a size, whose rows are not encoded: they take no time.
  ///
  /// - Throws: ``InferenceError/vision(_:)`` if the picture cannot be processed.
  public func measuredPieces(of size: PictureSize) throws(InferenceError) -> [EncodedPicture.Piece] {
    try plan(size).pieces.map { piece in
      switch piece {
      case .text(let text): .text(text)
      case .index: .index
      case .rows, .learned: .unencoded(piece.rowCount)
      }
    }
  }

  /// Encodes a picture, unless its embeddings are cached.
  ///
  /// - Parameter picture: The picture; transparency is laid on white.
  /// - Returns: The embeddings with the text around them.
  /// - Throws: ``InferenceError/vision(_:)`` if the picture cannot be processed, and ``InferenceError/kernel(_:)`` if
  ///   memory is short.
  public func encode(_ picture: Image) throws(InferenceError) -> EncodedPicture {
    let picture = picture.flattenedOnWhite()
    let plan = try plan(PictureSize(width: picture.width, height: picture.height))
    let header = identity + Array("\(picture.width) \(picture.height) ".utf8)
    let key = ContentKey(header + picture.pixels)
    if let rows = cache[key] { return EncodedPicture(plan, rows, configuration) }
    let views = try encoder.encode(plan.views(of: picture))
    let rows = try EmbeddingRows(
      try FloatRows.gathered(plan, views, learned: encoder.weights.learnedRows), key: key)
    cache.insert(rows)
    return EncodedPicture(plan, rows, configuration)
  }

  /// Encodes a picture on a thread of its own, so that no thread of the concurrency runtime blocks.
  ///
  /// - Throws: As ``encode(_:)`` does.
  public func encodeInBackground(_ picture: Image) async throws -> EncodedPicture {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<EncodedPicture, InferenceError>, Never>) in
      let encode: @Sendable () -> Void = {
        continuation.resume(returning: Result { () throws(InferenceError) in try self.encode(picture) })
      }
      // If the system has no thread left, this one is blocked.
      if !startThread(encode) { encode() }
    }
    return try result.get()
  }

  /// The number of pictures whose embeddings are cached.
  public var cachedPictureCount: Int { cache.count }

  func plan(_ size: PictureSize) throws(InferenceError) -> PicturePlan {
    try family.checkedPlan(configuration, size)
  }
}

extension FloatRows {
  /// Returns the rows of a plan's pieces, in order.
  fileprivate static func gathered(
    _ plan: PicturePlan, _ views: [FloatRows], learned: [FloatRows]
  ) throws(InferenceError) -> FloatRows {
    // The pieces of a single view are in the order of its rows.
    if views.count == 1, views[0].rows == plan.rowCount { return views[0] }
    let result = try DecoderBuffers.rows(plan.rowCount, (views + learned).first?.columns ?? 0)
    var next = 0
    func append(_ part: FloatRows, _ range: Range<Int>) {
      for row in range {
        part.withRow(row) { source in
          result.withMutableRow(next) { for element in source.indices { $0[element] = source[element] } }
        }
        next += 1
      }
    }
    for piece in plan.pieces {
      switch piece {
      case .text, .index: break
      case .rows(let view, let range): append(views[view], range)
      case .learned(let index): append(learned[index], 0..<1)
      }
    }
    return result
  }
}
