import SwiftletTokenizers
import TestSupport
import Testing

@testable import SwiftletGuides
import SwiftletJSON

/// Real-world schemas, with valid and invalid documents.
@Suite(.enabled(if: TestData.maskBench.isPresent, "\(TestData.maskBench.absence)"))
struct MaskBenchTests {
  @Test("no valid document is rejected, no invalid one accepted")
  func judgesDocuments() throws {
    let tokenizer = try LlamaVocabulary.tokenizer.get()
    let index = try LlamaVocabulary.index.get()
    let end = try #require(index.vocabulary.endOfGeneration.min())
    var passed = 0
    var files = 0
    var documents = 0
    let names = TestData.maskBench.paths(suffix: ".json")
    let stride = max(1, names.count / 135)
    for (position, name) in names.enumerated() where position.isMultiple(of: stride) {
      let file = try JSONValue.read(Array(TestData.maskBench.contents(name)))
      files += 1
      let schema = JSONWriter.text(file["schema"] ?? .bool(true))
      guard let guide = try? Guide(schema: schema, index: index) else { continue }
      passed += 1
      for test in file["tests"]?.elements ?? [] {
        documents += 1
        let text = JSONWriter.bytes(test["data"] ?? .null)
        var matcher = guide.makeMatcher()
        let tokens = tokenizer.encode(bytes: text, addingBOSAndEOS: false) + [end]
        let isAccepted = tokens.allSatisfy { token in
          matcher.mask().contains(token) && (try? matcher.accept(token)) != nil
        }
        #expect(isAccepted == test["valid"]?.bool, "\(name): \(String(decoding: text.prefix(200), as: UTF8.self))")
      }
    }
    #expect(files == (names.count + stride - 1) / stride && files > 100 && documents > files)
    #expect(passed * 100 >= files * 92)
  }
}
