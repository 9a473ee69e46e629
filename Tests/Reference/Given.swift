// Declarations that the examples in doc comments refer to. Only type-checked, never run.
import Swiftlet

let session = LanguageModelSession()
let letter = "Dear Ada, …"

var model: GGUFLanguageModel { given() }
var large: GGUFLanguageModel { given() }
var executor: GGUFLanguageModel.Executor { given() }
var request: LanguageModelExecutorGenerationRequest { given() }
var transcript: Transcript {
  get { given() }
  set { print(newValue) }
}

func show(_ text: String) {}
func startAnew() {}
func forecast(for city: String) async throws -> String { "It rains in \(city)." }

extension SessionPropertyValues {
  @SessionPropertyEntry var city = "Rome"
  @SessionPropertyEntry var isPlanning = false
}

struct MyClassifier: SystemLanguageModel.Guardrails.Classifier {
  func verdict(
    on text: String, from origin: SystemLanguageModel.Guardrails.Origin
  ) async throws -> SystemLanguageModel.Guardrails.Verdict { .harmless }
}

@Generable struct Query {
  var text: String
}

struct Weather: Tool {
  let description = "Tells the weather."
  func call(arguments: Query) async throws -> String { "It rains." }
}

struct Museums: Tool {
  let description = "Lists museums."
  func call(arguments: Query) async throws -> [String] { [] }
}

struct Search: Tool {
  let description = "Finds pages."
  func call(arguments: Query) async throws -> [String] { [] }
}

private func given<Value>() -> Value { preconditionFailure("only for type-checking") }
