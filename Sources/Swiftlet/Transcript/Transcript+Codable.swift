// The JSON form of a transcript is an envelope around its entries:
//
//     {"type": "FoundationModels.Transcript", "version": "1.1", "transcript": {"entries": [
//       {"role": "instructions", "id": "…", "contents": […], "tools": […]},
//       {"role": "user",         "id": "…", "contents": […], "options": {…}, "contextOptions": {…}, "metadata": {…},
//                                "responseFormat": {…}},
//       {"role": "response",     "id": "…", "toolCalls": [{"id": "…", "name": "…", "arguments": "{…}"}]},
//       {"role": "tool",         "id": "…", "toolCallID": "…", "toolName": "…", "contents": […]},
//       {"role": "reasoning",    "id": "…", "contents": […], "signature": "…"},
//       {"role": "response",     "id": "…", "contents": […], "assets": […]}]}}
//
// with contents of the forms {"type": "text", "id": "…", "text": "…"} and {"type": "structure", "id": "…", "structure":
// {"source": "…", "content": …}}. What is not set is left out. The first release wrote the number 1 as version. Anything
// else that may stand in such a file is an error rather than left out, since a conversation with gaps would be taken for
// the whole.

extension Transcript: Codable {
  private static let type = "FoundationModels.Transcript"
  private static let version = "1.1"

  private enum EnvelopeKeys: String, CodingKey {
    case type, version, transcript
  }

  private struct Body: Codable {
    var entries: [CodedEntry]
  }

  /// Reads a transcript from its JSON form.
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: `DecodingError` for any other form, and for entries of a kind that is not known.
  public init(from decoder: any Decoder) throws {
    let envelope = try decoder.container(keyedBy: EnvelopeKeys.self)
    let type = try envelope.decode(String.self, forKey: .type)
    guard type == Self.type else {
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: envelope, debugDescription: "found \"\(type)\", expected \"\(Self.type)\"")
    }
    let number = try? envelope.decode(Int.self, forKey: .version)
    let version = try number.map(String.init) ?? envelope.decode(String.self, forKey: .version)
    guard version == Self.version || version == "1" else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: envelope, debugDescription: "found version \(version), expected 1 or \(Self.version)")
    }
    entries = try envelope.decode(Body.self, forKey: .transcript).entries.map(\.entry)
  }

  /// Writes the transcript in its JSON form.
  ///
  /// - Parameter encoder: Where to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var envelope = encoder.container(keyedBy: EnvelopeKeys.self)
    try envelope.encode(Self.type, forKey: .type)
    try envelope.encode(Self.version, forKey: .version)
    try envelope.encode(Body(entries: entries.map(CodedEntry.init)), forKey: .transcript)
  }
}
