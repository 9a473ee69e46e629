public import Foundation

extension Transcript {
  /// The tools that the model called in one step, in the order of its calls.
  public struct ToolCalls: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// Tells this entry from all others.
    public var id: String

    var calls: [Transcript.ToolCall]

    /// Creates an entry for some calls.
    ///
    /// - Parameters:
    ///   - id: Tells the entry from all others.
    ///   - calls: The calls, in order.
    public init<S>(id: String = UUID().uuidString, _ calls: S) where S: Sequence, S.Element == Transcript.ToolCall {
      self.id = id
      self.calls = Array(calls)
    }
  }

  /// The call of a tool.
  public struct ToolCall: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// Tells this call from all others; the tool's output has the same identifier.
    public var id: String

    /// The name of the tool.
    public var toolName: String

    /// What the tool is given.
    public var arguments: GeneratedContent

    /// What the model's provider tells about the call.
    public var metadata: [String: GeneratedContent]

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - id: Tells the call from all others.
    ///   - toolName: The name of the tool.
    ///   - arguments: What the tool is given.
    public init(id: String, toolName: String, arguments: GeneratedContent) {
      self.init(id: id, metadata: [:], toolName: toolName, arguments: arguments)
    }

    /// Creates a call about which the model's provider has something to tell.
    ///
    /// - Parameters:
    ///   - id: Tells the call from all others.
    ///   - metadata: What the model's provider tells about the call.
    ///   - toolName: The name of the tool.
    ///   - arguments: What the tool is given.
    public init(
      id: String, metadata: [String: any ConvertibleToGeneratedContent], toolName: String, arguments: GeneratedContent
    ) {
      self.id = id
      self.metadata = metadata.mapValues { $0.generatedContent }
      self.toolName = toolName
      self.arguments = arguments
    }
  }

  /// What a tool answered.
  public struct ToolOutput: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// The identifier of the call that this answers.
    public var id: String

    /// The name of the tool.
    public var toolName: String

    /// The pieces of the answer.
    public var segments: [Transcript.Segment]

    /// Creates an output entry.
    ///
    /// - Parameters:
    ///   - id: The identifier of the call that this answers.
    ///   - toolName: The name of the tool.
    ///   - segments: The pieces of the answer.
    public init(id: String, toolName: String, segments: [Transcript.Segment]) {
      self.id = id
      self.toolName = toolName
      self.segments = segments
    }
  }
}

extension Transcript.ToolCalls: RandomAccessCollection {
  /// A call.
  public typealias Element = Transcript.ToolCall

  /// A position among the calls, counted from 0.
  public typealias Index = Int

  /// The position of the first call.
  public var startIndex: Int { calls.startIndex }

  /// The position after the last call.
  public var endIndex: Int { calls.endIndex }

  /// The call at a position.
  ///
  /// - Parameter position: A position among the calls.
  public subscript(position: Int) -> Transcript.ToolCall { calls[position] }
}

// MARK: - Reading as text

extension Transcript.ToolCalls: CustomStringConvertible {
  /// The calls, after the word that names the kind.
  public var description: String { "ToolCalls: " + calls.map(\.description).joined(separator: ", ") }
}

extension Transcript.ToolCall: CustomStringConvertible {
  /// The tool's name and what it is given.
  public var description: String { "\(toolName)(\(arguments.jsonString))" }
}

extension Transcript.ToolOutput: CustomStringConvertible {
  /// The text of the output, after the words that name the kind and the tool.
  public var description: String { "ToolOutput: \(toolName): " + segments.text }
}
