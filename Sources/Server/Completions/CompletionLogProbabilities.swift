import SwiftletInference
import SwiftletJSON

/// The log-probabilities of completions in OpenAI's older form, with the places of tokens in the text.
struct CompletionLogProbabilities: Sendable {
  /// The number of characters so far.
  private var offset = 0

  /// The entry of an end without a token, so that the prompt's tokens are always followed by another one.
  static let end = TokenLogProbability(token: -1, bytes: [], logProbability: nil)

  /// Returns the object `logprobs` of a text, which follows those before.
  ///
  /// - Parameters:
  ///   - entries: The tokens of the text.
  ///   - text: The text.
  /// - Returns: The object.
  mutating func json(_ entries: [TokenLogProbability], text: String) -> JSONValue {
    var rest = Array(text.utf8)[...]
    var offsets: [JSONValue] = []
    for entry in entries {
      offsets.append(.count(offset))
      // The first token may have a space that the text lacks, and those that begin a prompt are not in its text.
      let isSpaced = entry.bytes.first == UInt8(ascii: " ") && !rest.starts(with: entry.bytes)
      let bytes = isSpaced ? entry.bytes.dropFirst() : entry.bytes[...]
      guard rest.starts(with: bytes) else { continue }
      offset += Self.characterCount(rest.prefix(bytes.count))
      rest = rest.dropFirst(bytes.count)
    }
    offset += Self.characterCount(rest)
    return .members([
      ("tokens", .array(entries.map { .string(Self.text($0.bytes)) })),
      ("token_logprobs", .array(entries.map { entry in entry.logProbability.map { .number($0) } ?? .null })),
      ("top_logprobs", .array(entries.map { Self.alternatives(of: $0) })), ("text_offset", .array(offsets)),
    ])
  }

  /// The likely tokens of a position with the token itself; null where nothing is predicted.
  private static func alternatives(of entry: TokenLogProbability) -> JSONValue {
    guard let own = entry.logProbability else { return .null }
    var members: [(String, JSONValue?)] = []
    for (bytes, value) in entry.top.map({ ($0.bytes, $0.logProbability) }) + [(entry.bytes, own)] {
      let name = text(bytes)
      // Of tokens with the same text, such as parts of characters, the likeliest is kept.
      if !members.contains(where: { $0.0 == name }) { members.append((name, .number(value))) }
    }
    return .members(members)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func characterCount(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }
}

extension AnswerUsage {
  /// Creates the sum for the choices of several prompts, each of which is counted once.
  init(ofChoices choices: [AnswerUsage], choicesOfEachPrompt count: Int) {
    self.init()
    for start in stride(from: 0, to: choices.count, by: max(count, 1)) {
      let usage = AnswerUsage(ofChoices: Array(choices[start..<min(start + max(count, 1), choices.count)]))
      promptTokens += usage.promptTokens
      cachedTokens += usage.cachedTokens
      generatedTokens += usage.generatedTokens
      reasoningTokens += usage.reasoningTokens
    }
  }
}
