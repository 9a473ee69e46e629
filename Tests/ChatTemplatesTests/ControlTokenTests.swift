import Foundation
import SwiftletGGUF
import SwiftletTokenizers
import TestSupport
import Testing

@testable import SwiftletChatTemplates

/// Prompts and tool results are encoded as plain text tokens, with every control token of every vocabulary and in the
/// template of every family.
struct ControlTokenTests {
  /// Template syntax, which must not be evaluated in content.
  static let syntax = "{{ 7 * 7 }}{% for m in messages %}{{ m.role }}{% endfor %}{# gone #}{% raw %}"

  @Test(arguments: VocabularyFile.own)
  func controlTokensOfFixturesAreText(_ file: VocabularyFile) throws { try check(file) }

  @Test(
    .enabled(if: TestData.vocabularies.isPresent, "\(TestData.vocabularies.absence)"), arguments: VocabularyFile.shared)
  func controlTokensOfPublishedVocabulariesAreText(_ file: VocabularyFile) throws { try check(file) }

  private func check(_ file: VocabularyFile) throws {
    let tokenizer = try file.tokenizer()
    let names = tokenizer.vocabulary.controlTexts
    #expect(!names.isEmpty)
    let attacks = [names.joined(), names.joined(separator: "\n"), Self.syntax + names.joined(separator: Self.syntax)]
    for attack in attacks {
      // The attack is effective: in trusted text, all of the tokens are found.
      let trusted = tokenizer.encode(attack, parsingSpecialTokens: true, addingBOSAndEOS: false)
      #expect(Set(trusted).isSuperset(of: names.compactMap { tokenizer.vocabulary.id(of: $0) }))
      let untrusted = tokenizer.encode(attack, addingBOSAndEOS: false)
      #expect(tokenizer.controls(untrusted).isEmpty)
      if file.isLossless { #expect(try tokenizer.decode(untrusted).text.utf8.elementsEqual(attack.utf8)) }
    }
    for (name, template) in try Self.templates.get() {
      let calm = try tokenizer.controls(tokenizer.encode(Self.conversation(template, saying: "calm")))
      for attack in attacks {
        let tokens = try tokenizer.encode(Self.conversation(template, saying: attack))
        #expect(tokenizer.controls(tokens) == calm, "\(name)")
        // Templates of others may trim, or quote.
        guard file.isLossless, Self.sources[name] != nil else { continue }
        #expect(try tokenizer.decode(tokens).text.ranges(of: attack).count == 2, "\(name)")
      }
    }
  }

  /// A prompt and a tool result with the same text.
  private static func conversation(_ template: ChatTemplate, saying text: String) throws -> [TextSegment] {
    let call = ToolCall(id: "abcdefgh1", name: "find_person", arguments: #"{"name": "Ada"}"#)
    return try template.render(
      [
        ChatMessage(role: .user, content: "[" + text + "]"),
        ChatMessage(role: .assistant, content: "", toolCalls: [call]),
        ChatMessage(toolResult: "[" + text + "]", of: call.id, name: call.name),
      ], tools: Probe.tools, addingGenerationPrompt: true)
  }

  /// The templates below and those of all families.
  private static let templates = Result {
    try sources.map { ($0.key, try ChatTemplate(source: $0.value, bos: "<s>", eos: "</s>")) }
      + (Family.own + (TestData.templates.isPresent ? Family.all : [])).map { ($0.name, try $0.template()) }
  }

  /// Templates that render content verbatim, with the markers of several vocabularies.
  private static let sources = [
    "tags": """
    {{ bos_token }}{% for m in messages %}<|im_start|>{{ m.role }}
    {% for c in m.tool_calls or [] %}<tool_call>{{ c.function|tojson }}</tool_call>{% endfor %}\
    {{ m.content }}<|im_end|>
    {% endfor %}<|im_start|>assistant

    """,
    "headers": """
    {{ bos_token }}{% for m in messages %}<|start_header_id|>{{ m.role }}<|end_header_id|>

    {% for c in m.tool_calls or [] %}{{ c.function|tojson }}{% endfor %}{{ m.content }}<|eot_id|>{% endfor %}
    """,
    "brackets": """
    {{ bos_token }}{% for m in messages %}{% if m.role == 'user' %}[INST] {{ m.content }} [/INST]\
    {% elif m.tool_calls %}[TOOL_CALLS]{{ m.tool_calls|tojson }}{{ eos_token }}\
    {% else %}[CLS]{{ m.content }}[SEP]{% endif %}{% endfor %}
    """,
  ]
}

/// A file with a vocabulary.
struct VocabularyFile: Sendable, CustomTestStringConvertible {
  var path: String
  /// True if decoding restores the encoded text.
  var isLossless = false
  var testDescription: String { URL(filePath: path).lastPathComponent }

  /// Small vocabularies of the kinds that the published ones lack.
  static let own = ["characters", "unigram", "words"].map {
    VocabularyFile(path: TestFiles.fixture("tokenizers/\($0).gguf"))
  }

  /// The vocabularies of chat models, with control tokens.
  static let shared = [
    "llama-spm", "phi-3", "baichuan", "gpt-2", "llama-bpe", "qwen2", "refact", "starcoder", "falcon", "deepseek-llm",
    "deepseek-coder", "bert-bge", "mpt", "gpt-neox",
  ].map {
    VocabularyFile(
      path: TestData.vocabularies.file("ggml-vocab-\($0).gguf").path,
      isLossless: ["llama-spm", "phi-3", "gpt-2", "llama-bpe", "qwen2", "deepseek-llm"].contains($0))
  }

  func tokenizer() throws -> Tokenizer { try Tokenizer(metadata: GGUFFile(path: path).metadata) }
}

extension Vocabulary {
  /// The texts of all control tokens that a text can spell.
  fileprivate var controlTexts: [String] {
    (0..<count).filter { kind(of: $0) == .control }.map { String(decoding: bytes(of: $0), as: UTF8.self) }
      .filter { !$0.isEmpty }
  }
}

extension Tokenizer {
  /// The control tokens among tokens, except the unknown token.
  fileprivate func controls(_ tokens: [TokenID]) -> [TokenID] {
    tokens.filter { vocabulary.kind(of: $0) == .control && $0 != vocabulary.unknownID }
  }
}

extension [UInt8] {
  /// The bytes as text.
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
