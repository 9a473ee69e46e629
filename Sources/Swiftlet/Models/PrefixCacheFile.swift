import SwiftletInference
import SwiftletKernels
import SwiftletTokenizers

/// A file that persists the KV cache of a prompt prefix between runs of a program.
///
/// Failures are not errors: an unusable file is replaced, and one that cannot be written causes a warning.
struct PrefixCacheFile {
  private let path: String
  private let tokens: [TokenID]
  private let adapter: LowRankAdapter?
  private let warn: (@Sendable (String) -> Void)?
  /// True if the file need not or must not be written.
  private var isFinal = false

  /// Loads the file into the engine's prefix cache, if it exists.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - tokens: The prompt prefix.
  ///   - engine: The engine.
  ///   - adapter: The adapter that the prompts use.
  ///   - warn: Called with a warning if the file cannot be used or written.
  nonisolated(nonsending) init(
    _ path: String, _ tokens: [TokenID], _ engine: InferenceEngine, _ adapter: LowRankAdapter?,
    warn: (@Sendable (String) -> Void)?
  ) async {
    (self.path, self.tokens, self.adapter, self.warn) = (path, tokens, adapter, warn)
    do {
      let loaded = try await engine.loadPrefix(from: path, adapter: adapter)
      let wholePages = tokens.count / KeyValuePool.positionsPerPage * KeyValuePool.positionsPerPage
      isFinal = loaded.starts(with: tokens.prefix(wholePages))
    } catch {
      do throws(PrefixFileError) {
        try PrefixFile.checkWritable(path)
      } catch {
        // Something else is there, or nothing can be: said before the answer, and not tried after it.
        isFinal = true
        warn?("prefix cache \(path): \(error)")
        return
      }
      // The file may not exist yet.
      if case InferenceError.prefix(_, .cannotOpen) = error { return }
      warn?("prefix cache \(error); prefilling again")
    }
  }

  /// Writes the file, unless it is complete already.
  nonisolated(nonsending) func save(_ engine: InferenceEngine) async {
    guard !isFinal else { return }
    do {
      try await engine.savePrefix(tokens, to: path, adapter: adapter)
    } catch {
      warn?("prefix cache \(error); not written")
    }
  }
}
