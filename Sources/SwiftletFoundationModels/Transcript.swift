#if canImport(FoundationModels, _version: 2.0.62)
  import FoundationModels
  import Swiftlet

  // Converted entry by entry and not through JSON: the system's format is not fully documented, and
  // an entry without a counterpart has to be identified.

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension Swiftlet.Transcript {
    /// Creates Swiftlet's transcript from the system's.
    init(_ transcript: FoundationModels.Transcript) throws {
      self.init(
        entries: try transcript.map { entry in
          do {
            return try Entry(entry)
          } catch let error as UnsupportedValue {
            throw FoundationModels.LanguageModelError.unsupportedTranscriptContent(
              .init(unsupportedContent: [entry], debugDescription: error.description))
          }
        })
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension Swiftlet.Transcript.Entry {
    fileprivate init(_ entry: FoundationModels.Transcript.Entry) throws {
      switch entry {
      case .instructions(let instructions):
        self = .instructions(
          Swiftlet.Transcript.Instructions(
            id: instructions.id, segments: try instructions.segments.map { try Swiftlet.Transcript.Segment($0) },
            toolDefinitions: try instructions.toolDefinitions.map { try Swiftlet.Transcript.ToolDefinition($0) }))
      case .prompt(let prompt):
        self = .prompt(try Swiftlet.Transcript.Prompt(prompt))
      case .toolCalls(let calls):
        self = .toolCalls(
          Swiftlet.Transcript.ToolCalls(id: calls.id, try calls.map { try Swiftlet.Transcript.ToolCall($0) }))
      case .toolOutput(let output):
        self = .toolOutput(
          Swiftlet.Transcript.ToolOutput(
            id: output.id, toolName: output.toolName,
            segments: try output.segments.map { try Swiftlet.Transcript.Segment($0) }))
      case .response(let response):
        var converted = Swiftlet.Transcript.Response(
          id: response.id, metadata: try response.metadata.mapValues { try Swiftlet.GeneratedContent($0) },
          segments: try response.segments.map { try Swiftlet.Transcript.Segment($0) })
        converted.assetIDs = response.assetIDs
        self = .response(converted)
      case .reasoning(let reasoning):
        self = .reasoning(
          Swiftlet.Transcript.Reasoning(
            id: reasoning.id, metadata: try reasoning.metadata.mapValues { try Swiftlet.GeneratedContent($0) },
            segments: try reasoning.segments.map { try Swiftlet.Transcript.Segment($0) },
            signature: reasoning.signature))
      @unknown default:
        throw UnsupportedValue(description: "entry \(entry.id), expected a kind of release 27")
      }
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension Swiftlet.Transcript.Prompt {
    fileprivate init(_ prompt: FoundationModels.Transcript.Prompt) throws {
      self.init(
        id: prompt.id, metadata: try prompt.metadata.mapValues { try Swiftlet.GeneratedContent($0) },
        segments: try prompt.segments.map { try Swiftlet.Transcript.Segment($0) },
        options: try Swiftlet.GenerationOptions(prompt.options),
        responseFormat: try prompt.responseFormat.map { try Swiftlet.Transcript.ResponseFormat($0) },
        contextOptions: try Swiftlet.ContextOptions(prompt.contextOptions))
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension Swiftlet.Transcript.ResponseFormat {
    fileprivate init(_ format: FoundationModels.Transcript.ResponseFormat) throws {
      switch format.kind {
      case .schema(let schema):
        self.init(schema: try Swiftlet.GenerationSchema(schema))
      @unknown default:
        throw UnsupportedValue(description: "response format \(format.name), expected a schema")
      }
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension Swiftlet.Transcript.ToolCall {
    fileprivate init(_ call: FoundationModels.Transcript.ToolCall) throws(UnsupportedValue) {
      var metadata: [String: Swiftlet.GeneratedContent] = [:]
      for (key, value) in call.metadata { metadata[key] = try Swiftlet.GeneratedContent(value) }
      self.init(
        id: call.id, metadata: metadata, toolName: call.toolName,
        arguments: try Swiftlet.GeneratedContent(call.arguments))
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension Swiftlet.Transcript.ToolDefinition {
    /// Creates Swiftlet's tool definition from the system's.
    init(_ tool: FoundationModels.Transcript.ToolDefinition) throws(FoundationModels.LanguageModelError) {
      self.init(
        name: tool.name, description: tool.description, parameters: try Swiftlet.GenerationSchema(tool.parameters))
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension Swiftlet.Transcript.Segment {
    /// Creates Swiftlet's segment from the system's.
    ///
    /// Of attachments, images that were made from a URL have a counterpart.
    fileprivate init(_ segment: FoundationModels.Transcript.Segment) throws(UnsupportedValue) {
      // Not a switch, as the system's enum has more cases than the module that replaces it in tests.
      if case .text(let text) = segment {
        self = .text(Swiftlet.Transcript.TextSegment(id: text.id, content: text.content))
      } else if case .structure(let structure) = segment {
        self = .structure(
          Swiftlet.Transcript.StructuredSegment(
            id: structure.id, schemaName: structure.schemaName,
            content: try Swiftlet.GeneratedContent(structure.content)))
      } else if case .attachment(let attachment) = segment, case .image(let image) = attachment.content,
        let url = image.url
      {
        self = .attachment(
          Swiftlet.Transcript.AttachmentSegment(
            id: attachment.id, content: .image(Swiftlet.Transcript.ImageAttachment(imageURL: url)),
            label: attachment.label))
      } else {
        throw UnsupportedValue(
          description: "segment \(segment.id), expected text, a value with a structure, or an image with a URL")
      }
    }
  }
#endif
