import Swiftlet
import SwiftletChatTemplates
import SwiftletInference
import SwiftletKernels
import SwiftletTokenizers

/// A file with what the model makes of the beginning of prompts, from one run of the program to the next.
///
/// Nothing depends on it: a file that cannot be used is replaced, and one that cannot be written is reported.
struct PrefixCache {
  private let path: String
  private let prefix: [TokenID]
  private let engine: InferenceEngine
  /// Whether the file has the prefix.
  private var isComplete = false

  /// Has the engine take what there is.
  init(_ path: String, prefix: [TokenID], _ engine: InferenceEngine) async {
    (self.path, self.prefix, self.engine) = (path, prefix, engine)
    do {
      let known = try await engine.loadPrefix(from: path)
      let whole = prefix.count / KeyValuePool.positionsPerPage * KeyValuePool.positionsPerPage
      isComplete = known.starts(with: prefix.prefix(whole))
    } catch InferenceError.prefix(_, .cannotOpen) {
      // The first time.
    } catch {
      Output.error("swiftlet: prefix cache \(error); read anew\n")
    }
  }

  /// Writes the file, unless it is as it should be, or the prefix is too short to be worth it.
  func save() async {
    guard !isComplete, prefix.count >= KeyValuePool.positionsPerPage else { return }
    do {
      try await engine.savePrefix(prefix, to: path)
    } catch {
      Output.error("swiftlet: prefix cache \(error)\n")
    }
  }
}

extension InferenceEngine {
  /// What other prompts may begin with as well: the instructions, or the whole prompt if there are none.
  func prefix(of prompt: [TokenID], instructions: String?, isRaw: Bool) throws -> [TokenID] {
    guard let instructions else { return prompt }
    let beginning =
      isRaw
      ? tokenizer.encode(instructions)
      : tokenizer.encode(
        try ChatTemplate(self).beginning(of: [ChatMessage(role: .system, content: instructions)], tools: []))
    return zip(prompt, beginning).prefix { $0 == $1 }.map(\.0)
  }
}
