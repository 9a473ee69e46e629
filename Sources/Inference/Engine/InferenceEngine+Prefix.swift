import SwiftletKernels
public import SwiftletTokenizers

/// Prompt prefixes on disk, so that a program need not prefill its instructions each time it starts.
extension InferenceEngine {
  /// Writes the keys and values of a prompt prefix to a file, after prefilling it unless it is cached.
  ///
  /// Only whole pages of 64 tokens are written; the rest of the prefix is prefilled by each prompt. The file is
  /// readable only for the current user, since the tokens can be reconstructed from it.
  ///
  /// - Parameters:
  ///   - tokens: The tokens of the prefix.
  ///   - path: The file, which is replaced atomically.
  ///   - adapter: The adapter that the prefix is computed with.
  /// - Returns: The number of tokens in the file.
  /// - Throws: ``InferenceError/prefix(path:_:)`` if it cannot be written, or the error of a request with the tokens.
  @discardableResult
  public func savePrefix(
    _ tokens: [TokenID], to path: String, adapter: LowRankAdapter? = nil
  ) async throws -> Int {
    func failure(_ error: PrefixFileError) -> InferenceError { .prefix(path: path, error) }
    guard cachePool.states.count == 0 else { throw failure(.hasStates) }
    let size = KeyValuePool.positionsPerPage
    let count = tokens.count / size * size
    guard count > 0 else { throw failure(.tooShort(tokens: tokens.count, expected: size)) }
    let prefill = generate(
      GenerationRequest(prompt: tokens, sampling: .greedy, maximumTokens: 0, adapter: adapter))
    for try await _ in prefill {}
    try Task.checkCancellation()
    let prefix = Array(tokens.prefix(count))
    let known = try await perform { scheduler in scheduler.pages.find(prefix, adapter: adapter) }
    guard known.count == count else { throw failure(.evicted) }
    let (pool, origin) = (cachePool, origin(adapter))
    try await onSeparateThread(path) { () throws(PrefixFileError) in
      try PrefixFile.write(to: path, tokens: prefix, runs: known.runs, of: pool, origin: origin)
    }
    return count
  }

  /// Reads the keys and values of a prompt prefix from a file into the prefix cache.
  ///
  /// The file must have been written with the same model, adapter and cache format; a checksum covers all of it.
  ///
  /// - Parameters:
  ///   - path: A file that ``savePrefix(_:to:adapter:)`` has written.
  ///   - adapter: The adapter that the prefix was computed with.
  /// - Returns: The tokens of the prefix, which is cached until its memory is required otherwise.
  /// - Throws: ``InferenceError/prefix(path:_:)`` if the file is invalid or of another model, and
  ///   ``InferenceError/kernel(_:)`` if there is no memory.
  @discardableResult
  public func loadPrefix(from path: String, adapter: LowRankAdapter? = nil) async throws -> [TokenID] {
    func failure(_ error: PrefixFileError) -> InferenceError { .prefix(path: path, error) }
    guard cachePool.states.count == 0 else { throw failure(.hasStates) }
    let (pool, origin) = (cachePool, origin(adapter))
    let file = try await onSeparateThread(path) { () throws(PrefixFileError) in
      try PrefixFile(path: path, origin: origin, pool: pool)
    }
    let (tokens, known) = (file.tokens, model.configuration.vocabularyCount)
    if let stray = tokens.first(where: { !(0..<known).contains($0) }) {
      throw InferenceError.tokenOutOfRange(token: stray, vocabularyCount: known)
    }
    guard tokens.count <= contextSize else {
      throw lengthError(tokens.count)
    }
    let room = try await perform { scheduler in
      Result { () throws(InferenceError) in try scheduler.pages.makeCache(tokens: tokens.count) }
    }
    let cache = try room.get()
    // The cache is not shared yet, so it can be filled while the engine's thread runs.
    try await onSeparateThread(path) { () throws(PrefixFileError) in try file.read(into: cache) }
    try await perform { scheduler in scheduler.pages.add(tokens, cache, adapter: adapter) }
    return tokens
  }

  /// The origin of keys and values, which a file must match.
  private func origin(_ adapter: LowRankAdapter?) -> PrefixFile.Origin {
    let dependsOnContext = model.configuration.ropes.contains { $0.longFrequencies != nil }
    return PrefixFile.Origin(
      model: model.identity, adapter: adapter?.identity, instructionSet: decoder.kernels.instructionSet,
      contextSize: dependsOnContext ? requestedContextSize : 0)
  }

  /// Runs a closure on the engine's thread between two steps.
  ///
  /// - Throws: ``InferenceError/stopped``.
  private func perform<Value: Sendable>(_ body: @escaping @Sendable (inout Scheduler) -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.add(
        EngineCommand(
          run: { continuation.resume(returning: body(&$0)) },
          cancel: { continuation.resume(throwing: InferenceError.stopped) }))
    }
  }

  /// Runs a file operation on a separate thread, so that no thread of the engine or the concurrency runtime blocks.
  private func onSeparateThread<Value: Sendable>(
    _ path: String, _ body: @escaping @Sendable () throws(PrefixFileError) -> Value
  ) async throws -> Value {
    typealias Outcome = Result<Value, PrefixFileError>
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
      let isStarted = startThread { continuation.resume(returning: Result(catching: body)) }
      // The system has no thread left: the operation blocks this one.
      if !isStarted { continuation.resume(returning: Result(catching: body)) }
    }
    do { return try result.get() } catch { throw InferenceError.prefix(path: path, error) }
  }
}
