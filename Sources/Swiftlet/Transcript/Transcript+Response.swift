public import Foundation

extension Transcript {
  /// The response of the model.
  public struct Response: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// The identifier of the entry.
    public var id: String

    /// The names of the model files used for the response, if the provider reports them.
    public var assetIDs: [String]

    /// The segments of the answer.
    public var segments: [Transcript.Segment]

    /// Metadata of the answer from the model's provider.
    public internal(set) var metadata: [String: GeneratedContent] = [:]

    /// Creates a response entry.
    ///
    /// - Parameters:
    ///   - id: The identifier of the entry.
    ///   - assetIDs: The names of the model files used for the response.
    ///   - segments: The segments of the answer.
    public init(id: String = UUID().uuidString, assetIDs: [String], segments: [Transcript.Segment]) {
      self.id = id
      self.assetIDs = assetIDs
      self.segments = segments
    }

    /// Creates a response entry that names no model files.
    ///
    /// - Parameters:
    ///   - id: The identifier of the entry.
    ///   - metadata: Metadata of the answer from the model's provider.
    ///   - segments: The segments of the answer.
    public init(
      id: String = UUID().uuidString, metadata: [String: any ConvertibleToGeneratedContent] = [:],
      segments: [Transcript.Segment]
    ) {
      self.init(id: id, assetIDs: [], segments: segments)
      self.metadata = metadata.mapValues { $0.generatedContent }
    }
  }

  /// The reasoning of the model before a response or tool calls.
  public struct Reasoning: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// The identifier of the entry.
    public var id: String

    /// The segments of the reasoning.
    public var segments: [Transcript.Segment]

    /// A signature by which the model's provider recognizes its own reasoning; stored unchanged.
    public var signature: Data?

    /// Metadata of the reasoning from the model's provider.
    public var metadata: [String: GeneratedContent]

    /// Creates a reasoning entry.
    ///
    /// - Parameters:
    ///   - id: The identifier of the entry.
    ///   - metadata: Metadata of the reasoning from the model's provider.
    ///   - segments: The segments of the reasoning.
    ///   - signature: The signature by which the provider recognizes its own reasoning.
    public init(
      id: String = UUID().uuidString, metadata: [String: any ConvertibleToGeneratedContent] = [:],
      segments: [Transcript.Segment], signature: Data? = nil
    ) {
      self.id = id
      self.metadata = metadata.mapValues { $0.generatedContent }
      self.segments = segments
      self.signature = signature
    }

    /// The text of the reasoning after the name of the entry's kind.
    public var description: String { "Reasoning: " + segments.text }
  }
}

extension Transcript.Response: CustomStringConvertible {
  /// The text of the answer, after the name of the kind.
  public var description: String { "Response: " + segments.text }
}

extension Transcript.Response {
  /// The answer's text.
  ///
  /// Segments are consecutive parts of a stream, so they are joined without a separator.
  var text: String {
    if segments.count == 1, case .text(let segment) = segments[0] { return segment.content }
    return segments.map { if case .attachment = $0 { "" } else { $0.description } }.joined()
  }
}
