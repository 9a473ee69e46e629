public import Foundation

extension Transcript {
  /// A prompt entry with the options of its request.
  public struct Prompt: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// The identifier of the entry.
    public var id: String

    /// The segments of the prompt.
    public var segments: [Transcript.Segment]

    /// The options of the request.
    public var options: GenerationOptions

    /// The options for the model's context.
    public var contextOptions: ContextOptions

    /// Additional values from the caller for the model's provider.
    public var metadata: [String: GeneratedContent]

    /// The response format; `nil` for text.
    public var responseFormat: Transcript.ResponseFormat?

    /// Creates a prompt entry.
    ///
    /// - Parameters:
    ///   - id: The identifier of the entry.
    ///   - metadata: Additional values for the model's provider.
    ///   - segments: The segments of the prompt.
    ///   - options: The options of the request.
    ///   - responseFormat: The response format; `nil` for text.
    ///   - contextOptions: Options for the model's context, such as the reasoning level.
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

    /// Creates a prompt entry, for compatibility with the first release.
    ///
    /// - Parameters:
    ///   - id: The identifier of the entry.
    ///   - segments: The segments of the prompt.
    ///   - options: The options of the request.
    ///   - responseFormat: The response format; `nil` for text.
    public init(
      id: String = UUID().uuidString, segments: [Transcript.Segment], options: GenerationOptions = GenerationOptions(),
      responseFormat: Transcript.ResponseFormat? = nil
    ) {
      self.init(
        id: id, metadata: [:], segments: segments, options: options, responseFormat: responseFormat,
        contextOptions: ContextOptions())
    }
  }

  /// The required format of a response.
  public struct ResponseFormat: Sendable, Equatable {
    /// The kind of the format.
    public let kind: Transcript.ResponseFormat.Kind

    /// The kinds of response formats.
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
    public var name: String { schema.name }

    /// The schema of the response.
    var schema: GenerationSchema {
      switch kind {
      case .schema(let schema): schema
      }
    }
  }
}

extension Transcript.ResponseFormat.Kind: Equatable {
  /// Returns whether two formats are equal.
  ///
  /// - Parameters:
  ///   - left: A format.
  ///   - right: Another format.
  /// - Returns: True if their schemas are equal.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.schema(let left), .schema(let right)): left.isEqual(to: right)
    }
  }
}

// MARK: - Description

extension Transcript.Prompt: CustomStringConvertible {
  /// The text of the prompt, after the name of the kind.
  public var description: String { "Prompt: " + segments.text }
}

extension Transcript.ResponseFormat: CustomStringConvertible {
  /// The format's name, after the name of the kind.
  public var description: String { "ResponseFormat: " + name }
}
