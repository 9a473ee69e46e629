import Foundation
import Swiftlet
import SwiftletGGUF
import SwiftletImages
import SwiftletServer

extension Conversation {
  /// Performs a command and says on standard error what it did.
  func perform(_ command: ChatCommand) async throws {
    switch command.name {
    case .help: say(ChatCommand.help)
    case .reset:
      startConversation()
      say("a new conversation")
    case .tools:
      startConversation(usingTools: !usesTools)
      let names = BuiltInTools.all.map(\.name).joined(separator: ", ")
      say("a new conversation \(usesTools ? "with the tools " + names : "without tools")")
    case .image: attach(command.argument)
    case .transcript:
      var writer = AnswerWriter()
      for entry in session.transcript { try writer.write("\(entry)\n") }
    case .system where command.argument.isEmpty: say(instructions ?? "no instructions")
    case .system:
      replaceInstructions(by: command.argument)
      say("the instructions have been replaced")
    case .undo: say(takeBackLastTurn() == nil ? "there is nothing to take back" : "the last turn has been taken back")
    case .regenerate:
      let earlier = session.transcript
      guard let prompt = takeBackLastTurn() else { return say("there is no prompt to answer anew") }
      model.seed.beginAnotherAnswer()
      try await answer(prompt, replacingIn: earlier)
    case .stats:
      // The last token of a full context has no place in it.
      let tokens = min(model.statistics.contextTokens, contextSize)
      say("\(model.statistics.summary); context: \(tokens) of \(contextSize) tokens")
    case .save, .load:
      do throws(FileError) {
        guard !command.argument.isEmpty else { throw FileError("/\(command.name.rawValue)", "expected a file") }
        if command.name == .save { try save(to: command.argument) } else { try load(from: command.argument) }
      } catch {
        say("swiftlet: chat: \(error)")
      }
    case .quit: break
    }
  }

  /// Keeps an image for the next prompt.
  private func attach(_ path: String) {
    do throws(FileError) {
      guard !path.isEmpty else { throw FileError("/image", "expected a file") }
      guard model.model.readsImages else {
        throw FileError(path, "\(model.model.name) reads no images: it has no projector, see --projector")
      }
      let bytes = try InputFile.bytes(path)
      let header: ImageHeader
      do {
        header = try ImageHeader(of: bytes)
      } catch {
        throw FileError(path, "cannot be decoded: \(error)")
      }
      images.append(Data(bytes))
      let count = images.count == 1 ? "1 image" : "\(images.count) images"
      say("\(path), \(header.width) × \(header.height): the next prompt has \(count)")
    } catch {
      say("swiftlet: chat: \(error)")
    }
  }

  private func say(_ text: String) { Output.error(text + "\n") }

  /// Writes the conversation to a file, which replaces a saved conversation and nothing else.
  private func save(to path: String) throws(FileError) {
    do {
      // Devices and pipes are written through, and must not be read.
      if case .file(_, let existing?) = try OutputTarget(path), !existing.isEmpty, (try? transcript(at: path)) == nil {
        throw FileError(path, "is there already, and is no saved conversation; it stays as it is")
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
      let data = try encoder.encode(session.transcript)
      let file = try AtomicFile(replacing: path)
      try file.append(Array(data))
      try file.commit()
    } catch let error as FileError {
      throw error
    } catch let error as OutputError {
      throw FileError(error.path, error.reason)
    } catch {
      throw FileError(path, "\(ErrorText(error))")
    }
    say("saved as \(path)")
  }

  private func load(from path: String) throws(FileError) {
    replace(by: try transcript(at: path))
    say("continues the conversation of \(path)")
  }

  private func transcript(at path: String) throws(FileError) -> Transcript {
    let bytes = try InputFile.bytes(path)
    do {
      return try JSONDecoder().decode(Transcript.self, from: Data(bytes))
    } catch {
      throw FileError(path, "is no saved conversation: \(ErrorText(error))")
    }
  }
}
