import SwiftletGGUF
import SwiftletGuides
import SwiftletTokenizers
import Testing

@testable import SwiftletInference

/// Masks of guided sequences.
struct MaskTaskTests {
  /// Arrays, and many objects with some values that are not the same as each of four.
  private static let schema: String = {
    let different = (0..<4).map { #"{"not":{"additionalProperties":{"const":\#($0)}}}"# }.joined(separator: ",")
    let objects = (0..<150).map { #"{"type":"object","required":["k\#($0)"],"allOf":[\#(different)]}"# }
    return #"{"anyOf":[{"type":"array"},\#(objects.joined(separator: ","))]}"#
  }()

  @Test("a mask from which an allowed token may be missing is an error, and other sequences are not affected")
  func masksAreCompleteOrErrors() throws {
    let tokenizer = try Tokenizer(metadata: GGUFFile(path: ModelFixture.grouped.path).metadata)
    let guide = try Guide(schema: Self.schema, index: TokenIndex(tokenizer.vocabulary))
    let failure = try error(of: guide, after: #"{"a":"#)
    if case .tooComplex? = failure {} else { Issue.record("\(String(describing: failure))") }
    #expect(try error(of: guide, after: "[") == nil)
  }

  /// Returns the error of the mask after a text.
  private func error(of guide: Guide, after text: String) throws -> GuideError? {
    var matcher = guide.makeMatcher()
    let isAllowed = matcher.accept(bytes: Array(text.utf8))
    var task = MaskTask(matcher)
    task.run()
    switch try #require(task.masks.first) {
    case .failure(let error): return error
    case .success(let mask):
      // Nothing is rejected as long as nothing is missing.
      #expect(isAllowed && !mask.isEmpty)
      return nil
    }
  }
}
