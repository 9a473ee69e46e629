internal import SwiftletGGUF

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file with the keys and values of what sequences begin with, in whole pages.
///
///     head    19 words: the name of the format, the order mark, the version, the size of the file, the number of tokens,
///             hashes of the model (2) and of the adapter (2, zero for none), the instruction set and the format of keys
///             and values as texts of up to 8 bytes, the size of a page of layers that see all positions, the context
///             size where it matters, the size of a page of layers with windows and the number of such pages, the hash
///             of the table (2), the hash of all these (2)
///     table   the tokens, and of each page the hash (2)
///     pages   one after the other: of layers that see all those of all tokens, if there are such layers; then, of layers
///             with windows, those of the last tokens that the next one sees
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
        format: Head.word(pool.type.rawValue), fullByteCount: pool.fullByteCount, contextSize: contextSize,
        localByteCount: pool.localByteCount, localCount: pool.seenRunCount(after: tokens))
    }
  }

  /// The tokens: a multiple of ``KeyValuePool/positionsPerPage``.
  public let tokens: [Int]
  private let hashes: [ContentHash]
  private let file: MappedFile
  private let head: Head

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
    head = try Head(file)
    try head.check(against: origin.head(tokens: head.tokenCount, pool))
    let (count, pages) = (head.tokenCount, head.pageByteCounts.count)
    let table = Head.words(file, Head.count..<Head.count + count + 2 * pages)
    guard ContentHash(table) == head.table else { throw .damagedTable }
    tokens = table[..<count].map { Int(Int64(bitPattern: $0)) }
    hashes = (0..<pages).map { ContentHash(low: table[count + 2 * $0], high: table[count + 2 * $0 + 1]) }
  }

  /// Copies the pages into those of a cache that nobody else refers to, which has room for all tokens, and of layers with
  /// windows for no others than ``KeyValuePool/firstSeen(from:)`` says.
  ///
  /// - Throws: ``PrefixFileError/damagedPage(_:)``; what is in the cache then is undefined.
  public func read(into cache: KeyValueCache) throws(PrefixFileError) {
    let (pages, sizes) = (Self.pages(of: cache.runs), head.pageByteCounts)
    precondition(
      pages.count == sizes.count && cache.pool.fullByteCount == head.fullByteCount
        && cache.pool.localByteCount == head.localByteCount, "pages that do not fit")
    var place = 8 * (Head.count + tokens.count + 2 * hashes.count)
    for (index, (page, size)) in zip(pages, sizes).enumerated() {
      unsafe file.withBytes(in: place..<place + size) { bytes in
        // Safe: both have the size of a page; a file has at least one byte, so that there is an address.
        if let source = bytes.baseAddress {
          unsafe page.memory.start.copyMemory(from: source, byteCount: size)
        }
      }
      let copy = unsafe UnsafeRawBufferPointer(start: page.memory.start, count: size)
      guard unsafe ContentHash(copy) == hashes[index] else { throw .damagedPage(index) }
      place += size
    }
  }

  /// Writes a file, in place of one that has the name already.
  ///
  /// Only the user can read it, since from keys and values can be told what was said.
  ///
  /// - Parameters:
  ///   - path: Where it goes.
  ///   - tokens: The tokens, a multiple of ``KeyValuePool/positionsPerPage``.
  ///   - runs: Their keys and values; pages of layers with windows that the next token does not see are left out.
  ///   - pool: Where those are kept.
  ///   - origin: What they were made by.
  /// - Throws: ``PrefixFileError/cannotWrite(found:)``.
  public static func write(
    to path: String, tokens: [Int], runs: [KeyValueRun], of pool: KeyValuePool, origin: Origin
  ) throws(PrefixFileError) {
    precondition(tokens.count == runs.count * KeyValuePool.positionsPerPage, "pages that are not full")
    var (head, runs) = (origin.head(tokens: tokens.count, pool), runs)
    for index in 0..<runs.count - head.localCount { runs[index].local = nil }
    let (pages, sizes) = (Self.pages(of: runs), head.pageByteCounts)
    precondition(pages.count == sizes.count && pages.allSatisfy { $0.isOf(pool) }, "pages that do not fit")
    let hashes = zip(pages, sizes).map { page, size in
      unsafe ContentHash(UnsafeRawBufferPointer(start: page.memory.start, count: size))
    }
    let table = tokens.map { UInt64(bitPattern: Int64($0)) } + hashes.flatMap { [$0.low, $0.high] }
    head.table = ContentHash(table)
    let words = head.words + table
    do throws(PackedCacheError) {
      let file = try AtomicFile(replacing: path, permissions: 0o600)
      try file.write(words, at: 0)
      var place = 8 * words.count
      for (page, size) in zip(pages, sizes) {
        try unsafe file.write(UnsafeRawBufferPointer(start: page.memory.start, count: size), at: place)
        place += size
      }
      try file.commit()
    } catch {
      if case .cannotWrite(let found) = error { throw .cannotWrite(found: found) }
      throw .cannotWrite(found: error.description)
    }
  }

  /// The pages in the order of the file.
  private static func pages(of runs: [KeyValueRun]) -> [KeyValuePage] {
    runs.compactMap(\.full) + runs.compactMap(\.local)
  }
}
