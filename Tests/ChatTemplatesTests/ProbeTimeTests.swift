import SwiftletJinja
import TestSupport
import Testing

@testable import SwiftletChatTemplates

/// The time in which the properties of hostile templates are detected, since this is a part of loading.
@Suite struct ProbeTimeTests {
  /// A loop that takes nearly all steps of a small conversation, and then a text with the conversation.
  private static let slow =
    "{% for i in range(80) %}{% for j in range(999) %}{% if i == j %}{% endif %}{% endfor %}{% endfor %}"

  private func probe(_ source: String, milliseconds: Int) throws -> TemplateProbe {
    var probe = TemplateProbe(program: try JinjaTemplate(source), source: source, bos: nil, eos: nil)
    probe.milliseconds = milliseconds
    return probe
  }

  @Test func conversationsFailWithoutTime() throws {
    #expect(try probe(Source.chatML, milliseconds: 1000).render([TemplateProbe.user]) != nil)
    #expect(try probe(Source.chatML, milliseconds: 0).render([TemplateProbe.user]) == nil)
    let failed = try probe("{{ raise_exception('no') }}", milliseconds: 1000).traits()
    #expect(try probe("{{ raise_exception('no') }}" + Source.chatML, milliseconds: 0).traits() == failed)
  }

  /// With a limit for each, a template that is slow for each would take the time of all conversations.
  @Test func allConversationsShareTheTime() throws {
    let source = Self.slow + Source.thinking
    var rendered: String?
    let one = try processorTime { rendered = try probe(source, milliseconds: 60_000).render([TemplateProbe.user]) }
    #expect(rendered != nil)
    let all = try processorTime { _ = try probe(source, milliseconds: max(Int(one * 500), 1)).traits() }
    #expect(all < 5 * one, "\(all) and \(one) s")
  }

  /// Detection and rendering together are to take no longer than a rendering may.
  @Test func detectionEndsWithTheFirstConversationThatExceedsTheSteps() throws {
    let source = "{% for i in range(999) %}{% for j in range(999) %}{% set k = j %}{% endfor %}{% endfor %}"
    let probe = try probe(source, milliseconds: 60_000)
    #expect(probe.excessMilliseconds == 0)
    #expect(probe.render([TemplateProbe.user]) == nil)
    let one = probe.excessMilliseconds
    let others = processorTime { for _ in 0..<1000 { _ = probe.render([TemplateProbe.user]) } }
    #expect(one > 0)
    #expect(others * 1e3 < 2 * Double(one + 1), "\(others) s and \(one) ms")
    let template = try ChatTemplate(source: source, bos: nil, eos: nil)
    #expect(template.limits.milliseconds < JinjaLimits.standard.milliseconds)
    #expect(try ChatTemplate(source: Source.chatML, bos: nil, eos: nil).limits == .standard)
  }

  @Test func aTemplateThatIsTooSlowHasTheErrorOfItsLimit() throws {
    let endless = "{% for i in range(99999) %}{% for j in range(99999) %}{{ i }}{% endfor %}{% endfor %}"
    let template = try ChatTemplate(source: endless, bos: nil, eos: nil)
    let error = #expect(throws: ChatTemplateError.self) {
      try template.render([ChatMessage(role: .user, content: "Hi")], addingGenerationPrompt: true)
    }
    guard case .failed(let failure)? = error, case .limit = failure.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// The text around a name is searched for braces, tags and markers.
  @Test(arguments: ["{", "{\"a\":", "<think>", "<", "<a", "[A]", "(key_one=", " ", "é"])
  func theSearchOfLongTextsIsLinear(_ unit: String) throws {
    let ratio = Scaling.ratio(from: 2000, below: 9) { count in
      let text = String(repeating: unit, count: count)
      let one = text + CallProbe.names[0] + text + CallProbe.arguments[0] + text
      let two = one + CallProbe.names[1] + text + CallProbe.arguments[1] + text
      _ = CallProbe.format(
        one: one, two: two, text: (text, text), hasTextHeader: false, prompt: "", ids: [], reasoningTags: ["<think>"])
    }
    #expect(ratio < 9)
  }

  /// The processor time of the calling thread for some work, in seconds.
  private func processorTime(of work: () throws -> Void) rethrows -> Double {
    let start = SwiftletJinja.processorTime()
    try work()
    return Double(SwiftletJinja.processorTime() - start) * 1e-9
  }
}
