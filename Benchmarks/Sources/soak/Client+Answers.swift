import Swiftlet

/// Activities that end with an answer, or are cancelled by the client.
extension Client {
  mutating func control() async throws -> Outcome {
    let control = pick(controls)
    let text = try await control.answer(model)
    return text == control.text ? .answered : .wrong("found \"\(text)\", alone it is \"\(control.text)\"")
  }

  mutating func chat() async throws -> Outcome {
    let session = session()
    for turn in 1...number(1...3) {
      var last = ""
      for try await snapshot in session.streamResponse(to: pick(Texts.prompts), options: options()) {
        guard snapshot.content.utf8.starts(with: last.utf8) else { return .wrong("not an extension") }
        last = snapshot.content
        ledger.recordSnapshot(number)
      }
      // Instructions, and a prompt and a response per turn.
      let count = session.transcript.count
      guard count / 2 == turn else { return .wrong("\(count) entries after \(turn) turns") }
    }
    return .answered
  }

  mutating func cancel() async throws -> Outcome {
    let (session, prompt, options) = (session(), pick(Texts.prompts), options(20...400))
    let request = Task { try await session.respond(to: prompt, options: options).content }
    try await wait(milliseconds: 120)
    request.cancel()
    switch await request.result {
    case .success: return session.isResponding ? .wrong("still responding") : .answered
    case .failure(is CancellationError): return session.isResponding ? .wrong("still responding") : .cancelled
    case .failure(let error): return .wrong("\(error)")
    }
  }

  mutating func drop() async throws -> Outcome {
    let session = session()
    var left = number(0...20)
    for try await _ in session.streamResponse(to: pick(Texts.prompts), options: options(20...400)) {
      ledger.recordSnapshot(number)
      left -= 1
      if left < 0 { return .cancelled }
    }
    return .answered
  }

  mutating func slow() async throws -> Outcome {
    for try await _ in session().streamResponse(to: pick(Texts.prompts), options: options()) {
      ledger.recordSnapshot(number)
      try await wait(milliseconds: 60)
    }
    return .answered
  }

  mutating func guided() async throws -> Outcome {
    let (name, properties) = (pick(["A", "B", "C"]) + "\(number(0...20))", Int.random(in: 1...4, using: &random))
    let kinds = (0..<properties).map { _ in number(0...3) }
    let schema = try GenerationSchema(root: .value(name, kinds), dependencies: [])
    let content = try await session().respond(
      to: "Fill in the form.", schema: schema, options: GenerationOptions(temperature: 1.5, maximumResponseTokens: 300)
    ).content
    for (index, kind) in kinds.enumerated() {
      switch kind {
      case 0:
        guard (0...99).contains(try content.value(Int.self, forProperty: "p\(index)")) else {
          return .wrong("\(content)")
        }
      case 1: _ = try content.value(Bool.self, forProperty: "p\(index)")
      case 2: _ = try content.value([String].self, forProperty: "p\(index)")
      default: _ = try content.value(String.self, forProperty: "p\(index)")
      }
    }
    return .answered
  }

  mutating func prewarm() async throws -> Outcome {
    let session = session()
    session.prewarm(promptPrefix: randomBool(50) ? Prompt("Tell me a story about") : nil)
    if randomBool(50) { return .cancelled }
    try await wait(milliseconds: 20)
    _ = try await session.respond(to: "Tell me a story about a hen.", options: options())
    return .answered
  }

  mutating func overlap() async throws -> Outcome {
    let (session, prompt, options) = (session(), pick(Texts.prompts), options(20...60))
    let (first, second) = (
      Task { try await session.respond(to: prompt, options: options).content },
      Task { try await session.respond(to: prompt, options: options).content }
    )
    var refused = 0
    for request in [first, second] {
      do { _ = try await request.value } catch LanguageModelSession.Error.concurrentRequests { refused += 1 }
    }
    // One request may end before the other begins.
    return refused == 0 ? .answered : refused == 1 ? .refused : .wrong("both were refused")
  }
}

extension DynamicGenerationSchema {
  /// Creates an object schema with numbers, Booleans, arrays and choices.
  fileprivate static func value(_ name: String, _ kinds: [Int]) -> DynamicGenerationSchema {
    let properties = kinds.enumerated().map { index, kind in
      let schema =
        switch kind {
        case 0: DynamicGenerationSchema(type: Int.self, guides: [.range(0...99)])
        case 1: DynamicGenerationSchema(type: Bool.self)
        case 2:
          DynamicGenerationSchema(
            arrayOf: DynamicGenerationSchema(name: name + "E\(index)", anyOf: ["red", "green", "blue"]),
            minimumElements: 1, maximumElements: 3)
        default: DynamicGenerationSchema(name: name + "C\(index)", anyOf: [name, "fox", "owl", "hen"])
        }
      return DynamicGenerationSchema.Property(name: "p\(index)", schema: schema)
    }
    return DynamicGenerationSchema(name: name, properties: properties)
  }
}
