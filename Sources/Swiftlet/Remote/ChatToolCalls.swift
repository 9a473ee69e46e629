import Foundation
import SwiftletJSON

/// Puts the calls of tools together, which arrive in pieces.
///
/// The first piece of a call has its identifier and the tool's name, the others a part of the arguments. Pieces of one
/// call have one index. Some servers send each call whole, all with index 0 or without one, and some have the same
/// identifiers again in each answer, so neither is taken for granted.
struct ChatToolCalls {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  let entryID = UUID().uuidString

  private let maximumCount: Int
  private var calls: [Call] = []
  private var open: [Int: Int] = [:]
  private var taken: Set<String>

  private struct Call {
    /// The identifier that the server gave, if it did.
    var serversID: String?
    /// The identifier in the transcript.
    var id: String
    var name: String
  }

  /// Creates an assembly without calls.
  ///
  /// - Parameters:
  ///   - transcript: What has been said before, whose calls have their identifiers for themselves.
  ///   - maximumCount: The greatest number of calls.
  init(following transcript: Transcript, maximumCount: Int) {
    self.maximumCount = maximumCount
    taken = Set(
      transcript.entries.flatMap { entry in
        if case .toolCalls(let calls) = entry { calls.map(\.id) } else { [String]() }
      })
  }

  /// Whether there are none.
  var isEmpty: Bool { calls.isEmpty }

  /// Takes in a piece.
  ///
  /// - Parameters:
  ///   - piece: What the server sent.
  ///   - position: The position of the piece among those that it came with.
  /// - Returns: What to send on.
  /// - Throws: ``OpenAICompatibleLanguageModelError`` if it is no piece of a call, or of one too many.
  mutating func take(
    _ piece: JSONValue, at position: Int
  ) throws(OpenAICompatibleLanguageModelError) -> [Event] {
    guard piece.isObject else { throw ChatAnswer.unexpected(piece, "the call of a tool") }
    let index = piece.member("index")?.integer ?? position
    let id = piece.member("id")?.string.flatMap { $0.isEmpty ? nil : $0 }
    let function = piece.member("function")
    let name = function?.member("name")?.string ?? ""
    let call = try call(at: index, id: id, name: name, piece)
    let arguments = try Self.arguments(function)
    return [
      .toolCalls(
        entryID: entryID,
        action: .toolCall(
          id: call.id, name: call.name,
          action: .appendArguments(arguments, tokenCount: arguments.isEmpty ? 0 : 1)))
    ]
  }

  /// The call that a piece belongs to.
  private mutating func call(
    at index: Int, id: String?, name: String, _ piece: JSONValue
  ) throws(OpenAICompatibleLanguageModelError) -> Call {
    if let known = open[index].map({ calls[$0] }), id == nil || id == known.serversID {
      // Some servers repeat the name in each piece.
      guard name.isEmpty || name == known.name else {
        throw ChatAnswer.unexpected(piece, "a further piece of the call of \(known.name)")
      }
      return known
    }
    guard !name.isEmpty else { throw ChatAnswer.unexpected(piece, "the name of a tool") }
    guard calls.count < maximumCount else { throw .limitExceeded(what: "calls of tools", limit: maximumCount) }
    var unique = id ?? "call_" + UUID().uuidString
    if !taken.insert(unique).inserted {
      unique += "_" + UUID().uuidString
      taken.insert(unique)
    }
    let call = Call(serversID: id, id: unique, name: name)
    open[index] = calls.count
    calls.append(call)
    return call
  }

  private static func arguments(
    _ function: JSONValue?
  ) throws(OpenAICompatibleLanguageModelError) -> String {
    guard let arguments = function?.member("arguments") else { return "" }
    if let text = arguments.string { return text }
    // Some servers send them as what they are and not as a text.
    guard arguments.isObject else { throw ChatAnswer.unexpected(arguments, "the arguments of a call") }
    return arguments.text
  }
}
