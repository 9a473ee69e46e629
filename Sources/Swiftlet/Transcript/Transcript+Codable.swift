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
// {"source": "…", "content": …}}. Missing values are omitted. The first release wrote the number 1 as version. Anything
// else in such a file is an error and not skipped, since an incomplete conversation would be mistaken for
// the whole one.

extension Transcript: Codable {
  private static let type = "FoundationModels.Transcript"
  private static let version = "1.1"

  private enum EnvelopeKeys: String, CodingKey {
    case type, version, transcript
  }

  private struct Body: Codable {
    var entries: [CodedEntry]
  }

  /// Decodes a transcript from its JSON form.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError` for any other form, and for entries of an unknown kind.
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

  /// Encodes the transcript in its JSON form.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: Any error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var envelope = encoder.container(keyedBy: EnvelopeKeys.self)
    try envelope.encode(Self.type, forKey: .type)
    try envelope.encode(Self.version, forKey: .version)
    try envelope.encode(Body(entries: entries.map(CodedEntry.init)), forKey: .transcript)
  }
}
