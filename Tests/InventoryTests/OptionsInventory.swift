import FoundationModels

func generationOptions() {
  variable(\GenerationOptions.samplingMode, GenerationOptions.SamplingMode?.self)
  variable(\GenerationOptions.temperature, Double?.self)
  variable(\GenerationOptions.maximumResponseTokens, Int?.self)
  variable(\GenerationOptions.toolCallingMode, GenerationOptions.ToolCallingMode?.self)
  let _: [GenerationOptions] = [
    GenerationOptions(), GenerationOptions(temperature: 0.5), GenerationOptions(maximumResponseTokens: 9),
    GenerationOptions(samplingMode: .greedy), GenerationOptions(samplingMode: nil, toolCallingMode: nil),
    GenerationOptions(samplingMode: .greedy, temperature: 1, maximumResponseTokens: 9),
    GenerationOptions(
      samplingMode: .random(top: 40), temperature: 1, maximumResponseTokens: 9, toolCallingMode: .required),
  ]
}

@available(*, deprecated)
func generationOptionsOfRelease26() {
  variable(\GenerationOptions.sampling, GenerationOptions.SamplingMode?.self)
  let _: [GenerationOptions] = [
    GenerationOptions(sampling: .greedy), GenerationOptions(sampling: .random(top: 40, seed: 7), temperature: 1),
    GenerationOptions(
      sampling: .random(probabilityThreshold: 0.9, seed: nil), temperature: 1, maximumResponseTokens: 9),
  ]
}

func modes(_ kind: GenerationOptions.SamplingMode.Kind, _ calling: GenerationOptions.ToolCallingMode.Kind) -> String {
  let _: [GenerationOptions.SamplingMode] = [
    .greedy, .random(top: 40), .random(top: 40, seed: 7), .random(probabilityThreshold: 0.9),
    .random(probabilityThreshold: 0.9, seed: 7),
  ]
  let _: [GenerationOptions.ToolCallingMode] = [.allowed, .required, .disallowed]
  property(\GenerationOptions.SamplingMode.kind, GenerationOptions.SamplingMode.Kind.self)
  variable(\GenerationOptions.ToolCallingMode.kind, GenerationOptions.ToolCallingMode.Kind.self)
  switch kind {
  case .greedy: return "greedy"
  case .randomTopK(let count, let seed): return "\(count) \(seed ?? 0)"
  case .randomProbabilityThreshold(let threshold, seed: let seed): return "\(threshold) \(seed ?? 0)"
  @unknown default: break
  }
  switch calling {
  case .allowed: return "allowed"
  case .required: return "required"
  case .disallowed: return "disallowed"
  @unknown default: return "unknown"
  }
}

func contextOptions() {
  variable(\ContextOptions.includeSchemaInPrompt, Bool?.self)
  variable(\ContextOptions.reasoningLevel, ContextOptions.ReasoningLevel?.self)
  let levels: [ContextOptions.ReasoningLevel] = [.light, .moderate, .deep, .custom("long")]
  let _ = [
    ContextOptions(), ContextOptions(includeSchemaInPrompt: true),
    ContextOptions(includeSchemaInPrompt: nil, reasoningLevel: levels[0]),
  ]
}
