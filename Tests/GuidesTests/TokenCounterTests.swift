import SwiftletTokenizers
import Testing

@testable import SwiftletGuides

/// Tokens of texts and nodes of the trie, on which the costs of tokens depend.
struct TokenCounterTests {
  @Test("texts have the tokens that they have without what is known from the text before")
  func countsTokens() throws {
    let trie = try SmallIndex.index.get().trie
    let parts = ["abc", "ab", "c", "\"foo\":", "},", "\",\"", "é", "日", "\"}", "2024-", "-01", "]"]
    var generator = SeededGenerator(seed: 2)
    var counter = TokenCounter()
    var text: [UInt8] = []
    for _ in 0..<400 {
      // Mostly the end of the text before, with another beginning.
      let kept = text.dropFirst(Int.random(in: 0...4, using: &generator))
      text = (0..<Int.random(in: 0...3, using: &generator)).flatMap { _ in
        Array((parts.randomElement(using: &generator) ?? "").utf8)
      }
      text += text.count < 200 ? kept : []
      #expect(counter.count(of: text, trie) == trie.tokens(text).count)
    }
  }

  @Test("below plain nodes are complete characters that need no escape, and all such nodes are plain")
  func findsPlainNodes() throws {
    let trie = try SmallIndex.index.get().trie
    var path: [UInt8] = []
    var plain = 0
    for (index, node) in trie.nodes.enumerated().dropFirst() {
      path = path.prefix(Int(node.depth) - 1) + [node.byte]
      var rest: [UInt8] = []
      let isPlain = (index + 1..<Int(node.end)).allSatisfy { below in
        rest = rest.prefix(Int(trie.nodes[below].depth) - Int(node.depth) - 1) + [trie.nodes[below].byte]
        guard trie.nodes[below].tokenCount > 0 else { return true }
        let text = String(validating: rest, as: UTF8.self)
        return text?.unicodeScalars.allSatisfy { $0 >= " " && $0 != "\"" && $0 != "\\" && $0 != "\u{7F}" } ?? false
      }
      // A character of ASCII is whole whatever is before it.
      let isWhole = node.byte < 0x80 || String(validating: path, as: UTF8.self) != nil
      #expect(trie.plain.contains(index) == (isPlain && isWhole), "\(path)")
      if isPlain, isWhole, node.end > index + 1 { plain += 1 }
    }
    #expect(plain > 3)
  }
}
