import SwiftletTokenizers

extension TokenIndex {
  /// Tokenises a text in which marker texts become their control tokens.
  func tokens(_ bytes: [UInt8], _ tokenizer: Tokenizer) -> [TokenID] {
    guard !markers.isEmpty else {
      return tokenizer.encode(bytes: bytes, parsingSpecialTokens: false, addingBOSAndEOS: false)
    }
    let texts = markers.map { Array(vocabulary.bytes(of: $0)) }
    var segments: [TextSegment] = []
    var start = 0
    var index = 0
    func end(_ range: Range<Int>, isMarker: Bool) {
      guard !range.isEmpty else { return }
      segments.append(
        TextSegment(text: String(decoding: bytes[range], as: UTF8.self), parsesSpecialTokens: isMarker))
    }
    while index < bytes.count {
      let matching = texts.filter { bytes[index...].starts(with: $0) }
      if let count = matching.map(\.count).max(), count > 0 {
        end(start..<index, isMarker: false)
        end(index..<index + count, isMarker: true)
        index += count
        start = index
      } else {
        index += 1
      }
    }
    end(start..<bytes.count, isMarker: false)
    return tokenizer.encode(segments, addingBOSAndEOS: false)
  }
}
