import SwiftletGGUF
import SwiftletGuides
import SwiftletTokenizers
import Testing

@testable import SwiftletInference

/// Masks of guided sequences.
struct MaskTaskTests {
  /// Exactly one of two open objects of which one refers to both: the alternatives double with each level.
  private static let schema = ##"""
    {"$defs":{
      "leaf":{"type":"object","properties":{"leaf":{"type":"object"}},"required":["leaf"]},
      "inner":{"type":"object","properties":{"inner":{"oneOf":[{"$ref":"#/$defs/leaf"},{"$ref":"#/$defs/inner"}]}},
        "required":["inner"]}},
     "oneOf":[{"$ref":"#/$defs/leaf"},{"$ref":"#/$defs/inner"}]}
    """##

  @Test("a mask from which an allowed token may be missing is an error, and other sequences are not affected")
  func masksAreCompleteOrErrors() throws {
    let tokenizer = try Tokenizer(metadata: GGUFFile(path: ModelFixture.grouped.path).metadata)
    let guide = try Guide(schema: Self.schema, index: TokenIndex(tokenizer.vocabulary))
    var failure: GuideError?
    for levels in 1...40 where failure == nil {
      failure = try error(of: guide, after: String(repeating: #"{"inner":"#, count: levels))
    }
    if case .tooComplex? = failure {} else { Issue.record("\(String(describing: failure))") }
    #expect(try error(of: guide, after: "{") == nil)
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
