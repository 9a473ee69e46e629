internal import SwiftletGGUF

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file with the KV pages of a token prefix.
///
///     header  19 words: the magic number, the byte order mark, the version, the size of the file, the token count,
///             hashes of the model (2) and of the adapter (2, zero for none), the instruction set and the KV cache
///             format as strings of up to 8 bytes, the page size of full-attention layers, the context size where it
///             matters, the page size of sliding-window layers and the number of such pages, the hash of the table
///             (2), the hash of all these (2)
///     table   the tokens, and the hash of each page (2)
///     pages   for full-attention layers, the pages of all tokens; then, for sliding-window layers, the pages of the
///             last tokens that are visible to the next one
///
/// A word has 64 bits in the byte order of the machine that wrote the file. Each byte of the file is covered by a hash.
/// Pages are copied before they are hashed, so that exactly the verified bytes are used.
public struct PrefixFile: Sendable {
  /// The inputs that keys and values depend on besides the tokens.
  public struct Origin: Sendable {
    private let model: ModelIdentity
    private let adapter: ModelIdentity?
    private let instructionSet: String
    private let contextSize: Int

    /// Creates the origin of keys and values.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - adapter: The LoRA adapter, nil for none.
    ///   - instructionSet: The name of the kernels' instruction set.
    ///   - contextSize: The context size if the rotary embedding depends on it; else 0.
    public init(model: ModelIdentity, adapter: ModelIdentity?, instructionSet: String, contextSize: Int) {
      (self.model, self.adapter, self.instructionSet, self.contextSize) = (model, adapter, instructionSet, contextSize)
    }

    fileprivate func header(tokens: Int, _ pool: KeyValuePool) -> Header {
      let (model, adapter) = (model.hash, adapter?.hash ?? ContentHash(low: 0, high: 0))
      return Header(
        tokenCount: tokens, model: model, adapter: adapter, instructionSet: Header.word(instructionSet),
        format: Header.word(pool.type.rawValue), fullByteCount: pool.fullByteCount, contextSize: contextSize,
        localByteCount: pool.localByteCount, localCount: pool.visibleRunCount(after: tokens))
    }
  }

  /// The tokens, whose count is a multiple of ``KeyValuePool/positionsPerPage``.
  public let tokens: [Int]
  private let hashes: [ContentHash]
  private let file: MappedFile
  private let header: Header

  /// Opens a file and validates everything but its pages.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - origin: The expected origin of its keys and values.
  ///   - pool: The pool into which pages will be read.
  /// - Throws: ``PrefixFileError`` if the file is corrupt or does not match.
  public init(path: String, origin: Origin, pool: KeyValuePool) throws(PrefixFileError) {
    do { file = try MappedFile(path: path) } catch { throw .cannotOpen(found: error.found) }
    // In a world-writable folder, another user could have placed different keys and values.
    guard [0, Int(geteuid())].contains(file.owner) else { throw .untrustedOwner(found: file.owner) }
    header = try Header(file)
    try header.check(against: origin.header(tokens: header.tokenCount, pool))
    let (count, pages) = (header.tokenCount, header.pageByteCounts.count)
    let table = Header.words(file, Header.count..<Header.count + count + 2 * pages)
    guard ContentHash(table) == header.table else { throw .corruptTable }
    tokens = table[..<count].map { Int(Int64(bitPattern: $0)) }
    hashes = (0..<pages).map { ContentHash(low: table[count + 2 * $0], high: table[count + 2 * $0 + 1]) }
  }

  /// Reads the pages into those of a cache.
  ///
  /// The cache has reserved pages for all tokens, which it does not share, and for sliding-window layers only those
  /// from ``KeyValuePool/firstVisible(from:)`` on.
  ///
  /// - Throws: ``PrefixFileError/corruptPage(_:)``; the contents of the cache are undefined then.
  public func read(into cache: KeyValueCache) throws(PrefixFileError) {
    let (pages, sizes) = (Self.pages(of: cache.runs), header.pageByteCounts)
    precondition(
      pages.count == sizes.count && cache.pool.fullByteCount == header.fullByteCount
        && cache.pool.localByteCount == header.localByteCount, "pages that do not fit")
    var offset = 8 * (Header.count + tokens.count + 2 * hashes.count)
    for (index, (page, size)) in zip(pages, sizes).enumerated() {
      unsafe file.withBytes(in: offset..<offset + size) { bytes in
        // Safe: both have the size of a page; a file has at least one byte, so that there is an address.
        if let source = bytes.baseAddress {
          unsafe page.memory.start.copyMemory(from: source, byteCount: size)
        }
      }
      let copy = unsafe UnsafeRawBufferPointer(start: page.memory.start, count: size)
      guard unsafe ContentHash(copy) == hashes[index] else { throw .corruptPage(index) }
      offset += size
    }
  }

  /// Writes a file, replacing an existing one of this kind.
  ///
  /// Only the current user can read it, since the conversation can be reconstructed from keys and values.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - tokens: The tokens, whose count is a multiple of ``KeyValuePool/positionsPerPage``.
  ///   - runs: Their pages; pages of sliding-window layers that are not visible to the next token are omitted.
  ///   - pool: The pool of the pages.
  ///   - origin: The origin of the keys and values.
  /// - Throws: ``PrefixFileError/cannotWrite(found:)``.
  public static func write(
    to path: String, tokens: [Int], runs: [KeyValueRun], of pool: KeyValuePool, origin: Origin
  ) throws(PrefixFileError) {
    precondition(tokens.count == runs.count * KeyValuePool.positionsPerPage, "pages that are not full")
    var (header, runs) = (origin.header(tokens: tokens.count, pool), runs)
    for index in 0..<runs.count - header.localCount { runs[index].local = nil }
    let (pages, sizes) = (Self.pages(of: runs), header.pageByteCounts)
    precondition(pages.count == sizes.count && pages.allSatisfy { $0.isOf(pool) }, "pages that do not fit")
    let hashes = zip(pages, sizes).map { page, size in
      unsafe ContentHash(UnsafeRawBufferPointer(start: page.memory.start, count: size))
    }
    let table = tokens.map { UInt64(bitPattern: Int64($0)) } + hashes.flatMap { [$0.low, $0.high] }
    header.table = ContentHash(table)
    let words = header.words + table
    do throws(OutputError) {
      let file = try AtomicFile(replacing: path, magic: Header.magic, permissions: 0o600)
      try file.write(words, at: 0)
      var offset = 8 * words.count
      for (page, size) in zip(pages, sizes) {
        try unsafe file.write(UnsafeRawBufferPointer(start: page.memory.start, count: size), at: offset)
        offset += size
      }
      try file.commit()
    } catch {
      throw .cannotWrite(found: error.found)
    }
  }

  /// Throws if the file at a path is not one that ``write(to:tokens:runs:of:origin:)`` may replace.
  ///
  /// - Throws: ``PrefixFileError/cannotWrite(found:)``.
  public static func checkWritable(_ path: String) throws(PrefixFileError) {
    do throws(OutputError) {
      try AtomicFile.check(path, magic: Header.magic)
    } catch {
      throw .cannotWrite(found: error.found)
    }
  }

  /// The pages in file order.
  private static func pages(of runs: [KeyValueRun]) -> [KeyValuePage] {
    runs.compactMap(\.full) + runs.compactMap(\.local)
  }
}
