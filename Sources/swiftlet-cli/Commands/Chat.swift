import Foundation
import Swiftlet
import SwiftletKernels

extension Command {
  static let chat = Command(
    name: "chat", summary: "A conversation in the terminal.",
    discussion: """
      A line is a prompt. /tools lets the model use a calculator, a clock and a word count, or takes them away. /transcript
      shows the conversation so far, /reset begins a new one, /help lists these, and
      /quit or the end of input leaves. Ctrl-C stops an answer, or leaves if there is none.
      """,
    options: [
      Option("--instructions", "TEXT", "what the model is told before the conversation"),
      Option("--max-tokens", "N", "the most tokens of an answer"),
    ] + Option.generation
  ) { arguments in
    try arguments.requireAtMost(0)
    let options = GenerationOptions(
      maximumResponseTokens: try arguments.integer("--max-tokens", in: 0 ... .max))
    let modelOptions = try ModelOptions(arguments)
    let model = try await modelOptions.load()
    try await Conversation(model: model, instructions: arguments.string("--instructions"), options: options).run()
    try modelOptions.writeTrace()
  }
}

/// The loop of a conversation: reads a line, streams the answer.
private final class Conversation {
  private let model: GGUFLanguageModel
  private let instructions: String?
  private let options: GenerationOptions
  private var session: LanguageModelSession
  private var hasTools = false

  init(model: GGUFLanguageModel, instructions: String?, options: GenerationOptions) {
    (self.model, self.instructions, self.options) = (model, instructions, options)
    session = LanguageModelSession(model: model, instructions: instructions)
  }

  func run() async throws {
    session.prewarm()
    Interrupts.install()
    Output.error("\(model.name), \(model.contextSize) tokens of context. /help for commands, Ctrl-D to leave.\n")
    while let line = prompt() {
      switch line.trimmingCharacters(in: .whitespaces) {
      case "": continue
      case "/quit", "/exit": return
      case "/help": Output.error("/tools  /transcript  /reset  /help  /quit\n")
      case "/reset":
        begin()
        Output.error("a new conversation\n")
      case "/tools":
        hasTools.toggle()
        begin()
        let names = BuiltInTools.all.map(\.name).joined(separator: ", ")
        Output.error("a new conversation \(hasTools ? "with the tools " + names : "without tools")\n")
      case "/transcript": for entry in session.transcript { try Output.write("\(entry)\n") }
      case let command where command.hasPrefix("/"): Output.error("unknown command \(command); /help lists them\n")
      default: try await answer(line)
      }
    }
    if Output.inputIsTerminal { Output.error("\n") }
  }

  /// Begins a conversation, with the tools that are wanted.
  private func begin() {
    session = LanguageModelSession(
      model: model, tools: hasTools ? BuiltInTools.all : [], instructions: instructions)
  }

  private func prompt() -> String? {
    if Output.inputIsTerminal { Output.error("\n> ") }
    return readLine()
  }

  /// Streams an answer; Ctrl-C ends it, and an error leaves the conversation as it was.
  private func answer(_ line: String) async throws {
    Interrupts.beginGenerating()
    defer { Interrupts.endGenerating() }
    var shown = 0
    do {
      for try await snapshot in session.streamResponse(to: line, options: options) {
        let new = snapshot.content.utf8.dropFirst(shown)
        try Output.write(Array(new))
        shown += new.count
        if Interrupts.wasInterrupted { break }
      }
      try Output.write("\n")
    } catch let error as ClosedOutput {
      throw error
    } catch {
      Output.error("swiftlet: chat: \(ErrorText(error))\n")
      if case LanguageModelError.contextSizeExceeded = error {
        Output.error("/reset begins a new conversation\n")
      }
    }
  }
}
