import SwiftletGuides
import SwiftletKernels

/// A row of logits in blocks: the maximum of each block, and the logits that differ from the model's.
///
/// A sampler reads only the blocks whose maximum is high enough, a few out of thousands. The maxima of a model's logits
/// are computed by all threads; see ``Decoder/maxima(ofLogits:)``. Changes of single logits and token masks do not copy
/// the row either: a block is copied when one of its logits is changed, and masked when it is read.
struct LogitBlocks: Sendable {
  /// The number of logits in a block, but for the last.
  static var size: Int { 128 }
  /// The number of words of a mask for a block.
  private static var wordCount: Int { size / 64 }

  /// The number of logits.
  let count: Int
  /// The highest logit of each block that can be sampled; −∞ if there is none.
  private(set) var maxima: [Float]
  /// The changed blocks, one after the other, each padded to ``size`` with −∞.
  private var patches: [Float] = []
  /// The index of each block among the changed ones, −1 for others; empty if no block is changed.
  private var patchIndices: [Int32] = []
  /// The changed blocks whose maximum is out of date.
  private var outdated: [Int] = []
  /// False if only tokens of changed blocks can be sampled.
  private var allowsUnchanged = true
  /// The bits of the allowed tokens of unchanged blocks; empty if all are allowed.
  private var allowed: [UInt64] = []

  /// The number of blocks of a vocabulary.
  static func count(of vocabularyCount: Int) -> Int { (vocabularyCount + size - 1) / size }

  /// Divides logits into blocks.
  ///
  /// - Parameters:
  ///   - logits: The logits.
  ///   - known: The maxima of the blocks, if they have been computed, possibly of a longer row.
  ///   - mask: The tokens that may be sampled; nil for all.
  init(of logits: Span<Float>, maxima known: [Float]? = nil, mask: TokenMask? = nil) {
    count = logits.count
    let blockCount = Self.count(of: count)
    if let tokens = mask?.sparseTokens {
      maxima = [Float](repeating: -.infinity, count: blockCount)
      allowsUnchanged = false
      for token in tokens where token < count {
        let start = startOfPatch(token / Self.size, logits)
        patches[start + token % Self.size] = logits[token]
      }
      updateMaxima()
      return
    }
    if let known, known.count >= blockCount {
      maxima = known.count == blockCount ? known : Array(known.prefix(blockCount))
      let rest = count % Self.size
      // The block of the longer row may have had more logits.
      if rest != 0 { maxima[blockCount - 1] = Kernels.maximum(of: logits.extracting(count - rest..<count)) }
    } else {
      maxima = Kernels.blockMaxima(of: logits, blockSize: Self.size)
    }
    if let mask { restrict(to: mask.words, logits) }
  }

  /// The highest logit; −∞ if no token can be sampled.
  var highest: Float { Kernels.maximum(of: maxima.span) }

  /// The tokens of a block.
  private func tokens(_ block: Int) -> Range<Int> { block * Self.size..<min((block + 1) * Self.size, count) }
}

// MARK: - Reading

extension LogitBlocks {
  /// Returns the logit of a token; −∞ if the mask does not allow it.
  func logit(_ token: Int, of logits: Span<Float>) -> Float {
    let (block, offset) = token.quotientAndRemainder(dividingBy: Self.size)
    if let start = knownPatch(block) { return patches[start + offset] }
    return excluded(token >> 6) >> UInt64(token & 63) & 1 == 0 ? logits[token] : -.infinity
  }

  /// Calls `body` with the logits of a block, which are copied to `scratch` if some of them are masked.
  @inline(__always)
  func withBlock(_ block: Int, of logits: Span<Float>, _ scratch: inout [Float], _ body: (Span<Float>) -> Void) {
    let tokens = tokens(block)
    if let start = knownPatch(block) {
      let patches = patches
      body(patches.span.extracting(start..<start + tokens.count))
    } else if hasExcludedTokens(block) {
      write(block, of: logits, to: &scratch)
      body(scratch.span.extracting(0..<tokens.count))
    } else {
      body(logits.extracting(tokens))
    }
  }

  /// The start of a changed block in `patches`; nil if the block is unchanged.
  @inline(__always)
  private func knownPatch(_ block: Int) -> Int? {
    guard !patchIndices.isEmpty, patchIndices[block] >= 0 else { return nil }
    return Int(patchIndices[block]) * Self.size
  }

  /// Replaces the contents of `scratch` by the logits of a block, with −∞ for excluded tokens.
  private func write(_ block: Int, of logits: Span<Float>, to scratch: inout [Float]) {
    let tokens = tokens(block)
    scratch.removeAll(keepingCapacity: true)
    unsafe logits.extracting(tokens).withUnsafeBufferPointer { unsafe scratch.append(contentsOf: $0) }
    for word in words(of: block) {
      var rest = excluded(word)
      while rest != 0 {
        scratch[word * 64 + rest.trailingZeroBitCount - tokens.lowerBound] = -.infinity
        rest &= rest - 1
      }
    }
  }
}

// MARK: - Changes of single logits

extension LogitBlocks {
  /// Changes the logit of a token, unless it is −∞; ``updateMaxima()`` has to be called before blocks are read.
  mutating func change(_ token: Int, of logits: Span<Float>, _ change: (Float) -> Float) {
    guard token >= 0, token < count else { return }
    let old = logit(token, of: logits)
    guard old > -.infinity else { return }
    let (block, offset) = token.quotientAndRemainder(dividingBy: Self.size)
    let start = startOfPatch(block, logits)
    patches[start + offset] = change(old)
    if outdated.last != block { outdated.append(block) }
  }

  /// Computes the maxima of changed blocks.
  mutating func updateMaxima() {
    for block in outdated {
      guard let start = knownPatch(block) else { continue }
      maxima[block] = Kernels.maximum(of: patches.span.extracting(start..<start + Self.size))
    }
    outdated = []
  }

  /// Returns the start of a block in `patches`, to which it is copied unless it is there.
  private mutating func startOfPatch(_ block: Int, _ logits: Span<Float>) -> Int {
    if let start = knownPatch(block) { return start }
    if patchIndices.isEmpty {
      patchIndices = [Int32](repeating: -1, count: maxima.count)
      patches.reserveCapacity(64 * Self.size)
    }
    let (start, count) = (patches.count, tokens(block).count)
    if allowsUnchanged {
      var copied: [Float] = []
      write(block, of: logits, to: &copied)
      patches += copied
    }
    let missing = Self.size - (allowsUnchanged ? count : 0)
    patches.append(contentsOf: repeatElement(-.infinity, count: missing))
    patchIndices[block] = Int32(start / Self.size)
    outdated.append(block)
    return start
  }
}

// MARK: - Masks

extension LogitBlocks {
  /// The words of a mask for a block.
  @inline(__always)
  private func words(of block: Int) -> Range<Int> { block * Self.wordCount..<(block + 1) * Self.wordCount }

  /// The bits of the tokens of a word that there are.
  @inline(__always)
  private func existing(_ word: Int) -> UInt64 {
    let left = count - word * 64
    return left >= 64 ? .max : left > 0 ? (1 << UInt64(left)) - 1 : 0
  }

  /// The bits of the tokens of a word that are excluded.
  @inline(__always)
  private func excluded(_ word: Int) -> UInt64 {
    guard allowsUnchanged else { return existing(word) }
    return allowed.isEmpty ? 0 : existing(word) & ~allowed[word]
  }

  @inline(__always)
  private func hasExcludedTokens(_ block: Int) -> Bool {
    guard !allowed.isEmpty else { return false }
    for word in words(of: block) where excluded(word) != 0 { return true }
    return false
  }

  /// Excludes the tokens whose bits are not set.
  private mutating func restrict(to bits: [UInt64], _ logits: Span<Float>) {
    allowed = bits
    let missing = Self.wordCount * maxima.count - bits.count
    if missing > 0 { allowed += repeatElement(0, count: missing) }
    for block in maxima.indices where hasExcludedTokens(block) {
      var (inside, outside, isMaximumExcluded) = (0, 0, false)
      for word in words(of: block) {
        let excluded = excluded(word)
        outside += excluded.nonzeroBitCount
        inside += (existing(word) & ~excluded).nonzeroBitCount
      }
      // Where few tokens are excluded, the maximum usually stays.
      if inside > outside {
        for word in words(of: block) where has(maxima[block], in: excluded(word), of: word, logits) {
          isMaximumExcluded = true
        }
        if !isMaximumExcluded { continue }
      }
      var highest = -Float.infinity
      for word in words(of: block) {
        var rest = existing(word) & ~excluded(word)
        while rest != 0 {
          let logit = logits[word * 64 + rest.trailingZeroBitCount]
          if logit > highest { highest = logit }
          rest &= rest - 1
        }
      }
      maxima[block] = highest
    }
  }

  /// Returns true if one of the tokens of a word has a logit.
  private func has(_ value: Float, in tokens: UInt64, of word: Int, _ logits: Span<Float>) -> Bool {
    var rest = tokens
    while rest != 0 {
      if logits[word * 64 + rest.trailingZeroBitCount] == value { return true }
      rest &= rest - 1
    }
    return false
  }
}
