extension LanguageModelExecutorGenerationChannel {
  /// An event that changes the tool calls of one step.
  public struct ToolCalls: Sendable {
    /// The identifier of the entry; `nil` for the entry of the preceding event.
    public var entryID: String?

    /// The change to apply to the entry.
    public var action: Action

    /// A change to the tool calls of one step.
    ///
    /// The session runs the tools when the executor has returned.
    public struct Action: Sendable {
      package enum Kind: Sendable {
        case toolCall(ToolCall)
        case removeToolCall(id: String)
        case updateMetadata(Metadata)
        case updateUsage(Usage)
      }

      package let kind: Kind

      /// Starts or continues a tool call.
      ///
      /// - Parameters:
      ///   - id: The identifier of the call.
      ///   - name: The name of the tool, the same in all events of the call.
      ///   - action: The change to apply to the call.
      /// - Returns: The action.
      public static func toolCall(id: String, name: String, action: ToolCall.Action) -> Action {
        Action(kind: .toolCall(ToolCall(id: id, name: name, action: action)))
      }

      /// Removes a call, so that its tool does not run.
      ///
      /// - Parameter id: The call.
      /// - Returns: The action.
      public static func removeToolCall(id: String) -> Action {
        Action(kind: .removeToolCall(id: id))
      }

      /// Sets metadata for all calls of the entry.
      ///
      /// Transcripts store metadata of single calls only, so this is dropped.
      ///
      /// - Parameter values: The metadata.
      /// - Returns: The action.
      public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Action {
        Action(kind: .updateMetadata(Metadata(values)))
      }

      /// Sets the token usage of the step so far, replacing earlier values.
      ///
      /// - Parameters:
      ///   - input: The prompt tokens.
      ///   - output: The generated tokens.
      ///   - metadata: Additional usage values from the model's provider.
      /// - Returns: The action.
      public static func updateUsage(
        input: Usage.Input, output: Usage.Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]
      ) -> Action {
        Action(kind: .updateUsage(Usage(input: input, output: output, metadata: metadata)))
      }
    }

    /// A change to a single tool call.
    public struct ToolCall: Sendable {
      /// The identifier of the call.
      public var id: String

      /// The name of the tool.
      public var name: String

      /// The change to apply to the call.
      public var action: Action

      /// A change to a tool call.
      public struct Action: Sendable {
        package enum Kind: Sendable {
          case appendArguments(ArgumentsFragment)
          case updateMetadata(Metadata)
        }

        package let kind: Kind

        /// Appends to the arguments of the call.
        ///
        /// - Parameters:
        ///   - content: The JSON text to append.
        ///   - tokenCount: The number of tokens of that part.
        /// - Returns: The action.
        public static func appendArguments(_ content: String, tokenCount: Int) -> Action {
          Action(kind: .appendArguments(ArgumentsFragment(content: content, tokenCount: tokenCount)))
        }

        /// Replaces the metadata of the call.
        ///
        /// - Parameter values: The metadata; names that are absent are removed.
        /// - Returns: The action.
        public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Action {
          Action(kind: .updateMetadata(Metadata(values)))
        }
      }

      /// A fragment of a call's arguments.
      public struct ArgumentsFragment: Sendable {
        /// The JSON text to append.
        public var content: String
        /// The number of tokens of that part.
        public var tokenCount: Int
      }
    }
  }
}
