public import SwiftletGGUF

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file with the keys and values of what sequences begin with, in whole pages.
///
///     head    17 words: the name of the format, the order mark, the version, the size of the file, the number of tokens,
///             hashes of the model (2) and of the adapter (2, zero for none), the instruction set and the format of keys
///             and values as texts of up to 8 bytes, the size of a page, the context size where it matters, the hash of
///             the table (2), the hash of all these (2)
///     table   the tokens, and of each page the hash (2)
///     pages   one after the other
///
/// A word has 64 bits in the byte order of the machine that wrote the file. Each byte of the file is under a hash. What is
/// used of it is what was checked: pages are copied before they are hashed.
public struct PrefixFile: Sendable {
  /// What keys and values depend on besides the tokens.
  public struct Origin: Sendable {
    private let model: ModelIdentity
    private let adapter: ModelIdentity?
    private let instructionSet: String
    private let contextSize: Int

    /// Says what made them.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - adapter: The adapter that it was run with.
    ///   - instructionSet: The name of the kernels' instruction set.
    ///   - contextSize: The longest sequence, where angles depend on it; else 0.
    public init(model: ModelIdentity, adapter: ModelIdentity?, instructionSet: String, contextSize: Int) {
      (self.model, self.adapter, self.instructionSet, self.contextSize) = (model, adapter, instructionSet, contextSize)
    }

    fileprivate func head(tokens: Int, _ pool: KeyValuePool) -> Head {
      let (model, adapter) = (model.hash, adapter?.hash ?? ContentHash(low: 0, high: 0))
      return Head(
        tokenCount: tokens, model: model, adapter: adapter, instructionSet: Head.word(instructionSet),
        format: Head.word(pool.type.rawValue), pageByteCount: pool.pageByteCount, contextSize: contextSize)
    }
  }

  /// The tokens: a multiple of ``KeyValuePool/positionsPerPage``.
  public let tokens: [Int]
  private let hashes: [ContentHash]
  private let file: MappedFile
  private let pageByteCount: Int

  /// Opens a file and checks all but its pages.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - origin: What its keys and values have to be made by.
  ///   - pool: Where they are to go.
  /// - Throws: ``PrefixFileError`` if the file is damaged, or of something else.
  public init(path: String, origin: Origin, pool: KeyValuePool) throws(PrefixFileError) {
    do { file = try MappedFile(path: path) } catch { throw .cannotOpen(found: error.found) }
    // In a folder that all may write to, anybody could offer other keys and values.
    guard [0, Int(geteuid())].contains(file.owner) else { throw .foreignOwner(found: file.owner) }
    let head = try Head(file)
    try head.check(against: origin.head(tokens: head.tokenCount, pool))
    let (count, pages) = (head.tokenCount, head.tokenCount / KeyValuePool.positionsPerPage)
    let table = Head.words(file, Head.count..<Head.count + count + 2 * pages)
    guard ContentHash(table) == head.table else { throw .damagedTable }
    tokens = table[..<count].map { Int(Int64(bitPattern: $0)) }
    hashes = (0..<pages).map { ContentHash(low: table[count + 2 * $0], high: table[count + 2 * $0 + 1]) }
    pageByteCount = pool.pageByteCount
  }

  /// Copies the pages into those of a cache that nobody else refers to, which has room for all tokens.
  ///
  /// - Throws: ``PrefixFileError/damagedPage(_:)``; what is in the cache then is undefined.
  public func read(into cache: KeyValueCache) throws(PrefixFileError) {
    let pages = cache.pages
    precondition(pages.count >= hashes.count && cache.pool.pageByteCount == pageByteCount, "pages that do not fit")
    let start = 8 * (Head.count + tokens.count + 2 * hashes.count)
    for (index, (page, hash)) in zip(pages, hashes).enumerated() {
      let place = start + index * pageByteCount
      unsafe file.withBytes(in: place..<place + pageByteCount) { bytes in
        // Safe: both have the size of a page; a file has at least one byte, so that there is an address.
        if let source = unsafe bytes.baseAddress {
          unsafe page.memory.start.copyMemory(from: source, byteCount: pageByteCount)
        }
      }
      let copy = unsafe UnsafeRawBufferPointer(start: page.memory.start, count: pageByteCount)
      guard unsafe ContentHash(copy) == hash else { throw .damagedPage(index) }
    }
  }

  /// Writes a file, in place of one that has the name already.
  ///
  /// Only the user can read it, since from keys and values can be told what was said.
  ///
  /// - Parameters:
  ///   - path: Where it goes.
  ///   - tokens: The tokens, a multiple of ``KeyValuePool/positionsPerPage``.
  ///   - pages: Their keys and values.
  ///   - pool: Where those are kept.
  ///   - origin: What they were made by.
  /// - Throws: ``PrefixFileError/cannotWrite(found:)``.
  public static func write(
    to path: String, tokens: [Int], pages: [KeyValuePage], of pool: KeyValuePool, origin: Origin
  ) throws(PrefixFileError) {
    precondition(tokens.count == pages.count * KeyValuePool.positionsPerPage, "pages that are not full")
    precondition(pages.allSatisfy { $0.isOf(pool) }, "a page of another pool")
    let size = pool.pageByteCount
    let hashes = pages.map { unsafe ContentHash(UnsafeRawBufferPointer(start: $0.memory.start, count: size)) }
    let table = tokens.map { UInt64(bitPattern: Int64($0)) } + hashes.flatMap { [$0.low, $0.high] }
    var head = origin.head(tokens: tokens.count, pool)
    head.table = ContentHash(table)
    let words = head.words + table
    do throws(PackedCacheError) {
      let file = try AtomicFile(replacing: path, permissions: 0o600)
      try file.write(words, at: 0)
      for (index, page) in pages.enumerated() {
        let bytes = unsafe UnsafeRawBufferPointer(start: page.memory.start, count: size)
        try unsafe file.write(bytes, at: 8 * words.count + index * size)
      }
      try file.commit()
    } catch {
      if case .cannotWrite(let found) = error { throw .cannotWrite(found: found) }
      throw .cannotWrite(found: error.description)
    }
  }
}
