public import SwiftletGGUF
public import SwiftletGuides
import SwiftletKernels
public import SwiftletTokenizers
import Synchronization

/// A loaded model with the threads that run it, for any number of concurrent requests.
///
/// The engine has a thread of its own that advances all sequences together, a token a step (continuous batching), and
/// never runs on Swift's cooperative threads. The thread sleeps while there are no requests, and ends with the last
/// reference to the engine.
///
/// ```swift
/// let engine = try InferenceEngine(contentsOf: "model.gguf")
/// let prompt = engine.tokenizer.encode("Once upon a time")
/// for try await case .token(let id) in engine.generate(GenerationRequest(prompt: prompt)) { print(id) }
/// ```
public final class InferenceEngine: Sendable {
  /// The model.
  public let model: DecoderModel
  /// The model's tokenizer.
  public let tokenizer: Tokenizer
  /// The maximum number of tokens in the KV cache, prompt and answer together; one more token can still be sampled.
  ///
  /// It is smaller than ``requestedContextSize`` if the memory for the KV cache does not hold as many.
  public let contextSize: Int
  /// The context size of the options, or else of the model.
  public let requestedContextSize: Int
  /// `general.name` of the file.
  public let modelName: String?
  /// The source of the chat template in the file.
  public let chatTemplate: String?
  /// The source of the chat template for conversations with tools, if the file has a separate one.
  public let toolChatTemplate: String?
  /// `general.languages` of the file: the codes of the model's languages.
  public let languages: [String]
  /// `general.sampling.*` of the file: the sampling parameters that the model's publisher recommends.
  public let recommendedSampling: SamplingOptions
  let queue: RequestQueue<PendingRequest, Scheduler>
  let decoder: Decoder.Properties
  private let guides: GuideCache
  let cachePool: KeyValuePool
  /// The draft model, and its KV cache.
  let draft: (model: DecoderModel, pool: KeyValuePool)?
  let counters: EngineCounters

  /// Loads a model, unless another engine of the file has it in memory; its weights are packed now or later.
  ///
  /// - Parameters:
  ///   - path: A GGUF file, or the first of its shards.
  ///   - options: The options of the engine.
  ///   - counters: The counters of the engine; pass those of an earlier engine to continue them.
  ///   - progress: Called with the fraction of the weights that is loaded, from 0 to 1.
  /// - Throws: ``InferenceError`` naming what is wrong with the file.
  public convenience init(
    contentsOf path: String, options: EngineOptions = EngineOptions(), counters: EngineCounters = EngineCounters(),
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws(InferenceError) {
    let file = try wrapping { () throws(GGUFError) in try GGUFFile(path: path) }
    try self.init(file, options: options, counters: counters, progress: progress)
  }

  /// Loads a model from an opened file.
  public init(
    _ file: GGUFFile, options: EngineOptions = EngineOptions(), counters: EngineCounters = EngineCounters(),
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws(InferenceError) {
    let file = try options.rotary.applied(to: file, contextSize: options.contextSize)
    // Checked first, since files of unsupported architectures may have unsupported vocabularies too.
    try DecoderConfiguration(file).requireGeneration(file)
    let tokenizer = try wrapping { () throws(TokenizerError) in try Tokenizer(metadata: file.metadata) }
    self.tokenizer = tokenizer
    let draftFile = try options.draftPath.map { path throws(InferenceError) in
      try Self.openDraft(path, for: tokenizer)
    }
    let threads = options.threads ?? Processors.threadCount
    let share = Double(file.tensorByteCount) / Double(max(1, file.tensorByteCount + (draftFile?.tensorByteCount ?? 0)))
    let loaded = try LoadedModel.shared(
      file, threads: threads, packedCache: options.packedCache, loading: options.weightLoading
    ) {
      progress(share * $0)
    }
    model = loaded.model
    guard tokenizer.vocabulary.count <= model.configuration.vocabularyCount else {
      throw .unsupportedFeature(
        file: file.path, found: "\(tokenizer.vocabulary.count) tokens",
        expected: "at most the \(model.configuration.vocabularyCount) rows of the embedding table")
    }
    let contextSize = options.contextSize(of: model.configuration)
    requestedContextSize = contextSize
    (modelName, chatTemplate) = try wrapping { () throws(GGUFError) in
      (try file.metadata.string("general.name"), try file.metadata.string("tokenizer.chat_template"))
    }
    recommendedSampling = try wrapping { () throws(GGUFError) in
      try SamplingOptions(recommendedBy: file.metadata)
    }
    toolChatTemplate = try wrapping { () throws(GGUFError) in
      try file.metadata.string("tokenizer.chat_template.tool_use")
    }
    languages = try wrapping { () throws(GGUFError) in
      try file.metadata.byteStrings("general.languages")?.map { String(decoding: $0, as: UTF8.self) } ?? []
    }
    let maximumActive = max(1, min(options.maximumActive, 64))
    let queue = RequestQueue<PendingRequest, Scheduler>(
      capacity: maximumActive + max(0, min(options.maximumWaiting, .max - maximumActive)), counters: counters)
    (self.queue, self.counters) = (queue, counters)
    let pool = WorkerPool.shared(threads: threads)
    let decoder = try Decoder(model, pool: pool)
    self.decoder = decoder.properties
    guides = GuideCache(tokenizer.vocabulary)
    // Weights that are packed later take memory too.
    let unpacked = model.packing?.remainingByteCount ?? 0
    let other = try draftFile.map { file throws(InferenceError) in
      try LoadedModel.shared(
        file, threads: threads, packedCache: options.packedCache, loading: options.weightLoading, leaving: unpacked
      ) {
        progress(share + (1 - share) * $0)
      }
    }
    let limits = options.cacheByteLimits(
      of: model.configuration, draft: other?.model.configuration,
      available: SystemMemory.availableByteCount - unpacked - (other?.model.packing?.remainingByteCount ?? 0))
    let draft = try other.map { other throws(InferenceError) in
      try DraftModel.check(other.model)
      try DraftModel.check(loaded.model)
      return try DraftModel(
        other, threads: pool, contextSize: contextSize, keyValueType: options.keyValueType, byteLimit: limits.draft)
    }
    self.draft = draft.map { ($0.decoder.model, $0.pool) }
    cachePool = model.makePool(type: options.keyValueType, byteLimit: limits.model)
    self.contextSize = cachePool.largestPositionCount(upTo: contextSize, rows: decoder.maximumRows)
    let setup = Scheduler.Setup(
      decoder: decoder, tokenizer: tokenizer, queue: queue, tokenCount: tokenizer.vocabulary.count,
      endOfGeneration: tokenizer.vocabulary.endOfGeneration,
      contextSize: self.contextSize, pool: cachePool, maximumActive: maximumActive,
      trace: options.trace, usesPromptLookup: options.usesPromptLookup, draft: draft, counters: counters,
      loaded: loaded, speculationCost: options.speculationCost)
    let isStarted = startThread {
      pool.placeCallingThread()
      var scheduler = Scheduler(setup)
      scheduler.serve()
    }
    guard isStarted else { throw .kernel(.noThread) }
  }

  /// Opens the file of a draft model and checks that its vocabulary is that of a tokenizer.
  private static func openDraft(_ path: String, for tokenizer: Tokenizer) throws(InferenceError) -> GGUFFile {
    let file = try wrapping { () throws(GGUFError) in try GGUFFile(path: path) }
    _ = try DecoderConfiguration(file)
    try DraftModel.check(file, against: tokenizer.vocabulary)
    return file
  }

  /// True if cached prefixes can be continued only from prefix checkpoints.
  ///
  /// This is so for models with recurrent or sliding-window layers.
  public var requiresPrefixCheckpoints: Bool { cachePool.largestWindow != nil || cachePool.states.count > 0 }

  /// The default sampling parameters: the standard ones, with those that the file recommends.
  public var defaultSampling: SamplingParameters {
    var parameters = SamplingParameters.standard
    parameters.apply(recommendedSampling)
    return parameters
  }

  deinit { queue.close() }

  /// Loads a LoRA adapter for the model from a GGUF file.
  ///
  /// Requests with different adapters, or with none, can share a batch.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - strength: The factor of the adapter's own scale; 1 for the adapter as it was trained.
  /// - Returns: The adapter.
  /// - Throws: ``InferenceError`` if the file is not an adapter, or one for another model.
  public func loadAdapter(contentsOf path: String, strength: Float = 1) throws(InferenceError) -> LowRankAdapter {
    try LowRankAdapter(contentsOf: path, strength: strength, for: decoder)
  }

  /// Compiles a guide for the model's vocabulary, or returns a cached one.
  ///
  /// - Parameters:
  ///   - source: The grammar, schema or pattern of answers.
  ///   - options: The options of the compilation.
  ///   - markers: Texts whose control tokens count as text, such as the tags of tool calls.
  ///   - nonFinalEnds: The texts of tokens that end an answer as a rule, but count as text here if they are in a
  ///     marker.
  /// - Returns: The guide.
  /// - Throws: ``GuideError`` if it cannot be expressed exactly.
  public func guide(
    _ source: GuideSource, options: GuideOptions = .generating, markers: [String] = [], nonFinalEnds: [String] = []
  ) throws(GuideError) -> Guide {
    let markers = tokenizer.vocabulary.controlTokens(in: markers, includingEnds: nonFinalEnds)
    return try guides.guide(source, options, markers: markers)
  }

  /// Starts a generation and returns its events.
  ///
  /// Errors are thrown by the stream: an empty or too long prompt, a full request queue, and others.
  public func generate(_ request: GenerationRequest) -> GenerationStream {
    let events = EventBuffer()
    if let error = validationError(for: request) {
      counters.update { $0.refusedRequests += 1 }
      events.finish(error)
      return GenerationStream(reader: EventBuffer.Reader(events) {})
    }
    let pending = PendingRequest(request, events)
    queue.add(pending)
    // The queue is held weakly, so that a stream that is never consumed does not keep the thread alive.
    let reader = EventBuffer.Reader(events) { [weak queue] in
      pending.isCancelled.store(true, ordering: .relaxed)
      queue?.wake()
    }
    return GenerationStream(reader: reader)
  }

  private func validationError(for request: GenerationRequest) -> InferenceError? {
    let vocabularyCount = model.configuration.vocabularyCount
    if request.prompt.isEmpty { return .emptyPrompt }
    if request.prompt.count <= contextSize, let guide = request.guide {
      let available = min(request.maximumTokens ?? .max, request.maximumAnswerLength(contextSize: contextSize))
      let needed = guide.minimumTokenCount - 1
      guard needed <= available else { return .guide(.budgetTooSmall(needed: needed, available: available)) }
    }
    if let adapter = request.adapter, !adapter.isCompatible(with: decoder) {
      return .unsupportedFeature(
        file: adapter.path, found: "an adapter loaded by another engine", expected: "one for \(model.path)")
    }
    if let error = embeddingError(for: request) { return error }
    if let token = request.strayToken(vocabularyCount: vocabularyCount) {
      return .tokenOutOfRange(token: token, vocabularyCount: vocabularyCount)
    }
    if let token = request.sampling.logitBias.keys.filter({ !(0..<vocabularyCount).contains($0) }).min() {
      return .biasOutOfRange(token: token, vocabularyCount: vocabularyCount)
    }
    return request.prompt.count > contextSize ? lengthError(request.prompt.count) : nil
  }
}
