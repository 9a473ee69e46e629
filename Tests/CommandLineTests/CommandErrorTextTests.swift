import Swiftlet
import SwiftletInference
import Testing

@testable import swiftlet_cli

/// Options that help against errors of memory, which libraries do not name.
@Suite struct CommandErrorTextTests {
  @Test func errorsOfMemoryNameOptions() {
    let memory = ModelMemory(path: "/m.gguf", packed: 5_000_000, cache: 100_000, available: 1_000_000)
    let weights = InferenceError.weightsExceedMemory(memory)
    let caller = GGUFLanguageModelError.insufficientMemory(path: "/m.gguf", reason: "\(weights)")
    for error in [weights, caller] as [any Error] {
      let text = "\(CommandErrorText(error))"
      #expect(text.hasPrefix("\(weights); use") && text.contains("--packed-cache=DIR"), "\(text)")
    }
  }

  @Test func aContextThatMemoryLimitsNamesOptions() {
    let prompt = InferenceError.promptExceedsMemory(tokens: 900, fitting: 64, contextSize: 512)
    let details = LanguageModelError.ContextSizeExceeded(
      contextSize: 64, tokenCount: 900, debugDescription: "\(prompt)",
      metadata: [LanguageModelError.ContextSizeExceeded.modelContextSizeKey: 512])
    for error in [prompt, LanguageModelError.contextSizeExceeded(details)] as [any Error] {
      let text = "\(CommandErrorText(error))"
      for part in ["\(prompt); use", "--context 64", "--kv-type q8_0", "--cache-memory"] {
        #expect(text.contains(part), "\(text)")
      }
    }
    let other = LanguageModelError.contextSizeExceeded(
      .init(contextSize: 512, tokenCount: 900, debugDescription: "too long"))
    #expect("\(CommandErrorText(other))" == "too long")
  }
}
