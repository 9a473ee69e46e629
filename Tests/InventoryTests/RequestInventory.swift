import FoundationModels

// The three kinds of prompt times the three kinds of answer, in the spelling of release 26 and in that of release 27.

func textRequests(_ session: LanguageModelSession, _ text: String, _ prompt: Prompt) async throws {
  let options = GenerationOptions(temperature: 0.5)
  let context = ContextOptions(reasoningLevel: .light)
  try await session.respond(to: "text")
  let _: LanguageModelSession.Response<String> = try await session.respond(to: text, options: options)
  let _: LanguageModelSession.Response<String> = try await session.respond(to: prompt, options: options)
  let _: LanguageModelSession.Response<String> = try await session.respond(options: options) { "text" }
  let _: String = try await session.respond(to: text, options: options, contextOptions: context).content
  let _: String = try await session.respond(to: prompt, contextOptions: context, metadata: ["user": 7]).content
  let _: String = try await session.respond(options: options, metadata: ["user": "a"]) { "text" }.content
}

func schemaRequests(_ session: LanguageModelSession, _ text: String, _ prompt: Prompt) async throws {
  let (schema, options) = (Leg.generationSchema, GenerationOptions())
  let context = ContextOptions(includeSchemaInPrompt: false)
  let _: LanguageModelSession.Response<GeneratedContent> = try await session.respond(to: "text", schema: schema)
  let _: GeneratedContent = try await session.respond(
    to: text, schema: schema, includeSchemaInPrompt: false, options: options
  ).content
  let _: GeneratedContent = try await session.respond(
    to: prompt, schema: schema, includeSchemaInPrompt: true, options: options
  ).content
  let _: GeneratedContent = try await session.respond(
    schema: schema, includeSchemaInPrompt: true, options: options
  ) { "text" }.content
  let _: GeneratedContent = try await session.respond(
    to: text, schema: schema, options: options, contextOptions: context, metadata: [:]
  ).content
  let _: GeneratedContent = try await session.respond(
    to: prompt, schema: schema, options: options, contextOptions: context, metadata: [:]
  ).content
  let _: GeneratedContent = try await session.respond(
    schema: schema, options: options, contextOptions: context, metadata: [:]
  ) { "text" }.content
}

func valueRequests(_ session: LanguageModelSession, _ text: String, _ prompt: Prompt) async throws {
  let (options, context) = (GenerationOptions(), ContextOptions(includeSchemaInPrompt: true))
  let _: LanguageModelSession.Response<Leg> = try await session.respond(to: "text", generating: Leg.self)
  let _: Leg = try await session.respond(to: text).content
  let _: [Leg] = try await session.respond(to: prompt, generating: [Leg].self).content
  let _: Float = try await session.respond(to: "text", generating: Float.self).content
  let _: Leg = try await session.respond(
    to: text, generating: Leg.self, includeSchemaInPrompt: false, options: options
  ).content
  let _: Leg = try await session.respond(
    to: prompt, generating: Leg.self, includeSchemaInPrompt: false, options: options
  ).content
  let _: Leg = try await session.respond(
    generating: Leg.self, includeSchemaInPrompt: false, options: options
  ) { "text" }.content
  let _: Leg = try await session.respond(
    to: text, generating: Leg.self, options: options, contextOptions: context, metadata: [:]
  ).content
  let _: Leg = try await session.respond(
    to: prompt, generating: Leg.self, options: options, contextOptions: context, metadata: [:]
  ).content
  let _: Leg = try await session.respond(
    generating: Leg.self, options: options, contextOptions: context, metadata: [:]
  ) { "text" }.content
}

func textStreams(_ session: LanguageModelSession, _ text: String, _ prompt: Prompt) {
  let (options, context) = (GenerationOptions(), ContextOptions())
  let _: LanguageModelSession.ResponseStream<String> = session.streamResponse(to: "text")
  let _: [LanguageModelSession.ResponseStream<String>] = [
    session.streamResponse(to: text, options: options), session.streamResponse(to: prompt, options: options),
    session.streamResponse(options: options) { "text" },
    session.streamResponse(to: text, options: options, contextOptions: context, metadata: [:]),
    session.streamResponse(to: prompt, options: options, contextOptions: context, metadata: [:]),
    session.streamResponse(options: options, contextOptions: context, metadata: [:]) { "text" },
  ]
}

func schemaStreams(_ session: LanguageModelSession, _ text: String, _ prompt: Prompt) {
  let (schema, options, context) = (Leg.generationSchema, GenerationOptions(), ContextOptions())
  let _: LanguageModelSession.ResponseStream<GeneratedContent> = session.streamResponse(to: "text", schema: schema)
  let _: [LanguageModelSession.ResponseStream<GeneratedContent>] = [
    session.streamResponse(to: text, schema: schema, includeSchemaInPrompt: false, options: options),
    session.streamResponse(to: prompt, schema: schema, includeSchemaInPrompt: false, options: options),
    session.streamResponse(schema: schema, includeSchemaInPrompt: false, options: options) { "text" },
    session.streamResponse(to: text, schema: schema, options: options, contextOptions: context, metadata: [:]),
    session.streamResponse(to: prompt, schema: schema, options: options, contextOptions: context, metadata: [:]),
    session.streamResponse(schema: schema, options: options, contextOptions: context, metadata: [:]) { "text" },
  ]
}

func valueStreams(_ session: LanguageModelSession, _ text: String, _ prompt: Prompt) throws {
  typealias Stream = LanguageModelSession.ResponseStream<Leg>
  let (options, context) = (GenerationOptions(), ContextOptions())
  let _: Stream = session.streamResponse(to: "text", generating: Leg.self)
  let _: Stream = session.streamResponse(to: text)
  let _: [Stream] = [
    session.streamResponse(to: text, generating: Leg.self, includeSchemaInPrompt: false, options: options),
    session.streamResponse(to: prompt, generating: Leg.self, includeSchemaInPrompt: false, options: options),
    session.streamResponse(generating: Leg.self, includeSchemaInPrompt: false, options: options) { "text" },
    session.streamResponse(to: text, generating: Leg.self, options: options, contextOptions: context, metadata: [:]),
    session.streamResponse(to: prompt, generating: Leg.self, options: options, contextOptions: context, metadata: [:]),
    session.streamResponse(generating: Leg.self, options: options, contextOptions: context, metadata: [:]) { "text" },
  ]
  // What the builder throws, the call throws.
  struct Missing: Error {}
  let _: Stream = try session.streamResponse(generating: Leg.self) { () throws -> Prompt in throw Missing() }
}
