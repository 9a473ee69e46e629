import Foundation
import Swiftlet
import SwiftletServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The read-eval-print loop of a chat.
final class Conversation {
  let model: RecordedModel
  private(set) var instructions: String?
  private let options: GenerationOptions
  private(set) var session: LanguageModelSession
  private(set) var usesTools = false
  /// The images for the next prompt.
  var images: [Data] = []

  init(model: RecordedModel, instructions: String?, options: GenerationOptions) {
    (self.model, self.instructions, self.options) = (model, instructions, options)
    session = LanguageModelSession(model: model, instructions: instructions)
  }

  /// Answers lines until the end of input.
  func run(_ reader: LineReader) async throws {
    var reader = reader
    session.prewarm()
    Interrupts.install()
    Output.error("\(model.model.name), \(contextSize) tokens of context. /help for commands, Ctrl-D to exit.\n")
    while true {
      if Output.inputIsTerminal { Output.error("\n") }
      switch try reader.next() {
      case .end:
        if Output.inputIsTerminal { Output.error("\n") }
        return
      case .interrupt: exit(130)
      case .line(let line):
        Interrupts.interruptNext(reader.wasInterrupted)
        switch ChatCommand.parse(line) {
        case .prompt(let text):
          guard !text.allSatisfy(\.isWhitespace) else { continue }
          model.seed.beginAnswer()
          defer { images = [] }
          try await answer(ChatPrompt(text: text, images: images))
        case .unknown(let word):
          let names = ChatCommand.Name.allCases.map { "/" + $0.rawValue }
          Output.error("unknown command \(word)\(Suggestion.text(for: word, among: names)); /help lists them\n")
        case .command(let command):
          guard command.name != .quit else { return }
          try await perform(command)
        }
      }
    }
  }

  var contextSize: Int { model.model.contextSize }

  /// The number of prompts in the conversation.
  private var turnCount: Int { session.transcript.count { if case .prompt = $0 { true } else { false } } }

  /// Starts a conversation with the current instructions and tools, which may continue an earlier one.
  func startConversation(usingTools usesTools: Bool? = nil, after history: Transcript.HistoryView = []) {
    self.usesTools = usesTools ?? self.usesTools
    session = LanguageModelSession(
      model: model, tools: self.usesTools ? BuiltInTools.all : [], instructions: instructions)
    var transcript = session.transcript
    transcript.history = history
    session.transcript = transcript
  }

  /// Replaces the instructions; the conversation goes on.
  func replaceInstructions(by text: String) {
    instructions = text
    startConversation(after: session.transcript.history)
  }

  /// Replaces the conversation by a saved one, with its instructions.
  func replace(by transcript: Transcript) {
    session = LanguageModelSession(
      model: model, tools: usesTools ? BuiltInTools.all : [], transcript: transcript)
    instructions = transcript.instructionsText
  }

  /// Removes the last prompt with all that followed, and returns it; nil if there is none.
  func takeBackLastTurn() -> ChatPrompt? {
    var transcript = session.transcript
    let position = transcript.lastIndex { if case .prompt = $0 { true } else { false } }
    guard let position, case .prompt(let prompt) = transcript[position] else { return nil }
    transcript.removeSubrange(position...)
    session.transcript = transcript
    return ChatPrompt(prompt)
  }

  /// Streams an answer; Ctrl-C stops it, and without an answer the conversation stays as it was.
  ///
  /// - Parameters:
  ///   - line: The prompt.
  ///   - earlier: The conversation that stays without an answer; nil for the current one.
  /// - Throws: ``ClosedOutput`` if standard output can no longer be written.
  func answer(_ line: ChatPrompt, replacingIn earlier: Transcript? = nil) async throws {
    let earlier = earlier ?? session.transcript
    try await reserveContext(for: line)
    guard try await !streamCondensing(line) else { return }
    await session.waitUntilIdle()
    guard session.transcript != earlier else { return }
    session.transcript = earlier
    note("the conversation stays as it was before")
  }

  /// Streams an answer, for which the oldest turns are dropped while the context is too small.
  ///
  /// - Returns: False if nothing has become part of the conversation, for an error, which is told, or for Ctrl-C.
  /// - Throws: ``ClosedOutput`` if standard output can no longer be written.
  private func streamCondensing(_ line: ChatPrompt) async throws -> Bool {
    while true {
      let last = session.transcript.last?.id
      do {
        try await stream(line)
        return session.transcript.last?.id != last
      } catch let error as ClosedOutput {
        throw error
      } catch {
        guard case LanguageModelError.contextSizeExceeded = error, turnCount > 0,
          let count = try? await tokenCount(keeping: 0, with: line), count < contextSize
        else {
          Output.error("swiftlet: chat: \(CommandErrorText(error))\n")
          return false
        }
        // The count of tokens was not exact, as where a template merges messages, or tools have filled the context.
        try await session.condense(.lastTurns(turnCount - 1))
        note("the context of \(contextSize) tokens is full: the oldest turn was dropped")
      }
    }
  }

  private func stream(_ line: ChatPrompt) async throws {
    Interrupts.beginGenerating()
    defer { Interrupts.endGenerating() }
    model.statistics.reset()
    var writer = AnswerWriter(stylesMarkdown: true)
    var shown = 0
    let answer = InterruptibleAnswer(of: session, to: line.prompt, options: options)
    for try await text in answer.snapshots {
      let new = text.utf8.dropFirst(shown)
      shown += new.count
      // Snapshots grow by whole characters.
      try writer.write(String(decoding: new, as: UTF8.self))
    }
    await answer.finish()
    try writer.endLine()
    if !Interrupts.wasInterrupted, let text = model.statistics.endNote(contextSize: contextSize) { note(text) }
  }

  /// Drops the oldest turns if a prompt would leave too little of the context for its answer.
  ///
  /// That is less than a quarter of the context, or than the limit of answers. Turns are dropped until the conversation
  /// takes three quarters of the rest, as each drop requires another prefill. Instructions stay.
  private func reserveContext(for line: ChatPrompt) async throws {
    let limit = contextSize - min(options.maximumResponseTokens ?? .max, contextSize / 4)
    let turns = turnCount
    var kept = turns
    var goal = limit
    do {
      while kept > 0 {
        guard try await tokenCount(keeping: kept, with: line) > goal else { break }
        goal = limit * 3 / 4
        kept -= 1
      }
      guard kept < turns else { return }
      // A prompt that does not fit by itself is refused, and must not cost the conversation.
      if kept == 0, try await tokenCount(keeping: 0, with: line) >= contextSize { return }
      try await session.condense(.lastTurns(kept))
    } catch {
      // The request fails with the same error, and reports it.
      return
    }
    let dropped = turns - kept
    note(
      "the context of \(contextSize) tokens is nearly full: the oldest "
        + (dropped == 1 ? "turn was dropped" : "\(dropped) turns were dropped"))
  }

  /// The number of tokens of a prompt behind the instructions and the last turns.
  private func tokenCount(keeping turns: Int, with line: ChatPrompt) async throws -> Int {
    let prompt = Transcript.Entry.prompt(Transcript.Prompt(segments: line.segments))
    return try await model.model.tokenCount(
      of: Transcript(entries: session.transcript.keepingLastTurns(turns) + [prompt]))
  }

  private func note(_ text: String) { Output.error("swiftlet: \(text)\n") }
}

/// A prompt of a chat: a line, and the images before it.
struct ChatPrompt {
  var text: String
  /// The contents of the files.
  var images: [Data] = []

  init(text: String, images: [Data] = []) { (self.text, self.images) = (text, images) }

  /// Creates the prompt of an entry; images that cannot be read any more are left out.
  init(_ entry: Transcript.Prompt) {
    text = entry.segments.text
    images = entry.segments.compactMap { segment in
      guard case .attachment(let attachment) = segment, case .image(let image) = attachment.content else { return nil }
      return try? image.data()
    }
  }

  /// The prompt for a session.
  var prompt: Prompt {
    Prompt {
      for image in images { Attachment(imageData: image) }
      text
    }
  }

  /// The segments of its entry.
  var segments: [Transcript.Segment] {
    images.map { image in
      .attachment(Transcript.AttachmentSegment(content: .image(Transcript.ImageAttachment(data: image))))
    } + [.text(Transcript.TextSegment(content: text))]
  }
}

extension [Transcript.Segment] {
  /// The text of all text segments.
  fileprivate var text: String {
    compactMap { if case .text(let segment) = $0 { segment.content } else { nil } }.joined(separator: "\n")
  }
}

extension Transcript {
  /// The text of the leading instructions; nil if there are none.
  fileprivate var instructionsText: String? {
    guard case .instructions(let instructions)? = first else { return nil }
    let text = instructions.segments.text
    return text.isEmpty ? nil : text
  }
}
