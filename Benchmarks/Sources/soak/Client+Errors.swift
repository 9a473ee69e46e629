import Swiftlet

/// Activities that must end with a specific error.
extension Client {
  mutating func impossible() async throws -> Outcome {
    do {
      let number = DynamicGenerationSchema(type: Int.self, guides: [.minimum(5), .maximum(3)])
      let root = DynamicGenerationSchema(name: "Nothing", properties: [.init(name: "number", schema: number)])
      let schema = try GenerationSchema(root: root, dependencies: [])
      let content = try await session().respond(to: "Count.", schema: schema).content
      return .wrong("found \(content)")
    } catch LanguageModelError.unsupportedGenerationGuide {
      return .refused
    } catch is GenerationSchema.SchemaError {
      return .refused
    }
  }

  mutating func short() async throws -> Outcome {
    let colour = DynamicGenerationSchema(name: "Colour", anyOf: ["vermilion and ultramarine", "ultramarine alone"])
    let schema = try GenerationSchema(root: colour, dependencies: [])
    do {
      let options = GenerationOptions(maximumResponseTokens: number(1...3))
      let content = try await session().respond(to: "Which colour?", schema: schema, options: options).content
      return .wrong("found \(content)")
    } catch is CancellationError {
      return .wrong("unexpected cancellation")
    } catch {
      return .refused
    }
  }

  mutating func overflow() async throws -> Outcome {
    let prompt = String(repeating: "word ", count: 2 * model.contextSize)
    do {
      return .wrong("found \(try await session().respond(to: prompt).content)")
    } catch LanguageModelError.contextSizeExceeded(let details) {
      let isRight = details.contextSize == model.contextSize && details.tokenCount > details.contextSize
      return isRight ? .refused : .wrong("\(details)")
    }
  }

  mutating func guardrail() async throws -> Outcome {
    let guarded = SystemLanguageModel(guardrails: .default.limitingInput(to: 100))
    do {
      let session = LanguageModelSession(model: guarded)
      return .wrong("found \(try await session.respond(to: String(repeating: "a", count: 101)).content)")
    } catch LanguageModelError.guardrailViolation {
      return .refused
    }
  }

  mutating func tool() async throws -> Outcome {
    let oracle = try Oracle(callsLeft: number(0...2), milliseconds: number(0...30))
    let session = LanguageModelSession(model: model, tools: [oracle], instructions: "You ask the oracle.")
    let options = GenerationOptions(temperature: 1, toolCallingMode: .required)
    let request = Task { try await session.respond(to: "What now?", options: options).content }
    let isCancelled = randomBool(30)
    if isCancelled {
      try await wait(milliseconds: 200)
      request.cancel()
    }
    switch await request.result {
    case .success(let text): return .wrong("found \"\(text)\"")
    case .failure(let error as LanguageModelSession.ToolCallError):
      return error.underlyingError is Oracle.Silence || isCancelled ? .refused : .wrong("\(error.underlyingError)")
    case .failure(LanguageModelError.contextSizeExceeded): return .refused
    case .failure(is CancellationError): return isCancelled ? .cancelled : .wrong("unexpected cancellation")
    case .failure(let error): return .wrong("\(error)")
    }
  }
}

/// A tool that succeeds for some calls and then throws.
private final class Oracle: Tool {
  struct Silence: Error {}

  let name = "oracle"
  let description = "Answers a question."
  let parameters: GenerationSchema
  private let calls: Calls
  private let milliseconds: Int

  private actor Calls {
    private var left: Int
    init(_ left: Int) { self.left = left }

    func next() throws {
      guard left > 0 else { throw Silence() }
      left -= 1
    }
  }

  init(callsLeft: Int, milliseconds: Int) throws {
    (calls, self.milliseconds) = (Calls(callsLeft), milliseconds)
    let question = DynamicGenerationSchema(name: "Question", anyOf: ["who", "when", "why"])
    parameters = try GenerationSchema(
      root: DynamicGenerationSchema(name: "Survey", properties: [.init(name: "question", schema: question)]),
      dependencies: [])
  }

  func call(arguments: GeneratedContent) async throws -> String {
    try await Task.sleep(for: .milliseconds(milliseconds))
    try await calls.next()
    return "It depends."
  }
}
