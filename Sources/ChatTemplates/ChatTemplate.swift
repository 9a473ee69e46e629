import SwiftletJinja

/// The chat template of a model: the format of its prompts and of its answers.
///
/// ```swift
/// let template = try ChatTemplate(source: metadata["tokenizer.chat_template"], bos: "<s>", eos: "</s>")
/// let prompt = try template.render([ChatMessage(role: .user, content: "Hello")], addingGenerationPrompt: true)
/// var parser = AnswerParser(template.format, tools: [], start: template.format.start(after: prompt.text))
/// ```
///
/// The template is a Jinja program in the model file. Its handling of system messages, tools, tool results and
/// reasoning is detected by rendering small conversations that differ in one aspect and comparing them: see
/// ``TemplateTraits``.
public struct ChatTemplate: Sendable {
  /// The program; `nil` for ``plain``.
  let program: JinjaTemplate?

  /// The program for conversations with tools, if the file has a separate one.
  let toolProgram: JinjaTemplate?

  /// The text of the beginning-of-sequence token.
  let bos: String?

  /// The text of the end-of-sequence token.
  let eos: String?

  /// The limits of renderings, which share their time with a detection that exceeded its limits.
  private(set) var limits = JinjaLimits.standard

  /// The detected properties of the program.
  public let traits: TemplateTraits

  /// True if system messages where the template does not allow them are merged into the one before them, or become the
  /// first message; false if they are errors.
  public var mergesSystemMessages = true

  /// The text that stands for an image in the content of a message, for templates that take no parts; `nil` if the
  /// content of messages with images is a list of parts, `[{"type": "image"}, {"type": "text", "text": …}]`.
  public var imageMarker: String?

  /// Compiles a template and detects its properties.
  ///
  /// - Parameters:
  ///   - source: The source of the template (`tokenizer.chat_template`).
  ///   - toolSource: The source of the template for conversations with tools (`tokenizer.chat_template.tool_use`);
  ///     `nil` if there is only one template.
  ///   - bos: The text of the beginning-of-sequence token, if the model has one.
  ///   - eos: The text of the end-of-sequence token, if the model has one.
  ///   - ends: The texts of all end-of-generation tokens, which are removed from the detected format of tool calls.
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
    limits.milliseconds = max(1, limits.milliseconds - probe.excessMilliseconds)
    self.traits = traits
  }

  private init() {
    program = nil
    toolProgram = nil
    bos = nil
    eos = nil
    traits = TemplateTraits()
  }

  /// The format for models without a template: plain text without roles.
  ///
  /// Each message starts on a new line, except those of the assistant, which continue the text before them. There is no
  /// generation prompt. Roles are not marked, because a model without a template was not trained with any.
  public static let plain = ChatTemplate()

  /// True if this is ``plain``.
  public var isPlain: Bool { program == nil }

  /// The format of the model's answers.
  public var format: AnswerFormat { traits.format }

  private static func compile(_ source: String) throws(ChatTemplateError) -> JinjaTemplate {
    do {
      return try JinjaTemplate(source)
    } catch {
      throw .malformedTemplate(error)
    }
  }
}
