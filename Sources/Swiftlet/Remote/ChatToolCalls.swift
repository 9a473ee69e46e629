import Foundation
import SwiftletJSON

/// An assembler of tool calls that arrive in fragments.
///
/// The first fragment of a call has its identifier and the tool's name, the others a part of the arguments. Fragments
/// of one call share an index. Some servers send each call whole, all with index 0 or without one, and some repeat the
/// same identifiers in each answer, so the assembler relies on neither.
struct ChatToolCalls {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  let entryID = UUID().uuidString

  private let maximumCount: Int
  private var calls: [Call] = []
  private var callIndices: [Int: Int] = [:]
  private var usedIDs: Set<String>

  private struct Call {
    /// The identifier from the server, if it sent one.
    var serverID: String?
    /// The identifier in the transcript.
    var id: String
    var name: String
  }

  /// Creates an assembler without calls.
  ///
  /// - Parameters:
  ///   - transcript: The transcript of the request, whose call identifiers are not used again.
  ///   - maximumCount: The maximum number of calls.
  init(following transcript: Transcript, maximumCount: Int) {
    self.maximumCount = maximumCount
    usedIDs = Set(
      transcript.entries.flatMap { entry in
        if case .toolCalls(let calls) = entry { calls.map(\.id) } else { [String]() }
      })
  }

  /// True if there are no calls.
  var isEmpty: Bool { calls.isEmpty }

  /// Processes a fragment.
  ///
  /// - Parameters:
  ///   - piece: The JSON that the server sent.
  ///   - position: The position of the fragment in its chunk.
  /// - Returns: The events to send.
  /// - Throws: ``OpenAICompatibleLanguageModelError`` if it is malformed or exceeds the maximum number of calls.
  mutating func take(
    _ piece: JSONValue, at position: Int
  ) throws(OpenAICompatibleLanguageModelError) -> [Event] {
    guard piece.isObject else { throw ChatCompletionReader.unexpected(piece, "a tool call") }
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

  /// Returns the call that a fragment belongs to, creating it if necessary.
  private mutating func call(
    at index: Int, id: String?, name: String, _ piece: JSONValue
  ) throws(OpenAICompatibleLanguageModelError) -> Call {
    if let known = callIndices[index].map({ calls[$0] }), id == nil || id == known.serverID {
      // Some servers repeat the name in each fragment.
      guard name.isEmpty || name == known.name else {
        throw ChatCompletionReader.unexpected(piece, "a further fragment of the call of \(known.name)")
      }
      return known
    }
    guard !name.isEmpty else { throw ChatCompletionReader.unexpected(piece, "the name of a tool") }
    guard calls.count < maximumCount else { throw .limitExceeded(what: "tool calls", limit: maximumCount) }
    var unique = id ?? "call_" + UUID().uuidString
    if !usedIDs.insert(unique).inserted {
      unique += "_" + UUID().uuidString
      usedIDs.insert(unique)
    }
    let call = Call(serverID: id, id: unique, name: name)
    callIndices[index] = calls.count
    calls.append(call)
    return call
  }

  private static func arguments(
    _ function: JSONValue?
  ) throws(OpenAICompatibleLanguageModelError) -> String {
    guard let arguments = function?.member("arguments") else { return "" }
    if let text = arguments.string { return text }
    // Some servers send an object and not JSON text.
    guard arguments.isObject else { throw ChatCompletionReader.unexpected(arguments, "the arguments of a call") }
    return arguments.text
  }
}
