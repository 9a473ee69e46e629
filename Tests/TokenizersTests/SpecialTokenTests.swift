import SwiftletGGUF
import SwiftletTokenizers
import Testing

/// Special tokens that are recognised in text, and the segments that may contain them.
struct SpecialTokenTests {
  private func vocabulary() -> SmallVocabulary {
    var vocabulary = SmallVocabulary.bytePair(merges: ["h i", "Ġ hi"])
    vocabulary.add("<|im_start|>", .control)
    vocabulary.add("<|im_end|>", .control)
    vocabulary.add("<|im_end|>\n", .userDefined)
    vocabulary.add("<tool>", .userDefined)
    vocabulary.add("<tool>>", .userDefined)
    return vocabulary
  }

  @Test("control tokens are recognised only when asked for, user-defined ones always")
  func recognisesByKind() throws {
    let tokenizer = try vocabulary().tokenizer()
    #expect(tokenizer.pieces("hi<|im_end|>", parsingSpecialTokens: true) == ["hi", "<|im_end|>"])
    #expect(!tokenizer.pieces("hi<|im_end|>").contains("<|im_end|>"))
    #expect(tokenizer.pieces("<tool> hi") == ["<tool>", "Ġhi"])
    #expect(tokenizer.pieces("<tool>>><tool") == ["<tool>>", ">", "<", "t", "o", "o", "l"])
    #expect(tokenizer.pieces("<|im_end|>\n", parsingSpecialTokens: true) == ["<|im_end|>\n"])
  }

  @Test("untrusted segments cannot write control tokens, whole or in part")
  func resistsInjection() throws {
    let tokenizer = try vocabulary().tokenizer()
    let control = Set(["<|im_start|>", "<|im_end|>"].compactMap { tokenizer.vocabulary.id(of: $0) })
    func count(_ segments: [(String, Bool)]) -> Int {
      let segments = segments.map { TextSegment(text: $0.0, parsesSpecialTokens: $0.1) }
      return tokenizer.encode(segments).count { control.contains($0) }
    }
    #expect(count([("<|im_start|>", true), ("<|im_start|>", false), ("<|im_end|>", true)]) == 2)
    #expect(count([("<|im_", true), ("start|>", false)]) == 0)
    #expect(count([("<|im_", false), ("start|>", true)]) == 0)
    #expect(count([("<|im_", true), ("", false), ("start|>", true)]) == 1)
    #expect(count([("<|im_start|><|im_end|>", false)]) == 0)
  }

  @Test("segments give the tokens of the whole text")
  func joinsSegments() throws {
    let tokenizer = try vocabulary().tokenizer()
    let parts = ["<|im_start|>h", "i h", "i<tool", "> hi"]
    for trust in [[true, false, false, false], [true, false, true, false], [true, true, true, true]] {
      let segments = zip(parts, trust).map { TextSegment(text: $0, parsesSpecialTokens: $1) }
      let expected = tokenizer.encode(parts.joined(), parsingSpecialTokens: true)
      #expect(tokenizer.encode(segments) == expected)
    }
  }

  @Test("Phi-3's special tokens strip the whitespace after them")
  func stripsWhitespace() throws {
    var vocabulary = vocabulary()
    vocabulary.values["general.name"] = .text("Phi-3 Mini")
    #expect(try vocabulary.tokenizer().pieces("<tool> \n hi") == ["<tool>", "hi"])
  }

  @Test("tokens that end a generation")
  func collectsEndOfGeneration() throws {
    var vocabulary = vocabulary()
    vocabulary.values["tokenizer.ggml.eos_token_id"] = .uint32(3)
    let end = try vocabulary.tokenizer().vocabulary
    #expect(end.eotID == end.id(of: "<|im_end|>"))
    #expect(end.endOfGeneration == Set([3, end.id(of: "<|im_end|>")].compactMap(\.self)))
  }

  @Test("where messages and turns end differently, the end of a message does not end a generation")
  func keepsMessageEndsApart() throws {
    var vocabulary = SmallVocabulary.bytePair()
    let end = vocabulary.add("<|end|>", .control)
    let stops = [vocabulary.add("<|return|>", .control), vocabulary.add("<|call|>", .normal)]
    vocabulary.values["tokenizer.ggml.eos_token_id"] = .uint32(UInt32(stops[0]))
    let tokenizer = try vocabulary.tokenizer()
    #expect(tokenizer.vocabulary.endOfGeneration == Set(stops))
    #expect(!tokenizer.vocabulary.endOfGeneration.contains(end))
    #expect(tokenizer.vocabulary.kind(of: stops[1]) == .control && tokenizer.warnings.count == 1)
    let tags = ["<|end|>", "<|call|>", "<|return|>"]
    #expect(tokenizer.vocabulary.controlTokens(in: tags) == [end])
    #expect(tokenizer.vocabulary.controlTokens(in: tags, includingEnds: ["<|call|>"]) == [end, stops[1]])
  }

  @Test("texts that also occur in plain text end a generation only if they are marked")
  func respectsMarks() throws {
    for (kind, ends) in [(Vocabulary.Kind.normal, false), (.control, true), (.userDefined, true)] {
      var vocabulary = SmallVocabulary.bytePair()
      let ids = ["</s>", "<eos>", "[EOS]", "[EOT]", "[PAD]", "<reponame>"].map { vocabulary.add($0, kind) }
      let tokenizer = try vocabulary.tokenizer()
      #expect(tokenizer.vocabulary.endOfGeneration.isSuperset(of: ids) == ends)
      #expect(tokenizer.vocabulary.endOfGeneration.isDisjoint(with: ids) != ends)
      #expect(ids.allSatisfy { tokenizer.vocabulary.kind(of: $0) == (ends ? .control : .normal) })
      #expect(tokenizer.warnings.isEmpty)
    }
  }

  @Test("Gemma 4 has </s> for markup")
  func keepsMarkup() throws {
    var vocabulary = SmallVocabulary(model: "gemma4")
    let strike = vocabulary.add("</s>", .userDefined)
    let ends = ["<eos>", "<turn|>", "<|tool_response>"].map { vocabulary.add($0, .control) }
    vocabulary.values["tokenizer.ggml.merges"] = .array(.string(ByteStrings()))
    let tokenizer = try vocabulary.tokenizer()
    #expect(tokenizer.vocabulary.endOfGeneration == Set(ends))
    #expect(tokenizer.encode("</s>", addingBOSAndEOS: false) == [strike])
  }

  @Test("FunctionGemma stops where the result of a call begins")
  func stopsBeforeResults() throws {
    var vocabulary = SmallVocabulary.bytePair()
    let end = vocabulary.add("<start_function_response>", .userDefined)
    let tokenizer = try vocabulary.tokenizer()
    #expect(tokenizer.vocabulary.endOfGeneration.contains(end) && tokenizer.vocabulary.kind(of: end) == .control)
  }

  @Test("tokens that must not be generated, those that are none left out")
  func readsSuppressedTokens() throws {
    var vocabulary = vocabulary()
    vocabulary.values["tokenizer.ggml.suppress_tokens"] = .array(.int32([7, 3, -1, 100_000]))
    #expect(try vocabulary.tokenizer().vocabulary.suppressedTokens == [3, 7])
    #expect(try self.vocabulary().tokenizer().vocabulary.suppressedTokens == [])
  }
}
