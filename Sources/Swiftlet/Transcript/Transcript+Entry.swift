public import Foundation

extension Transcript {
  /// One thing that was said.
  public enum Entry: Sendable, Identifiable, Equatable {
    /// How the model should behave; always the first entry if there is one.
    case instructions(Transcript.Instructions)
    /// What was asked.
    case prompt(Transcript.Prompt)
    /// What the model answered.
    case response(Transcript.Response)

    /// The identifier of the instructions, prompt or response.
    public var id: String {
      switch self {
      case .instructions(let instructions): instructions.id
      case .prompt(let prompt): prompt.id
      case .response(let response): response.id
      }
    }
  }

  /// How the model should behave.
  public struct Instructions: Sendable, Identifiable, Equatable {
    /// Tells this entry from all others.
    public var id: String

    /// The pieces of the instructions.
    public var segments: [Transcript.Segment]

    // Internal until tools arrive: the public initialiser also takes the tools' definitions.
    init(id: String = UUID().uuidString, segments: [Transcript.Segment]) {
      self.id = id
      self.segments = segments
    }
  }

  /// What was asked, and with which options.
  public struct Prompt: Sendable, Identifiable, Equatable {
    /// Tells this entry from all others.
    public var id: String

    /// The pieces of the prompt.
    public var segments: [Transcript.Segment]

    /// The options of the request.
    public var options: GenerationOptions

    /// Creates a prompt entry.
    ///
    /// - Parameters:
    ///   - id: Tells the entry from all others.
    ///   - segments: The pieces of the prompt.
    ///   - options: The options of the request.
    public init(
      id: String = UUID().uuidString, segments: [Transcript.Segment], options: GenerationOptions = GenerationOptions()
    ) {
      self.id = id
      self.segments = segments
      self.options = options
    }
  }

  /// What the model answered.
  public struct Response: Sendable, Identifiable, Equatable {
    /// Tells this entry from all others.
    public var id: String

    /// The names of the model files that took part in the answer, where the provider tells.
    public var assetIDs: [String]

    /// The pieces of the answer.
    public var segments: [Transcript.Segment]

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
    ///   - segments: The pieces of the answer.
    public init(id: String = UUID().uuidString, segments: [Transcript.Segment]) {
      self.init(id: id, assetIDs: [], segments: segments)
    }
  }
}

// MARK: - Reading as text

extension Transcript.Entry: CustomStringConvertible {
  /// The kind of the entry and its text.
  public var description: String {
    switch self {
    case .instructions(let instructions): instructions.description
    case .prompt(let prompt): prompt.description
    case .response(let response): response.description
    }
  }
}

extension Transcript.Instructions: CustomStringConvertible {
  /// The text of the instructions, after the word that names the kind.
  public var description: String { "Instructions: " + segments.text }
}

extension Transcript.Prompt: CustomStringConvertible {
  /// The text of the prompt, after the word that names the kind.
  public var description: String { "Prompt: " + segments.text }
}

extension Transcript.Response: CustomStringConvertible {
  /// The text of the answer, after the word that names the kind.
  public var description: String { "Response: " + segments.text }
}
