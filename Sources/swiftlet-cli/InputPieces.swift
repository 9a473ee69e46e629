/// The pieces of a file or of standard input as they are read, in UTF-8 and without a byte-order mark.
struct InputPieces {
  private let input: InputSource
  private var converter: UTF16Converter?
  private var hasRead = false
  private var isAtEnd = false
  /// The number of bytes of a mark of UTF-8 at the beginning, which is part of no piece.
  private(set) var markCount = 0

  /// Opens a file, or standard input for `-`.
  init(_ path: String) throws(FileError) { input = try InputSource(path) }

  /// The path, or `standard input`.
  var name: String { input.name }

  /// The size of a regular file; nil for pipes and devices, and if the text is converted.
  var byteCount: Int? { converter == nil ? input.byteCount : nil }

  /// Returns the next piece, which may be empty; nil at the end.
  mutating func next() throws(FileError) -> [UInt8]? {
    if isAtEnd { return nil }
    var piece: [UInt8] = []
    if hasRead {
      isAtEnd = try !input.read(into: &piece)
    } else {
      try readBeginning(&piece)
    }
    guard converter != nil else { return piece }
    // What is no UTF-16 where that is expected stays no UTF-8, and fails as text.
    var text = converter?.convert(piece) ?? piece
    if isAtEnd, converter?.isComplete == false { text.append(0xFF) }
    return text
  }

  /// Reads the first piece, with the whole mark if there is one, and removes that.
  private mutating func readBeginning(_ piece: inout [UInt8]) throws(FileError) {
    hasRead = true
    let marks = [InputFile.byteOrderMark, [0xFE, 0xFF], [0xFF, 0xFE]]
    repeat {
      isAtEnd = try !input.read(into: &piece)
    } while !isAtEnd && marks.contains(where: { $0.count > piece.count && $0.starts(with: piece) })
    if piece.starts(with: InputFile.byteOrderMark) {
      markCount = InputFile.byteOrderMark.count
      piece.removeFirst(markCount)
    }
    converter = UTF16Converter(markOf: piece)
    if converter != nil { piece.removeFirst(UTF16Converter.markCount) }
  }
}
