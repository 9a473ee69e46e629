import SwiftletKernels
public import SwiftletTokenizers

/// What prompts begin with, on disk: a program that starts need not read its instructions again.
extension InferenceEngine {
  /// Writes the keys and values of what prompts begin with to a file; reads the tokens first, unless that was done.
  ///
  /// Whole pages are written, of 64 tokens; the rest of the tokens will be read again. Only this user can read the file,
  /// since from it can be told what the tokens were.
  ///
  /// - Parameters:
  ///   - tokens: What prompts begin with.
  ///   - path: The file, which is replaced when all is written.
  ///   - adapter: The adapter that the prompts are read with.
  /// - Returns: The number of tokens in the file.
  /// - Throws: ``InferenceError/prefix(path:_:)`` if it cannot be written, or what a request with the tokens throws.
  @discardableResult
  public func savePrefix(
    _ tokens: [TokenID], to path: String, adapter: LowRankAdapter? = nil
  ) async throws -> Int {
    func failure(_ error: PrefixFileError) -> InferenceError { .prefix(path: path, error) }
    guard cachePool.states.count == 0 else { throw failure(.hasStates) }
    let size = KeyValuePool.positionsPerPage
    let count = tokens.count / size * size
    guard count > 0 else { throw failure(.tooShort(tokens: tokens.count, expected: size)) }
    // One token more than is kept would have to be read if all that is kept is known.
    let reading = generate(
      GenerationRequest(prompt: tokens, sampling: .greedy, maximumTokens: 0, adapter: adapter))
    for try await _ in reading {}
    try Task.checkCancellation()
    let wanted = Array(tokens.prefix(count))
    let known = try await perform { scheduler in scheduler.pages.find(wanted, adapter: adapter) }
    guard known.count == count else { throw failure(.forgotten) }
    let (pool, origin) = (cachePool, origin(adapter))
    try await apart(path) { () throws(PrefixFileError) in
      try PrefixFile.write(to: path, tokens: wanted, runs: known.runs, of: pool, origin: origin)
    }
    return count
  }

  /// Takes the keys and values of what prompts begin with from a file, as if it had been read.
  ///
  /// The file has to be whole, and of this model, adapter and format of the cache; every byte of it is checked.
  ///
  /// - Parameters:
  ///   - path: A file that ``savePrefix(_:to:adapter:)`` has written.
  ///   - adapter: The adapter that the prompts will be read with.
  /// - Returns: The tokens that need not be read any more, as long as others do not need the memory.
  /// - Throws: ``InferenceError/prefix(path:_:)`` if the file is anything else, and ``InferenceError/kernel(_:)`` if there
  ///   is no memory.
  @discardableResult
  public func loadPrefix(from path: String, adapter: LowRankAdapter? = nil) async throws -> [TokenID] {
    func failure(_ error: PrefixFileError) -> InferenceError { .prefix(path: path, error) }
    guard cachePool.states.count == 0 else { throw failure(.hasStates) }
    let (pool, origin) = (cachePool, origin(adapter))
    let file = try await apart(path) { () throws(PrefixFileError) in
      try PrefixFile(path: path, origin: origin, pool: pool)
    }
    let (tokens, known) = (file.tokens, model.configuration.vocabularyCount)
    if let stray = tokens.first(where: { !(0..<known).contains($0) }) {
      throw InferenceError.tokenOutOfRange(token: stray, vocabularyCount: known)
    }
    guard tokens.count <= contextSize else {
      throw InferenceError.promptTooLong(tokens: tokens.count, contextSize: contextSize)
    }
    let room = try await perform { scheduler in
      Result { () throws(InferenceError) in try scheduler.pages.makeCache(tokens: tokens.count) }
    }
    let cache = try room.get()
    // Nobody else knows of the cache, and others go on meanwhile.
    try await apart(path) { () throws(PrefixFileError) in try file.read(into: cache) }
    try await perform { scheduler in scheduler.pages.add(tokens, cache, adapter: adapter) }
    return tokens
  }

  /// What keys and values are made by.
  private func origin(_ adapter: LowRankAdapter?) -> PrefixFile.Origin {
    let dependsOnContext = model.configuration.ropes.contains { $0.longFrequencies != nil }
    return PrefixFile.Origin(
      model: model.identity, adapter: adapter?.identity, instructionSet: decoder.kernels.instructionSet,
      contextSize: dependsOnContext ? contextSize : 0)
  }

  /// Does something on the engine's thread between two steps.
  ///
  /// - Throws: ``InferenceError/stopped``.
  private func perform<Value: Sendable>(_ body: @escaping @Sendable (inout Scheduler) -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      inbox.add(
        Errand(
          run: { continuation.resume(returning: body(&$0)) },
          giveUp: { continuation.resume(throwing: InferenceError.stopped) }))
    }
  }

  /// Works with a file on a thread of its own: the engine's has others to serve, and those of the concurrency runtime must
  /// not wait.
  private func apart<Value: Sendable>(
    _ path: String, _ body: @escaping @Sendable () throws(PrefixFileError) -> Value
  ) async throws -> Value {
    typealias Outcome = Result<Value, PrefixFileError>
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
      let isStarted = startThread { continuation.resume(returning: Result(catching: body)) }
      // The system has no thread left: then it is done here.
      if !isStarted { continuation.resume(returning: Result(catching: body)) }
    }
    do { return try result.get() } catch { throw InferenceError.prefix(path: path, error) }
  }
}
