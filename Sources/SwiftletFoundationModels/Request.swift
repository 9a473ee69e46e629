#if canImport(FoundationModels, _version: 2.0.62)
  import FoundationModels
  import Swiftlet

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension Swiftlet.LanguageModelExecutorGenerationRequest {
    /// Creates Swiftlet's request from the system's.
    init(_ request: FoundationModels.LanguageModelExecutorGenerationRequest) throws {
      // Converted first: the prompt in the transcript has the same options, and its error would be a different one.
      let generationOptions = try Swiftlet.GenerationOptions(request.generationOptions)
      let contextOptions = try Swiftlet.ContextOptions(request.contextOptions)
      self.init(
        id: request.id,
        transcript: try Swiftlet.Transcript(request.transcript),
        enabledTools: try request.enabledToolDefinitions.map { try Swiftlet.Transcript.ToolDefinition($0) },
        schema: try request.schema.map { try Swiftlet.GenerationSchema($0) },
        generationOptions: generationOptions,
        contextOptions: contextOptions,
        metadata: try request.metadata.mapValues { try Swiftlet.GeneratedContent($0) })
    }
  }
#endif
