import Foundation
import Swiftlet
import Synchronization
import TestSupport

// What the server of these tests can say.

extension ScriptedConnection {
  /// Begins a stream.
  func beginStream(type: String = "text/event-stream; charset=utf-8") throws {
    try send("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n")
  }

  /// Sends a part of a stream in pieces of a given size.
  func sendPart(_ text: String, pieces: Int = .max) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let piece = bytes.prefix(pieces)
      bytes = bytes.dropFirst(piece.count)
      // The pieces may cut characters, so they go out one by one between the lines that frame them.
      try send("\(String(piece.count, radix: 16))\r\n")
      try send(bytes: piece)
      try send("\r\n")
    }
  }

  func endStream() throws { try send("0\r\n\r\n") }

  /// Answers with a stream of chunks of a completion.
  func stream(_ chunks: [String], pieces: Int = .max) throws {
    try beginStream()
    try sendPart((chunks + ["[DONE]"]).map { "data: \($0)\n\n" }.joined(), pieces: pieces)
    try endStream()
  }
}

/// Chunks of a stream, as JSON.
enum Chunk {
  static func delta(_ delta: String, finish: String = "null") -> String {
    #"{"id":"c1","model":"m","choices":[{"index":0,"delta":\#(delta),"finish_reason":\#(finish)}],"usage":null}"#
  }

  static func text(_ text: String) -> String { delta(#"{"content":\#(text.json)}"#) }

  static func thought(_ text: String) -> String { delta(#"{"content":null,"reasoning_content":\#(text.json)}"#) }

  static func finish(_ reason: String = "stop") -> String { delta("{}", finish: "\"\(reason)\"") }

  /// A piece of a call of a tool.
  static func call(_ index: Int, id: String? = nil, name: String? = nil, _ arguments: String = "") -> String {
    let id = id.map { #""id":"\#($0)","type":"function","# } ?? ""
    let name = name.map { #""name":"\#($0)","# } ?? ""
    return delta(#"{"tool_calls":[{\#(id)"index":\#(index),"function":{\#(name)"arguments":\#(arguments.json)}}]}"#)
  }

  static func usage(_ prompt: Int, _ completion: Int, cached: Int = 0, reasoning: Int = 0) -> String {
    #"{"id":"c1","model":"m","choices":[],"usage":{"prompt_tokens":\#(prompt),"completion_tokens":\#(completion),"#
      + #""prompt_tokens_details":{"cached_tokens":\#(cached)},"#
      + #""completion_tokens_details":{"reasoning_tokens":\#(reasoning)}}}"#
  }
}

extension String {
  /// The text as JSON writes it.
  fileprivate var json: String { GeneratedContent(self).jsonString }

  /// JSON in the layout that requests are sent in.
  var normalised: String { (try? GeneratedContent(json: self).jsonString) ?? self }
}

extension ScriptedServer {
  /// A server that gives one answer after the other, and the last one again and again.
  static func answers(_ answers: Script...) throws -> ScriptedServer {
    let count = Counter()
    return try ScriptedServer { request, connection in
      try answers[min(count.next(), answers.count - 1)](request, connection)
    }
  }

  /// A server that streams the same chunks for each request.
  static func streaming(_ chunks: String..., pieces: Int = .max) throws -> ScriptedServer {
    try ScriptedServer { try $1.stream(chunks, pieces: pieces) }
  }

  /// A model on this server that does not wait long between attempts.
  func model(_ change: (inout OpenAICompatibleLanguageModel.Options) -> Void = { _ in })
    -> OpenAICompatibleLanguageModel
  {
    var options = OpenAICompatibleLanguageModel.Options()
    options.retries.initialDelay = .milliseconds(1)
    options.retries.maximumDelay = .milliseconds(5)
    // On a busy machine other tests hold all threads for minutes.
    options.retries.maximumTime = .seconds(1800)
    options.idleTimeout = .seconds(1800)
    change(&options)
    return OpenAICompatibleLanguageModel(baseURL: url, model: "m", apiKey: "sk-very-secret", options: options)
  }

  /// The bodies of all requests.
  var bodies: [GeneratedContent] { requests.compactMap { try? GeneratedContent(json: $0.body) } }
}

/// Counts from 0.
final class Counter: Sendable {
  private let counted = Mutex(0)

  /// The current count.
  var count: Int { counted.withLock { $0 } }

  func next() -> Int {
    counted.withLock { count in
      defer { count += 1 }
      return count
    }
  }
}
