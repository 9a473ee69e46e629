import Foundation
import SwiftletTokenizers
import Testing

@testable import SwiftletChatTemplates

/// Templates in the ways in which they are commonly written.
enum Source {
  static let chatML = """
    {% for message in messages %}{{'<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n'}}\
    {% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}
    """
  static let chatMLWithDefault = """
    {%- for message in messages -%}
        {%- if loop.first and messages[0].role != "system" -%}
            {{- "<|im_start|>system\\nYou're\\nkind.<|im_end|>\\n" -}}
        {%- endif -%}
        {{- "<|im_start|>" + message.role + "\\n" + message.content + "<|im_end|>\\n" -}}
    {%- endfor -%}
    {%- if add_generation_prompt -%}{{- "<|im_start|>assistant\\n" -}}{%- endif -%}
    """
  static let llama3 = """
    {{ bos_token }}
    {%- for message in messages %}
        {{- '<|start_header_id|>' + message['role'] + '<|end_header_id|>\\n\\n' }}
        {{- message['content'] | trim + '<|eot_id|>' }}
    {%- endfor %}
    {%- if add_generation_prompt %}
        {{- '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}
    {%- endif %}
    """
  static let gemma = """
    {{ bos_token }}{% if messages[0]['role'] == 'system' %}{{ raise_exception('no') }}{% endif %}\
    {% for message in messages %}{% if (message['role'] == 'assistant') %}{% set role = 'model' %}{% else %}\
    {% set role = message['role'] %}{% endif %}
    {{- '<start_of_turn>' + role + '
    ' + message['content'].strip() + '<end_of_turn>
    ' }}{% endfor %}{% if add_generation_prompt %}{{ '<start_of_turn>model\\n' }}{% endif %}
    """
  static let llama2 = """
    {% if messages[0]['role'] == 'system' %}{% set loop_messages = messages[1:] %}\
    {% set system_message = messages[0]['content'] %}{% else %}{% set loop_messages = messages %}\
    {% set system_message = false %}{% endif %}{% for message in loop_messages %}\
    {% if loop.index0 == 0 and system_message != false %}\
    {% set content = '<<SYS>>\\n' + system_message + '\\n<</SYS>>\\n\\n' + message['content'] %}{% else %}\
    {% set content = message['content'] %}{% endif %}{% if message['role'] == 'user' %}\
    {{ bos_token + '[INST] ' + content.strip() + ' [/INST]' }}{% elif message['role'] == 'assistant' %}\
    {{ ' ' + content.strip() + ' ' + eos_token }}{% endif %}{% endfor %}
    """
}

struct RecognitionTests {
  @Test func whiteSpaceThatTheLanguageDropsMakesNoDifference() throws {
    let spread = Source.chatML.replacing("{% endfor %}", with: "\n  {% endfor %}\n").replacing("'", with: "\"")
    // The line break before the tag is text, and would be written after each turn.
    #expect(throws: ChatTemplateError.self) { try ChatTemplate(source: spread) }
    #expect(try ChatTemplate(source: spread.replacing("\n  {% endfor", with: "\n  {%- endfor")).form == .chatML)
  }

  @Test func checksAndAliasesMakeNoDifference() throws {
    let alias =
      "{% if not add_generation_prompt is defined %}{% set add_generation_prompt = false %}{% endif %}"
      + "{% set turns = messages %}"
    let check = "{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('no') }}{% endif %}"
    let source =
      alias
      + Source.chatML.replacing("in messages %}", with: "in turns %}" + check)
    #expect(try ChatTemplate(source: source) == ChatTemplate(source: Source.chatML))
  }

  @Test(
    arguments: [
      "", "Hello", "{{ messages", "{% for %}", "{{ 'a }}", "{{ }}", "{% if x %}", "{#", "{{ '\\",
      Source.chatML + " ", Source.chatML + "{{ eos_token }}",
      Source.chatML.replacing("message['content']", with: "message['content'] | upper"),
      Source.chatML.replacing("<|im_start|>'", with: "<|im_start|> '"),
      Source.chatML.replacing("assistant", with: "assistant\\n<think>"),
      Source.llama3.replacing("<|eot_id|>", with: "<|eom_id|>"),
    ])
  func anythingElseIsAnError(source: String) {
    #expect(throws: ChatTemplateError.unknownTemplate(beginning: String(source.prefix(80)))) {
      try ChatTemplate(source: source)
    }
  }

  @Test func theErrorShowsTheBeginningAndTheWayAround() {
    let error = ChatTemplateError.unknownTemplate(beginning: String(String(repeating: "ab", count: 100).prefix(80)))
    #expect(error.description.contains(String(repeating: "ab", count: 40)) && error.description.contains("--raw"))
  }

  @Test func anyCutOfATemplateIsReadWithoutHarm() {
    for source in [Source.chatML, Source.chatMLWithDefault, Source.gemma, Source.llama2] {
      for end in source.indices { _ = try? ChatTemplate(source: String(source[..<end])) }
    }
  }
}

/// Templates and expected texts from the shared data, where that is at hand.
struct SharedCaseTests {
  private struct Cases: Decodable {
    struct Case: Decodable {
      struct Context: Decodable {
        struct Message: Decodable {
          var role: String
          var content: String
        }
        var messages: [Message]
        var add_generation_prompt: Bool?
        var bos_token: String?
        var eos_token: String?
      }
      var chat_template: String
      var data: Context
      var target: String
    }
    var cases: [String: Case]

    init(from decoder: any Decoder) throws {
      // Cases with tools or content in parts decode into nothing, and are not for these forms.
      struct Lenient: Decodable {
        var value: Case?
        init(from decoder: any Decoder) throws { value = try? Case(from: decoder) }
      }
      let groups = try decoder.singleValueContainer().decode([String: [String: Lenient]].self)
      cases = groups.values.reduce(into: [:]) { all, group in
        all.merge(group.compactMapValues(\.value)) { first, _ in first }
      }
    }
  }

  private static let file = URL(filePath: #filePath).appending(path: "../../../../shared/data/templates-cases/e2e.json")
    .standardized

  @Test(.enabled(if: FileManager.default.fileExists(atPath: file.path), "needs ../shared/data"))
  func recognisedTemplatesWriteWhatIsExpected() throws {
    let cases = try JSONDecoder().decode(Cases.self, from: Data(contentsOf: Self.file)).cases
    var recognised: [String] = []
    for (name, test) in cases {
      guard let template = try? ChatTemplate(source: test.chat_template) else { continue }
      let messages = test.data.messages.compactMap { message in
        ChatMessage.Role(rawValue: message.role).map { ChatMessage(role: $0, content: message.content) }
      }
      // Turns of tools are for later.
      guard messages.count == test.data.messages.count else { continue }
      let text = template.render(
        messages, addingGenerationPrompt: test.data.add_generation_prompt ?? false, bos: test.data.bos_token ?? "",
        eos: test.data.eos_token ?? ""
      ).map(\.text).joined()
      #expect(text == test.target, "\(name)")
      recognised.append(name)
    }
    #expect(recognised.count >= 4, "\(recognised)")
  }
}
