import Foundation
import Swiftlet
import SwiftletGuides
import SwiftletJSON
import SwiftletTokenizers

/// A request of the command line: a prompt with all that is said about its answer.
struct RequestOptions {
  private(set) var request: LanguageModelExecutorGenerationRequest

  init(_ arguments: Arguments, prompt: String) throws {
    try Self.check(arguments)
    let instructions = arguments.string("--instructions")
    let tools = try arguments.string("--tools").map { try ToolFile(path: $0).definitions } ?? []
    var entries: [Transcript.Entry] = []
    if instructions != nil || !tools.isEmpty {
      entries.append(.instructions(Transcript.Instructions(text: instructions ?? "", toolDefinitions: tools)))
    }
    entries.append(.prompt(Transcript.Prompt(segments: [.text(Transcript.TextSegment(content: prompt))])))
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
      request.engine.continuedText = [instructions, prompt].compactMap(\.self).joined(separator: "\n")
    }
    request.engine.grammar = try arguments.string("--grammar").map { path in
      let text = try InputFile.text(path)
      // What is wrong with it is said with the file's name.
      do throws(GuideError) {
        _ = try Guide(.grammar(text), index: TokenIndex(.bytes))
      } catch {
        throw FileError(path, error)
      }
      return text
    }
    request.engine.stopTexts = arguments.strings("--stop").map { $0.replacing("\\n", with: "\n") }
    request.engine.prefixPath = arguments.string("--prefix-cache")
    request.engine.warn = { Output.error("swiftlet: \($0)\n") }
  }

  private static func check(_ arguments: Arguments) throws(UsageError) {
    for (option, others) in [
      ("--grammar", ["--schema", "--tools"]), ("--raw", ["--tools"]),
    ] where arguments.has(option) {
      for other in others where arguments.has(other) {
        throw UsageError(what: option, why: "cannot go together with \(other)")
      }
    }
    if arguments.has("--require-tool"), !arguments.has("--tools") {
      throw UsageError(what: "--require-tool", why: "needs --tools")
    }
  }
}

extension Option {
  /// The options of a request.
  static let request: [Option] = [
    Option("--instructions", "TEXT", "what the model is told before the prompt"),
    Option("--max-tokens", "N", "the most tokens to generate; default: until the model ends or the context is full"),
    Option("--stop", "TEXT", "end the answer before this text (\\n is a line end); may be given several times"),
    Option("--raw", nil, "no chat template: continue the text"),
    Option("--schema", "FILE", "answer with JSON that satisfies the JSON Schema in the file"),
    Option("--grammar", "FILE", "answer with what the GBNF grammar in the file derives"),
    Option("--tools", "FILE", "what the model may call: a JSON array of name, description and parameters"),
    Option("--require-tool", nil, "with --tools: the model has to call one"),
    Option(
      "--prefix-cache", "FILE", "keeps what the model makes of the instructions, else of the prompt, for the next time"),
  ]
}

extension Transcript.Instructions {
  /// Instructions of a text, which may be empty, with tools.
  init(text: String, toolDefinitions: [Transcript.ToolDefinition]) {
    self.init(
      segments: text.isEmpty ? [] : [.text(Transcript.TextSegment(content: text))], toolDefinitions: toolDefinitions)
  }
}

extension GenerationSchema {
  /// The schema in a file.
  init(schemaFile path: String, isRelaxed: Bool) throws {
    let bytes = try InputFile.bytes(path)
    let schema: JSONSchema
    do throws(JSONError) {
      schema = try JSONSchema(parsing: bytes)
    } catch {
      throw FileError(path, "not JSON at byte \(error.offset): \(error.reason)")
    }
    // What is wrong with it is said with the file's name, before a model is loaded.
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
