#if canImport(FoundationModels, _version: 2.0.62)
  import FoundationModels
  import Swiftlet

  // Entry by entry, and not by way of the JSON of transcripts: that of the system is not described to the last key, and
  // an entry that cannot be read has to be told apart from the others.

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension Swiftlet.Transcript {
    /// Creates the transcript that one of the system's is.
    init(_ transcript: FoundationModels.Transcript) throws {
      self.init(
        entries: try transcript.map { entry in
          do {
            return try Entry(entry)
          } catch let error as UntranslatableValue {
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
        var translated = Swiftlet.Transcript.Response(
          id: response.id, metadata: try response.metadata.mapValues { try Swiftlet.GeneratedContent($0) },
          segments: try response.segments.map { try Swiftlet.Transcript.Segment($0) })
        translated.assetIDs = response.assetIDs
        self = .response(translated)
      case .reasoning(let reasoning):
        self = .reasoning(
          Swiftlet.Transcript.Reasoning(
            id: reasoning.id, metadata: try reasoning.metadata.mapValues { try Swiftlet.GeneratedContent($0) },
            segments: try reasoning.segments.map { try Swiftlet.Transcript.Segment($0) },
            signature: reasoning.signature))
      @unknown default:
        throw UntranslatableValue(description: "entry \(entry.id), expected a kind of release 27")
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
        throw UntranslatableValue(description: "response format \(format.name), expected a schema")
      }
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension Swiftlet.Transcript.ToolCall {
    fileprivate init(_ call: FoundationModels.Transcript.ToolCall) throws(UntranslatableValue) {
      var metadata: [String: Swiftlet.GeneratedContent] = [:]
      for (key, value) in call.metadata { metadata[key] = try Swiftlet.GeneratedContent(value) }
      self.init(
        id: call.id, metadata: metadata, toolName: call.toolName,
        arguments: try Swiftlet.GeneratedContent(call.arguments))
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension Swiftlet.Transcript.ToolDefinition {
    /// Creates the definition that one of the system's is.
    init(_ tool: FoundationModels.Transcript.ToolDefinition) throws(FoundationModels.LanguageModelError) {
      self.init(
        name: tool.name, description: tool.description, parameters: try Swiftlet.GenerationSchema(tool.parameters))
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension Swiftlet.Transcript.Segment {
    /// Creates the segment that one of the system's is.
    ///
    /// Those that hold attachments have no counterpart.
    fileprivate init(_ segment: FoundationModels.Transcript.Segment) throws(UntranslatableValue) {
      // No switch, as the list of cases is longer there than it is where another module stands in for the system's.
      if case .text(let text) = segment {
        self = .text(Swiftlet.Transcript.TextSegment(id: text.id, content: text.content))
      } else if case .structure(let structure) = segment {
        self = .structure(
          Swiftlet.Transcript.StructuredSegment(
            id: structure.id, schemaName: structure.schemaName,
            content: try Swiftlet.GeneratedContent(structure.content)))
      } else {
        throw UntranslatableValue(description: "segment \(segment.id), expected text or a value with a structure")
      }
    }
  }
#endif
