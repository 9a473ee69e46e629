import Foundation
import SwiftletJSON

/// The line of a request in the access log, which has no contents and no keys.
package struct AccessRecord: Sendable, Equatable {
  /// The time of the request, in seconds since 1970.
  package var time: Int
  /// The address of the client.
  package var remote: String?
  /// The method.
  package var method: String
  /// The path, without its query, which might have contents.
  package var path: String
  /// The status of the response.
  package var status = 0
  /// The bytes of the response's body.
  package var byteCount = 0
  /// The name of the model.
  package var model: String?
  /// The tokens of the prompt; `nil` if the request has none.
  package var promptTokens: Int?
  /// The tokens of the prompt from the prefix cache.
  package var cachedTokens = 0
  /// The generated tokens of all choices.
  package var outputTokens = 0
  /// The time until the first piece of the answer.
  package var firstTokenTime: Duration?
  /// The seconds of generating, of the choice that took longest.
  package var generationSeconds = 0.0
  /// The seconds of generating of all choices.
  package var choiceSeconds = 0.0
  /// The tokens of prompts that were read, by all choices; those from the prefix cache were not.
  package var readTokens = 0
  /// The seconds of reading them.
  package var promptSeconds = 0.0
  /// The largest number of tokens of a prompt and its answer.
  package var longestContext = 0
  /// The time of the whole request.
  package var totalTime: Duration?
  /// The reason of the answer's end.
  package var finish: String?
  /// True if the client went away.
  package var isCancelled = false

  /// Creates the record of a request that has just arrived.
  package init(time: Int, remote: String?, method: String, path: String) {
    (self.time, self.remote, self.method, self.path) = (time, remote, method, path)
  }
}

extension AccessRecord {
  /// Returns the line; `nil` if there is no log.
  ///
  /// - Parameters:
  ///   - id: The identifier of the request.
  ///   - format: The form of the log.
  /// - Returns: The line without its end.
  package func line(id: String, format: ServerConfiguration.LogFormat) -> String? {
    switch format {
    case .off: nil
    case .json: JSONWriter.text(.members(members(id)))
    case .text:
      members(id).compactMap { name, value in
        value.map { value in
          let text = value.string.map { Self.word($0) } ?? JSONWriter.text(value)
          return ["time", "remote", "method", "path", "status"].contains(name) ? text : "\(name)=\(text)"
        }
      }.joined(separator: " ")
    }
  }

  private func members(_ id: String) -> [(String, JSONValue?)] {
    let date = Date(timeIntervalSince1970: Double(time)).formatted(.iso8601)
    let rate = generationSeconds > 0 ? (Double(outputTokens) / generationSeconds * 10).rounded() / 10 : nil
    func milliseconds(_ time: Duration?) -> JSONValue? {
      time.map { .number(($0.inSeconds * 10_000).rounded() / 10) }
    }
    let hasTokens = promptTokens != nil
    return [
      ("time", .string(date)), ("remote", .string(remote ?? "-")), ("method", .string(method)),
      ("path", .string(path)), ("status", .count(status)), ("bytes", .count(byteCount)), ("id", .string(id)),
      ("model", model.map { .string($0) }), ("prompt", promptTokens.map { .count($0) }),
      ("cached", hasTokens ? .count(cachedTokens) : nil), ("output", hasTokens ? .count(outputTokens) : nil),
      ("first_token_ms", milliseconds(firstTokenTime)), ("tokens_per_second", rate.map { .number($0) }),
      ("ms", milliseconds(totalTime)), ("finish", finish.map { .string($0) }),
      ("cancelled", isCancelled ? true : nil),
    ]
  }

  /// The text of a client in one word, so that no client can write lines of its own.
  private static func word(_ text: String) -> String {
    var word = ""
    for scalar in text.unicodeScalars.prefix(200) {
      let isPlain = scalar.isASCII && (0x21...0x7E).contains(scalar.value) && scalar != "\"" && scalar != "\\"
      word += isPlain ? String(scalar) : "%" + String(scalar.value, radix: 16, uppercase: true)
    }
    return word.isEmpty ? "-" : word
  }
}
