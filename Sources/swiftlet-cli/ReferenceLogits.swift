import Foundation

/// The reference logits of another model, one row per position of an evaluation.
///
/// They are read in order, so that they may come through a pipe.
struct ReferenceLogits {
  private let input: InputSource
  private let positionCount: Int
  private let vocabularyCount: Int
  /// The bytes that have been read and not used yet, and the number of those before them.
  private var bytes: [UInt8] = []
  private var offset = 0

  /// The number of bytes of a row.
  private var rowByteCount: Int { vocabularyCount * MemoryLayout<Float>.size }
  /// The number of bytes of all rows.
  private var byteCount: Int { positionCount * rowByteCount }

  /// Opens a file of 32-bit floating-point numbers, or standard input for `-`.
  ///
  /// - Throws: ``FileError`` if it cannot be read, ``UsageError`` if a regular file has another size.
  init(_ path: String, _ evaluation: Evaluation) throws {
    (positionCount, vocabularyCount) = (evaluation.positionCount, evaluation.vocabularyCount)
    input = try InputSource(path)
    if let size = input.byteCount, size != byteCount { throw failure("\(size)") }
  }

  /// Returns the logits at a position, which is behind those of earlier calls.
  ///
  /// - Throws: ``FileError`` if the logits cannot be read, ``UsageError`` if there are fewer positions.
  mutating func row(_ index: Int) throws -> [Float] {
    try skip(to: index * rowByteCount)
    while bytes.count < rowByteCount { try readMore() }
    let row = unsafe [Float](unsafeUninitializedCapacity: vocabularyCount) { buffer, count in
      // Safe: no more is copied than the buffer has room for.
      count = unsafe Data(bytes[..<rowByteCount]).copyBytes(to: buffer) / MemoryLayout<Float>.size
    }
    drop(rowByteCount)
    return row
  }

  /// Reads to the end.
  ///
  /// - Throws: ``FileError`` if the logits cannot be read, ``UsageError`` if there are fewer positions, or more.
  mutating func finish() throws {
    try skip(to: byteCount)
    guard bytes.isEmpty, try !input.read(into: &bytes) else { throw failure("more than \(byteCount)") }
  }

  private mutating func skip(to end: Int) throws {
    while offset + bytes.count < end {
      drop(bytes.count)
      try readMore()
    }
    drop(end - offset)
  }

  private mutating func drop(_ count: Int) {
    bytes.removeFirst(count)
    offset += count
  }

  private mutating func readMore() throws {
    guard try input.read(into: &bytes) else { throw failure("\(offset + bytes.count)") }
  }

  private func failure(_ found: String) -> UsageError {
    UsageError(
      argument: "--reference",
      reason: "\(input.name): found \(found) bytes, expected \(byteCount) for \(positionCount) positions of "
        + "\(vocabularyCount) tokens")
  }
}
