import SwiftletJinja

/// How a model wants a conversation written, and how it writes its answers.
///
/// ```swift
/// let template = try ChatTemplate(source: metadata["tokenizer.chat_template"], bos: "<s>", eos: "</s>")
/// let prompt = try template.render([ChatMessage(role: .user, content: "Hello")], addingGenerationPrompt: true)
/// var parser = AnswerParser(template.format, tools: [], start: template.format.start(after: prompt.text))
/// ```
///
/// A model's file carries its template as a program. What the program does with instructions, tools, results and thoughts
/// is found out by running it on small conversations that differ in one thing, and comparing: see ``TemplateTraits``.
public struct ChatTemplate: Sendable {
  /// The program; `nil` writes the texts alone.
  let program: JinjaTemplate?

  /// The program for conversations with tools, where a file has one of its own.
  let toolProgram: JinjaTemplate?

  /// The text that begins a sequence.
  let bos: String?

  /// The text that ends a sequence.
  let eos: String?

  /// What the program does.
  public let traits: TemplateTraits

  /// Compiles a template and finds out what it does.
  ///
  /// - Parameters:
  ///   - source: The template's text, as the model's file has it in `tokenizer.chat_template`.
  ///   - toolSource: The text of the template for conversations with tools, as some files have it in
  ///     `tokenizer.chat_template.tool_use`; `nil` if the other serves for both.
  ///   - bos: The text that begins a sequence, where the model has one.
  ///   - eos: The text that ends a sequence, where the model has one.
  ///   - ends: The texts of all tokens that end a generation: no part of a call, though templates write them after one.
  /// - Throws: ``ChatTemplateError/malformedTemplate(_:)``
  public init(
    source: String, toolSource: String? = nil, bos: String?, eos: String?, ends: [String] = []
  ) throws(ChatTemplateError) {
    let program = try Self.compile(source)
    let toolProgram = try toolSource.map { text throws(ChatTemplateError) in try Self.compile(text) }
    self.program = program
    self.toolProgram = toolProgram
    self.bos = bos
    self.eos = eos
    let probe = TemplateProbe(program: toolProgram ?? program, source: toolSource ?? source, bos: bos, eos: eos)
    var traits = probe.traits()
    traits.format.calls?.drop(ends + [eos].compactMap(\.self))
    self.traits = traits
  }

  private init() {
    program = nil
    toolProgram = nil
    bos = nil
    eos = nil
    traits = TemplateTraits()
  }

  /// The form for models without a template: the texts alone.
  ///
  /// Each turn begins a line, but for an answer: it goes on where the turn before it ended, as that is how it came about.
  /// Asking for an answer adds nothing. No roles are marked, because a model without a template was not taught any.
  public static let plain = ChatTemplate()

  /// Whether this is the form without a template.
  public var isPlain: Bool { program == nil }

  /// How the model writes its answers.
  public var format: AnswerFormat { traits.format }

  private static func compile(_ source: String) throws(ChatTemplateError) -> JinjaTemplate {
    do {
      return try JinjaTemplate(source)
    } catch {
      throw .malformedTemplate(error)
    }
  }
}
