import SwiftletChatTemplates
import SwiftletInference
import SwiftletTokenizers

extension TextGenerator {
  /// Saves the KV cache of a transcript's prefix to a file; returns the number of its tokens.
  nonisolated(nonsending) func savePrefix(of transcript: Transcript, to path: String) async throws -> Int {
    let transcript = defaults.applied(to: transcript)
    let contents = try await slot.acquire()
    defer { slot.release() }
    let (engine, template) = (contents.engine, try template(contents))
    let tools = transcript.toolDefinitions.map(\.templateDefinition)
    let segments = try mappingTemplateErrors { () throws(ChatTemplateError) in
      try template.commonPrefix(of: transcript.messages, tools: tools)
    }
    let tokens = segments.isEmpty ? [] : slot.history.tokens(for: segments, tokenizer: engine.tokenizer)
    let adapter = try adapter(contents)
    return try await mappingErrors { try await engine.savePrefix(tokens, to: path, adapter: adapter) }
  }

  /// Loads a prefix cache file; returns the number of its tokens.
  nonisolated(nonsending) func loadPrefix(from path: String) async throws -> Int {
    let contents = try await slot.acquire()
    defer { slot.release() }
    let (engine, adapter) = (contents.engine, try adapter(contents))
    return try await mappingErrors { try await engine.loadPrefix(from: path, adapter: adapter).count }
  }
}
