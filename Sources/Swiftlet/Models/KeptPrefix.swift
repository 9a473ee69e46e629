import SwiftletInference
import SwiftletKernels
import SwiftletTokenizers

/// A file with what the model makes of the beginning of prompts, from one run of a program to the next.
///
/// Nothing depends on it: a file that cannot be used is replaced, and one that cannot be written is reported.
struct KeptPrefix {
  private let path: String
  private let tokens: [TokenID]
  private let adapter: LowRankAdapter?
  private let warn: (@Sendable (String) -> Void)?
  /// True if the file has the tokens.
  private var isComplete = false

  /// Has the engine take what there is.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - tokens: What prompts begin with.
  ///   - engine: The model.
  ///   - adapter: The adapter that prompts are read with.
  ///   - warn: Called with what is wrong with the file.
  nonisolated(nonsending) init(
    _ path: String, _ tokens: [TokenID], _ engine: InferenceEngine, _ adapter: LowRankAdapter?,
    warn: (@Sendable (String) -> Void)?
  ) async {
    (self.path, self.tokens, self.adapter, self.warn) = (path, tokens, adapter, warn)
    do {
      let known = try await engine.loadPrefix(from: path, adapter: adapter)
      let whole = tokens.count / KeyValuePool.positionsPerPage * KeyValuePool.positionsPerPage
      isComplete = known.starts(with: tokens.prefix(whole))
    } catch InferenceError.prefix(_, .cannotOpen) {
      // The first time.
    } catch {
      warn?("prefix cache \(error); read anew")
    }
  }

  /// Writes the file, unless it is as it should be, or the beginning is too short to be worth it.
  nonisolated(nonsending) func save(_ engine: InferenceEngine) async {
    guard !isComplete, tokens.count >= KeyValuePool.positionsPerPage else { return }
    do {
      try await engine.savePrefix(tokens, to: path, adapter: adapter)
    } catch {
      warn?("prefix cache \(error)")
    }
  }
}
