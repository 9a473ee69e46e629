public import Foundation

extension Transcript {
  /// What the model answered.
  public struct Response: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// Tells this entry from all others.
    public var id: String

    /// The names of the model files that took part in the answer, where the provider tells.
    public var assetIDs: [String]

    /// The pieces of the answer.
    public var segments: [Transcript.Segment]

    /// What the model's provider tells about the answer.
    public internal(set) var metadata: [String: GeneratedContent] = [:]

    /// Creates a response entry.
    ///
    /// - Parameters:
    ///   - id: Tells the entry from all others.
    ///   - assetIDs: The names of the model files that took part in the answer.
    ///   - segments: The pieces of the answer.
    public init(id: String = UUID().uuidString, assetIDs: [String], segments: [Transcript.Segment]) {
      self.id = id
      self.assetIDs = assetIDs
      self.segments = segments
    }

    /// Creates a response entry that names no model files.
    ///
    /// - Parameters:
    ///   - id: Tells the entry from all others.
    ///   - metadata: What the model's provider tells about the answer.
    ///   - segments: The pieces of the answer.
    public init(
      id: String = UUID().uuidString, metadata: [String: any ConvertibleToGeneratedContent] = [:],
      segments: [Transcript.Segment]
    ) {
      self.init(id: id, assetIDs: [], segments: segments)
      self.metadata = metadata.mapValues { $0.generatedContent }
    }
  }

  /// What the model thought before it answered or called tools.
  public struct Reasoning: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// Tells this entry from all others.
    public var id: String

    /// The pieces of the thought.
    public var segments: [Transcript.Segment]

    /// Bytes by which the model's provider knows its own thought again, which are to be kept as they are.
    public var signature: Data?

    /// What the model's provider tells about the thought.
    public var metadata: [String: GeneratedContent]

    /// Creates a reasoning entry.
    ///
    /// - Parameters:
    ///   - id: Tells the entry from all others.
    ///   - metadata: What the model's provider tells about the thought.
    ///   - segments: The pieces of the thought.
    ///   - signature: Bytes by which the provider knows its own thought again.
    public init(
      id: String = UUID().uuidString, metadata: [String: any ConvertibleToGeneratedContent] = [:],
      segments: [Transcript.Segment], signature: Data? = nil
    ) {
      self.id = id
      self.metadata = metadata.mapValues { $0.generatedContent }
      self.segments = segments
      self.signature = signature
    }

    /// The text of the thought, after the word that names the kind.
    public var description: String { "Reasoning: " + segments.text }
  }
}

extension Transcript.Response: CustomStringConvertible {
  /// The text of the answer, after the word that names the kind.
  public var description: String { "Response: " + segments.text }
}

extension Transcript.Response {
  /// The answer's text.
  ///
  /// Segments are what a model streamed one after another, so nothing stands between them.
  var text: String {
    segments.count == 1 ? segments[0].description : segments.map(\.description).joined()
  }
}
