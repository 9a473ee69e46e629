#if canImport(FoundationModels, _version: 2.0.62)
  import FoundationModels
  import Swiftlet

  @available(macOS 27, iOS 27, visionOS 27, *)
  private typealias SystemChannel = FoundationModels.LanguageModelExecutorGenerationChannel
  private typealias Channel = Swiftlet.LanguageModelExecutorGenerationChannel

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension FoundationModels.LanguageModelExecutorGenerationChannel.Event {
    /// Creates the system's event from Swiftlet's, for the entry with the same identifier.
    init(_ event: Swiftlet.LanguageModelExecutorGenerationChannel.Event) {
      switch event.kind {
      case .response(let response):
        self = .response(entryID: response.entryID, action: SystemChannel.Response.Action(response.action))
      case .reasoning(let reasoning):
        self = .reasoning(entryID: reasoning.entryID, action: SystemChannel.Reasoning.Action(reasoning.action))
      case .toolCalls(let calls):
        self = .toolCalls(entryID: calls.entryID, action: SystemChannel.ToolCalls.Action(calls.action))
      }
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension FoundationModels.LanguageModelExecutorGenerationChannel.Response.Action {
    fileprivate init(_ action: Channel.Response.Action) {
      switch action.kind {
      case .appendText(let text):
        self = .appendText(text.content, segmentID: text.segmentID, tokenCount: text.tokenCount)
      case .replaceTextSegment(let text):
        self = .replaceTextSegment(text.content, segmentID: text.segmentID, tokenCount: text.tokenCount)
      // Models of files answer with text alone.
      case .addAttachmentSegment: self = .appendText("", tokenCount: 0)
      case .removeAttachmentSegment(let id): self = .removeAttachmentSegment(id: id)
      case .updateMetadata(let metadata):
        self = .updateMetadata(metadata.values.mapValues { FoundationModels.GeneratedContent($0) })
      case .updateUsage(let usage):
        let usage = SystemChannel.Usage(usage)
        self = .updateUsage(input: usage.input, output: usage.output, metadata: usage.metadata)
      }
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension FoundationModels.LanguageModelExecutorGenerationChannel.Reasoning.Action {
    fileprivate init(_ action: Channel.Reasoning.Action) {
      switch action.kind {
      case .appendText(let text):
        self = .appendText(text.content, segmentID: text.segmentID, tokenCount: text.tokenCount)
      case .replaceTextSegment(let text):
        self = .replaceTextSegment(text.content, segmentID: text.segmentID, tokenCount: text.tokenCount)
      case .updateSignature(let bytes):
        self = .updateSignature(bytes.signature, tokenCount: bytes.tokenCount)
      case .updateMetadata(let metadata):
        self = .updateMetadata(metadata.values.mapValues { FoundationModels.GeneratedContent($0) })
      case .updateUsage(let usage):
        let usage = SystemChannel.Usage(usage)
        self = .updateUsage(input: usage.input, output: usage.output, metadata: usage.metadata)
      }
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension FoundationModels.LanguageModelExecutorGenerationChannel.ToolCalls.Action {
    fileprivate init(_ action: Channel.ToolCalls.Action) {
      switch action.kind {
      case .toolCall(let call):
        self = .toolCall(id: call.id, name: call.name, action: SystemChannel.ToolCalls.ToolCall.Action(call.action))
      case .removeToolCall(let id):
        self = .removeToolCall(id: id)
      case .updateMetadata(let metadata):
        self = .updateMetadata(metadata.values.mapValues { FoundationModels.GeneratedContent($0) })
      case .updateUsage(let usage):
        let usage = SystemChannel.Usage(usage)
        self = .updateUsage(input: usage.input, output: usage.output, metadata: usage.metadata)
      }
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension FoundationModels.LanguageModelExecutorGenerationChannel.ToolCalls.ToolCall.Action {
    fileprivate init(_ action: Channel.ToolCalls.ToolCall.Action) {
      switch action.kind {
      case .appendArguments(let fragment):
        self = .appendArguments(fragment.content, tokenCount: fragment.tokenCount)
      case .updateMetadata(let metadata):
        self = .updateMetadata(metadata.values.mapValues { FoundationModels.GeneratedContent($0) })
      }
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension FoundationModels.LanguageModelExecutorGenerationChannel.Usage {
    fileprivate init(_ usage: Channel.Usage) {
      self.init(
        input: Input(
          totalTokenCount: usage.input.totalTokenCount, cachedTokenCount: usage.input.cachedTokenCount),
        output: Output(
          totalTokenCount: usage.output.totalTokenCount, reasoningTokenCount: usage.output.reasoningTokenCount),
        metadata: usage.metadata.mapValues { FoundationModels.GeneratedContent($0) })
    }
  }
#endif
