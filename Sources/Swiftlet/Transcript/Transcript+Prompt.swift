public import Foundation

extension Transcript {
  /// What was asked, and with which options.
  public struct Prompt: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// Tells this entry from all others.
    public var id: String

    /// The pieces of the prompt.
    public var segments: [Transcript.Segment]

    /// The options of the request.
    public var options: GenerationOptions

    /// How the request was put to the model.
    public var contextOptions: ContextOptions

    /// What the caller wanted the model's provider to know besides.
    public var metadata: [String: GeneratedContent]

    /// The form that the answer has to have, or `nil` for text.
    public var responseFormat: Transcript.ResponseFormat?

    /// Creates a prompt entry.
    ///
    /// - Parameters:
    ///   - id: Tells the entry from all others.
    ///   - metadata: What the model's provider should know besides.
    ///   - segments: The pieces of the prompt.
    ///   - options: The options of the request.
    ///   - responseFormat: The form that the answer has to have, or `nil` for text.
    ///   - contextOptions: How the request is put to the model.
    public init(
      id: String = UUID().uuidString, metadata: [String: any ConvertibleToGeneratedContent] = [:],
      segments: [Transcript.Segment], options: GenerationOptions = GenerationOptions(),
      responseFormat: Transcript.ResponseFormat? = nil, contextOptions: ContextOptions = ContextOptions()
    ) {
      self.id = id
      self.metadata = metadata.mapValues { $0.generatedContent }
      self.segments = segments
      self.options = options
      self.responseFormat = responseFormat
      self.contextOptions = contextOptions
    }

    /// Creates a prompt entry in the spelling of the first release.
    ///
    /// - Parameters:
    ///   - id: Tells the entry from all others.
    ///   - segments: The pieces of the prompt.
    ///   - options: The options of the request.
    ///   - responseFormat: The form that the answer has to have, or `nil` for text.
    public init(
      id: String = UUID().uuidString, segments: [Transcript.Segment], options: GenerationOptions = GenerationOptions(),
      responseFormat: Transcript.ResponseFormat? = nil
    ) {
      self.init(
        id: id, metadata: [:], segments: segments, options: options, responseFormat: responseFormat,
        contextOptions: ContextOptions())
    }
  }

  /// The form that an answer has to have.
  public struct ResponseFormat: Sendable, Equatable {
    /// Which form it is.
    public let kind: Transcript.ResponseFormat.Kind

    /// The forms there are.
    public enum Kind: Sendable {
      /// A value that a schema describes.
      case schema(GenerationSchema)
    }

    /// Creates the format of a type's values.
    ///
    /// - Parameter type: The type.
    public init<Content>(type: Content.Type) where Content: Generable {
      self.init(schema: type.generationSchema)
    }

    /// Creates the format that a schema describes.
    ///
    /// - Parameter schema: The schema.
    public init(schema: GenerationSchema) {
      kind = .schema(schema)
    }

    /// The schema's name.
    public var name: String {
      switch kind {
      case .schema(let schema): schema.name
      }
    }
  }
}

extension Transcript.ResponseFormat.Kind: Equatable {
  /// Tells whether two formats are the same.
  ///
  /// - Parameters:
  ///   - left: A format.
  ///   - right: Another format.
  /// - Returns: Whether their schemas are equal.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.schema(let left), .schema(let right)): left.isEqual(to: right)
    }
  }
}

// MARK: - Reading as text

extension Transcript.Prompt: CustomStringConvertible {
  /// The text of the prompt, after the word that names the kind.
  public var description: String { "Prompt: " + segments.text }
}

extension Transcript.ResponseFormat: CustomStringConvertible {
  /// The format's name, after the word that names the kind.
  public var description: String { "ResponseFormat: " + name }
}
