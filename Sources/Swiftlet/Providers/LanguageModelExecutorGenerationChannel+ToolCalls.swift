extension LanguageModelExecutorGenerationChannel {
  /// A change to the calls of one step.
  public struct ToolCalls: Sendable {
    /// The entry that is meant, or `nil` for the one of the event before.
    public var entryID: String?

    /// What to do to it.
    public var action: Action

    /// What can be done to the calls of one step.
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

      /// Opens a call or goes on with it.
      ///
      /// - Parameters:
      ///   - id: Tells the call from all others.
      ///   - name: The name of the tool, the same in all events of the call.
      ///   - action: What to do to the call.
      /// - Returns: The action.
      public static func toolCall(id: String, name: String, action: ToolCall.Action) -> Action {
        Action(kind: .toolCall(ToolCall(id: id, name: name, action: action)))
      }

      /// Takes a call back, so that its tool does not run.
      ///
      /// - Parameter id: The call.
      /// - Returns: The action.
      public static func removeToolCall(id: String) -> Action {
        Action(kind: .removeToolCall(id: id))
      }

      /// States what there is to tell about the calls together.
      ///
      /// Transcripts have no place for it, so it is not kept. What belongs to a single call is.
      ///
      /// - Parameter values: What there is to tell.
      /// - Returns: The action.
      public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Action {
        Action(kind: .updateMetadata(Metadata(values)))
      }

      /// States how many tokens the step has taken so far, in place of what was stated or counted before.
      ///
      /// - Parameters:
      ///   - input: The tokens read.
      ///   - output: The tokens made.
      ///   - metadata: What else there is to tell about them.
      /// - Returns: The action.
      public static func updateUsage(
        input: Usage.Input, output: Usage.Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]
      ) -> Action {
        Action(kind: .updateUsage(Usage(input: input, output: output, metadata: metadata)))
      }
    }

    /// A change to one call.
    public struct ToolCall: Sendable {
      /// Tells the call from all others.
      public var id: String

      /// The name of the tool.
      public var name: String

      /// What to do to the call.
      public var action: Action

      /// What can be done to a call.
      public struct Action: Sendable {
        package enum Kind: Sendable {
          case appendArguments(ArgumentsFragment)
          case updateMetadata(Metadata)
        }

        package let kind: Kind

        /// Adds to what the tool is given.
        ///
        /// - Parameters:
        ///   - content: The new part of the JSON text alone.
        ///   - tokenCount: How many tokens it took.
        /// - Returns: The action.
        public static func appendArguments(_ content: String, tokenCount: Int) -> Action {
          Action(kind: .appendArguments(ArgumentsFragment(content: content, tokenCount: tokenCount)))
        }

        /// States all there is to tell about the call, in place of what was stated before.
        ///
        /// - Parameter values: What there is to tell; a name that is not repeated disappears.
        /// - Returns: The action.
        public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Action {
          Action(kind: .updateMetadata(Metadata(values)))
        }
      }

      /// A part of what a tool is given.
      public struct ArgumentsFragment: Sendable {
        /// The new part of the JSON text alone.
        public var content: String
        /// How many tokens it took.
        public var tokenCount: Int
      }
    }
  }
}
