import Swiftlet

extension Conversation {
  func twoTurns(_ model: some LanguageModel) async -> [String] {
    let session = LanguageModelSession(model: model, instructions: "You are a friend.")
    let first = await respond(session, to: "My cat is called Minka.")
    return first + (await respond(session, to: "What is my cat called?"))
  }

  func stream(_ model: some LanguageModel) async throws -> [String] {
    let session = LanguageModelSession(model: model)
    var (last, count, grows) = ("", 0, true)
    let stream = session.streamResponse(to: Self.wish, options: Self.greedy)
    for try await snapshot in stream {
      if !snapshot.content.hasPrefix(last) { grows = false }
      (last, count) = (snapshot.content, count + 1)
    }
    let whole = try await stream.collect()
    let again = try await LanguageModelSession(model: model).respond(to: Self.wish, options: Self.greedy)
    return [
      "grows: \(grows)", "many: \(count > 10)", "ends as it was: \(last == whole.content)",
      "as without a stream: \(last == again.content)", counts(whole.usage),
    ] + lines(of: session)
  }

  func prewarmed(_ model: some LanguageModel) async -> [String] {
    let session = LanguageModelSession(model: model, instructions: "You tell short stories for children.")
    session.prewarm(promptPrefix: Prompt("Tell me"))
    return await respond(session, to: Self.wish)
  }

  func sampling(_ model: some LanguageModel) async -> [String] {
    var lines: [String] = []
    for options in [
      GenerationOptions(samplingMode: .random(top: 20, seed: 7), temperature: 1.5, maximumResponseTokens: 30),
      GenerationOptions(samplingMode: .random(probabilityThreshold: 0.9, seed: 11), maximumResponseTokens: 20),
    ] {
      lines += await respond(LanguageModelSession(model: model), to: Self.wish, options: options)
    }
    return lines
  }

  func resumed(_ model: some LanguageModel) async throws -> [String] {
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(name: "Kind", anyOf: ["cat", "dog"]), dependencies: [])
    let transcript = Transcript(entries: [
      .instructions(
        Transcript.Instructions(
          segments: [.text(Transcript.TextSegment(content: "You are a friend."))],
          toolDefinitions: [Transcript.ToolDefinition(tool: Weather())])),
      .prompt(
        Transcript.Prompt(
          metadata: ["source": "test", "scores": [0.5, 2]],
          segments: [.text(Transcript.TextSegment(content: "What is the weather in Oslo?"))],
          options: GenerationOptions(
            samplingMode: .random(probabilityThreshold: 0.5, seed: 3), toolCallingMode: .required),
          responseFormat: Transcript.ResponseFormat(schema: schema),
          contextOptions: ContextOptions(includeSchemaInPrompt: false, reasoningLevel: .custom("off")))),
      .reasoning(
        Transcript.Reasoning(
          metadata: ["effort": 1], segments: [.text(Transcript.TextSegment(content: "I have to look."))],
          signature: .init([1, 2, 255]))),
      .toolCalls(
        Transcript.ToolCalls([
          Transcript.ToolCall(
            id: "1", metadata: ["round": 1], toolName: "getWeather",
            arguments: try GeneratedContent(json: #"{"city": "Oslo", "at": 12345678901234567890, "a": [null, true]}"#))
        ])),
      .toolOutput(
        Transcript.ToolOutput(
          id: "1", toolName: "getWeather",
          segments: [
            .structure(
              Transcript.StructuredSegment(
                schemaName: "Weather", content: try GeneratedContent(json: #"{"wind": 3.25, "air": "mild"}"#)))
          ])),
      .response(
        Transcript.Response(assetIDs: ["asset"], segments: [.text(Transcript.TextSegment(content: "It is mild."))])),
      .response(
        Transcript.Response(
          metadata: ["why": "because"], segments: [.text(Transcript.TextSegment(content: "Take a coat."))])),
    ])
    return await respond(
      LanguageModelSession(model: model, tools: [Weather()], transcript: transcript), to: "Thank you!",
      options: GenerationOptions(samplingMode: .greedy, toolCallingMode: .disallowed))
  }

  func cancelled(_ model: some LanguageModel) async -> [String] {
    let session = LanguageModelSession(model: model)
    let request = Task {
      for try await _ in session.streamResponse(to: Self.wish, options: Self.greedy) {
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    switch await request.result {
    case .success: return ["no error"]
    case .failure(let error): return [words(for: error)] + lines(of: session)
    }
  }

  func reasoningLevel(_ model: some LanguageModel) async -> [String] {
    await respond(
      LanguageModelSession(model: model), to: "Hello!", contextOptions: ContextOptions(reasoningLevel: .moderate))
  }
}
