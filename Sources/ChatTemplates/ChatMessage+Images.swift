import SwiftletJinja
public import SwiftletTokenizers

extension ChatMessage {
  /// Returns the content of a message with images as a template variable.
  ///
  /// - Parameter imageMarker: The text in place of each image; `nil` for a list of parts.
  /// - Returns: The content.
  func content(imageMarker: String?) -> JinjaValue {
    var texts: [String] = []
    var start = 0
    let bytes = Array(content.utf8)
    for offset in imageOffsets {
      let end = min(max(start, offset), bytes.count)
      texts.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end
    }
    let rest = String(decoding: bytes[start...], as: UTF8.self)
    if let imageMarker {
      // Trusted, as text of users that looks like the marker is no image.
      let segments = texts.flatMap {
        [JinjaSegment(text: $0, isTrusted: false), JinjaSegment(text: imageMarker, isTrusted: true)]
      }
      return .segments((segments + [JinjaSegment(text: rest, isTrusted: false)]).filter { !$0.text.isEmpty })
    }
    func part(_ text: String) -> [JinjaValue] { text.isEmpty ? [] : [["type": "text", "text": .string(text)]] }
    return .list(texts.flatMap { part($0) + [["type": "image"]] } + part(rest))
  }
}

extension [TextSegment] {
  /// Divides a prompt at the markers that a template has written for images.
  ///
  /// Markers in the content of messages are text.
  ///
  /// - Parameter marker: The text of a marker.
  /// - Returns: The texts before, between and after the markers.
  public func divided(at marker: String) -> [[TextSegment]] {
    var texts: [[TextSegment]] = [[]]
    for segment in self {
      guard segment.parsesSpecialTokens, !marker.isEmpty else {
        texts[texts.count - 1].append(segment)
        continue
      }
      var rest = segment.text[...]
      while let range = rest.firstRange(of: marker) {
        if range.lowerBound > rest.startIndex {
          texts[texts.count - 1].append(TextSegment(text: String(rest[..<range.lowerBound]), parsesSpecialTokens: true))
        }
        texts.append([])
        rest = rest[range.upperBound...]
      }
      if !rest.isEmpty { texts[texts.count - 1].append(TextSegment(text: String(rest), parsesSpecialTokens: true)) }
    }
    return texts
  }
}
