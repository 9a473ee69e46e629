import Foundation
import Swiftlet
import SwiftletGuides
import SwiftletJSON
import SwiftletServer
import SwiftletTokenizers

/// The request options of the command line: prompt, instructions, tools and constraints of the answer.
struct RequestOptions {
  private(set) var request: LanguageModelExecutorGenerationRequest

  init(_ arguments: Arguments, prompt: String) throws {
    try Self.check(arguments)
    let instructions = arguments.string("--instructions")
    let tools = try arguments.string("--tools").map { try ToolFile(path: $0).definitions } ?? []
    if tools.isEmpty, arguments.has("--require-tool") {
      throw UsageError(argument: "--require-tool", reason: "found no tools in --tools, expected at least one")
    }
    var entries: [Transcript.Entry] = []
    if instructions != nil || !tools.isEmpty {
      entries.append(.instructions(Transcript.Instructions(text: instructions ?? "", toolDefinitions: tools)))
    }
    // Images precede the text, as in what models were trained on.
    let images = try arguments.strings("--image").map { try Transcript.Segment(imageFile: $0) }
    let text = Transcript.Segment.text(Transcript.TextSegment(content: prompt))
    entries.append(.prompt(Transcript.Prompt(segments: images + [text])))
    request = LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: Transcript(entries: entries), enabledTools: tools,
      schema: try arguments.string("--schema").map {
        try GenerationSchema(schemaFile: $0, isRelaxed: arguments.has("--relaxed-schemas"))
      },
      generationOptions: GenerationOptions(
        maximumResponseTokens: try arguments.integer("--max-tokens", in: 0 ... .max),
        toolCallingMode: arguments.has("--require-tool") ? .required : nil),
      contextOptions: ContextOptions(), metadata: [:])
    if arguments.has("--raw") {
      request.engine.rawPrompt = instructions.map { $0 + "\n" + prompt } ?? prompt
    }
    request.engine.grammar = try arguments.string("--grammar").map { path in
      let text = try InputFile.text(path)
      // Compiled here so that errors name the file.
      do throws(GuideError) {
        _ = try Guide(.grammar(text), index: TokenIndex(.bytes))
      } catch {
        throw FileError(path, error)
      }
      return text
    }
    request.engine.prefixPath = try arguments.string("--prefix-cache").map { path throws(UsageError) in
      try Arguments.checkOutputPath(path, of: "--prefix-cache")
      return path
    }
    request.engine.warn = { Output.error("swiftlet: \($0)\n") }
  }

  private static func check(_ arguments: Arguments) throws(UsageError) {
    for (option, others) in [
      ("--grammar", ["--schema", "--tools"]), ("--raw", ["--tools", "--image"]), ("--image", ["--prefix-cache"]),
      // Answers to a schema are never cut off.
      ("--stop", ["--schema"]),
    ] where arguments.has(option) {
      for other in others where arguments.has(other) {
        throw UsageError(argument: option, reason: "cannot be combined with \(other)")
      }
    }
    if arguments.has("--require-tool"), !arguments.has("--tools") {
      throw UsageError(argument: "--require-tool", reason: "requires --tools")
    }
  }
}

extension Option {
  /// The options of a single request.
  static let request: [Option] = [
    Option("--prompt", "TEXT", "the prompt, instead of an argument", or: "-p"),
    .instructions,
    Option("--image", "FILE", "image for the model, before the text: PNG, JPEG, WebP, GIF or BMP; several times"),
    .maximumTokens,
    Option("--raw", nil, "continue the text without the chat template"),
    Option("--schema", "FILE", "constrain the answer to the JSON Schema in the file"),
    Option("--grammar", "FILE", "constrain the answer to the GBNF grammar in the file"),
    Option("--tools", "FILE", "tool definitions: a JSON array of name, description and parameters"),
    Option("--require-tool", nil, "force a tool call, with --tools"),
    Option(
      "--prefix-cache", "FILE",
      "file to cache the prefill of the instructions, else of the prompt, between runs; replaces no other file"),
  ]
}

extension Transcript.Segment {
  /// Creates a segment with the image in a file.
  init(imageFile path: String) throws {
    let data = Data(try InputFile.bytes(path))
    self = .attachment(Transcript.AttachmentSegment(content: .image(Transcript.ImageAttachment(data: data))))
  }
}

extension Transcript.Instructions {
  /// Creates instructions from a text, which may be empty, and tool definitions.
  init(text: String, toolDefinitions: [Transcript.ToolDefinition]) {
    self.init(
      segments: text.isEmpty ? [] : [.text(Transcript.TextSegment(content: text))], toolDefinitions: toolDefinitions)
  }
}

extension GenerationSchema {
  /// Loads the schema in a file.
  init(schemaFile path: String, isRelaxed: Bool) throws {
    let bytes = try InputFile.bytes(path)
    let schema: JSONSchema
    do throws(JSONError) {
      schema = try JSONSchema(parsing: bytes)
    } catch {
      throw FileError(path, "not JSON at byte \(error.offset): \(error.reason)")
    }
    // Compiled here so that errors name the file, and precede loading the model.
    var options = GuideOptions.generating
    options.isLenient = isRelaxed
    do throws(GuideError) {
      _ = try Guide(.schema(schema), options: options, index: TokenIndex(.bytes))
    } catch {
      throw FileError(path, error)
    }
    try self.init(schema, name: schema.root["title"]?.string ?? "Answer")
  }
}
