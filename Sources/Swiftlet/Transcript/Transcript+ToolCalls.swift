public import Foundation

extension Transcript {
  /// The tools that the model called in one step, in the order of its calls.
  public struct ToolCalls: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// The identifier of the entry.
    public var id: String

    var calls: [Transcript.ToolCall]

    /// Creates a tool calls entry.
    ///
    /// - Parameters:
    ///   - id: The identifier of the entry.
    ///   - calls: The calls, in order.
    public init<S>(id: String = UUID().uuidString, _ calls: S) where S: Sequence, S.Element == Transcript.ToolCall {
      self.id = id
      self.calls = Array(calls)
    }
  }

  /// A tool call.
  public struct ToolCall: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// The identifier of the call; the tool's output has the same identifier.
    public var id: String

    /// The name of the tool.
    public var toolName: String

    /// The arguments of the call.
    public var arguments: GeneratedContent

    /// Metadata of the call from the model's provider.
    public var metadata: [String: GeneratedContent]

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - id: The identifier of the call.
    ///   - toolName: The name of the tool.
    ///   - arguments: The arguments of the call.
    public init(id: String, toolName: String, arguments: GeneratedContent) {
      self.init(id: id, metadata: [:], toolName: toolName, arguments: arguments)
    }

    /// Creates a call with metadata from the model's provider.
    ///
    /// - Parameters:
    ///   - id: The identifier of the call.
    ///   - metadata: Metadata of the call from the model's provider.
    ///   - toolName: The name of the tool.
    ///   - arguments: The arguments of the call.
    public init(
      id: String, metadata: [String: any ConvertibleToGeneratedContent], toolName: String, arguments: GeneratedContent
    ) {
      self.id = id
      self.metadata = metadata.mapValues { $0.generatedContent }
      self.toolName = toolName
      self.arguments = arguments
    }
  }

  /// The output of a tool.
  public struct ToolOutput: Sendable, Identifiable, Equatable {
    /// The type of the identifier.
    public typealias ID = String

    /// The identifier of the call.
    public var id: String

    /// The name of the tool.
    public var toolName: String

    /// The segments of the answer.
    public var segments: [Transcript.Segment]

    /// Creates an output entry.
    ///
    /// - Parameters:
    ///   - id: The identifier of the call.
    ///   - toolName: The name of the tool.
    ///   - segments: The segments of the answer.
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

  /// The index of a call, starting at 0.
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

// MARK: - Description

extension Transcript.ToolCalls: CustomStringConvertible {
  /// The calls, after the name of the kind.
  public var description: String { "ToolCalls: " + calls.map(\.description).joined(separator: ", ") }
}

extension Transcript.ToolCall: CustomStringConvertible {
  /// The tool's name and its arguments.
  public var description: String { "\(toolName)(\(arguments.jsonString))" }
}

extension Transcript.ToolOutput: CustomStringConvertible {
  /// The text of the output, after the names of the kind and the tool.
  public var description: String { "ToolOutput: \(toolName): " + segments.text }
}
