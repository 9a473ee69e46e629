import Foundation
import Swiftlet
import SwiftletKernels

extension Command {
  static let chat = Command(
    name: "chat", summary: "Chat with the model in the terminal.",
    discussion: """
      Each line is a prompt. /tools enables or disables a calculator, a clock and a word counter, and starts a new
      conversation. /transcript prints the conversation so far, /reset starts a new one, /help lists the commands, and
      /quit or the end of input exits. Ctrl-C stops the current answer, or exits if there is none.
      """,
    options: [
      Option("--instructions", "TEXT", "system prompt"),
      Option("--max-tokens", "N", "maximum number of tokens per answer"),
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

/// The read-eval-print loop of a chat.
private final class Conversation {
  private let model: GGUFLanguageModel
  private let instructions: String?
  private let options: GenerationOptions
  private var session: LanguageModelSession
  private var lines: LineReader
  private var usesTools = false

  init(model: GGUFLanguageModel, instructions: String?, options: GenerationOptions) throws(FileError) {
    lines = try LineReader("-")
    (self.model, self.instructions, self.options) = (model, instructions, options)
    session = LanguageModelSession(model: model, instructions: instructions)
  }

  func run() async throws {
    session.prewarm()
    Interrupts.install()
    Output.error("\(model.name), \(model.contextSize) tokens of context. /help for commands, Ctrl-D to exit.\n")
    while let line = try prompt() {
      switch line.trimmingCharacters(in: .whitespaces) {
      case "": continue
      case "/quit", "/exit": return
      case "/help": Output.error("/tools  /transcript  /reset  /help  /quit\n")
      case "/reset":
        startConversation()
        Output.error("a new conversation\n")
      case "/tools":
        usesTools.toggle()
        startConversation()
        let names = BuiltInTools.all.map(\.name).joined(separator: ", ")
        Output.error("a new conversation \(usesTools ? "with the tools " + names : "without tools")\n")
      case "/transcript": for entry in session.transcript { try Output.write("\(entry)\n") }
      case let command where command.hasPrefix("/"): Output.error("unknown command \(command); /help lists them\n")
      default: try await answer(line)
      }
    }
    if Output.inputIsTerminal { Output.error("\n") }
  }

  /// Starts a new conversation, with the built-in tools if they are enabled.
  private func startConversation() {
    session = LanguageModelSession(
      model: model, tools: usesTools ? BuiltInTools.all : [], instructions: instructions)
  }

  private func prompt() throws(FileError) -> String? {
    if Output.inputIsTerminal { Output.error("\n> ") }
    guard let line = try lines.next() else { return nil }
    return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...], as: UTF8.self)
  }

  /// Streams an answer; Ctrl-C stops it, and an error leaves the conversation unchanged.
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
        Output.error("/reset starts a new conversation\n")
      }
    }
  }
}
