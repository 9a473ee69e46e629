public import SwiftletGGUF
public import SwiftletGuides
import SwiftletKernels
public import SwiftletTokenizers
import Synchronization

/// A loaded model with the threads that run it: serves any number of requests at once.
///
/// The engine has a thread of its own that advances all sequences together, a token a step, and never runs on Swift's
/// cooperative threads. When nothing is asked of it, it sleeps. It stops when the last reference goes.
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
  /// The most tokens of a sequence that are read, prompt and answer together; the one after them can still be chosen.
  public let contextSize: Int
  /// `general.name` of the file.
  public let modelName: String?
  /// The source of the chat template in the file.
  public let chatTemplate: String?
  /// The source of the chat template for conversations with tools, if the file has one of its own.
  public let toolChatTemplate: String?
  /// `general.languages` of the file: the codes of the languages that the model is said to know, if it says so.
  public let languages: [String]
  /// `general.sampling.*` of the file: how the model's publisher recommends to choose tokens.
  public let recommendedSampling: SamplingOptions
  let inbox: Inbox<Ticket, Scheduler>
  let decoder: Decoder.Properties
  private let guides: GuideCache
  let cachePool: KeyValuePool
  /// The draft model, and its KV cache.
  let draft: (model: DecoderModel, pool: KeyValuePool)?
  let counters: EngineCounters

  /// Loads a model; this takes as long as the packing of its weights, unless another engine of the file has them.
  ///
  /// - Parameters:
  ///   - path: A GGUF file, or the first of its shards.
  ///   - options: How to run it.
  ///   - counters: Where is counted what the engine does; its own unless those of one before it are given.
  ///   - progress: Called with the part of the weights that is loaded, from 0 to 1.
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
    // First, since files of other architectures have other vocabularies too.
    try DecoderConfiguration(file).requireGeneration(file)
    let tokenizer = try wrapping { () throws(TokenizerError) in try Tokenizer(metadata: file.metadata) }
    self.tokenizer = tokenizer
    let draftFile = try options.draftPath.map { path throws(InferenceError) in
      try Self.openDraft(path, for: tokenizer)
    }
    let threads = options.threads ?? Processors.physicalCount
    let share = Double(file.tensorByteCount) / Double(max(1, file.tensorByteCount + (draftFile?.tensorByteCount ?? 0)))
    let loaded = try LoadedModel.shared(file, threads: threads, packedCache: options.packedCache) {
      progress(share * $0)
    }
    model = loaded.model
    guard tokenizer.vocabulary.count <= model.configuration.vocabularyCount else {
      throw .unsupportedFeature(
        file: file.path, found: "\(tokenizer.vocabulary.count) tokens",
        expected: "at most the \(model.configuration.vocabularyCount) rows of the embedding table")
    }
    contextSize = max(1, min(options.contextSize ?? .max, model.configuration.trainingContext))
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
    let inbox = Inbox<Ticket, Scheduler>(
      capacity: maximumActive + max(0, min(options.maximumWaiting, .max - maximumActive)), counters: counters)
    (self.inbox, self.counters) = (inbox, counters)
    let pool = WorkerPool.shared(threads: threads)
    let decoder = try Decoder(model, pool: pool)
    self.decoder = decoder.properties
    guides = GuideCache(tokenizer.vocabulary)
    var draft: DraftModel?
    var byteLimit = options.cacheByteLimit ?? SystemMemory.availableByteCount / 2
    if let draftFile {
      let other = try LoadedModel.shared(draftFile, threads: threads, packedCache: options.packedCache) {
        progress(share + (1 - share) * $0)
      }
      try DraftModel.check(other.model)
      try DraftModel.check(model)
      // As much room for tokens in the one cache as in the other.
      let (own, its) = (model, other.model)
      let bytes = (
        own.configuration.cacheByteCount(options.keyValueType, positions: contextSize),
        its.configuration.cacheByteCount(options.keyValueType, positions: contextSize)
      )
      let part = Int(Double(byteLimit) * Double(bytes.1) / Double(max(1, bytes.0 + bytes.1)))
      byteLimit -= part
      draft = try DraftModel(
        other, threads: pool, contextSize: contextSize, keyValueType: options.keyValueType, byteLimit: part)
    }
    self.draft = draft.map { ($0.decoder.model, $0.pool) }
    cachePool = model.makePool(type: options.keyValueType, byteLimit: byteLimit)
    let setup = Scheduler.Setup(
      decoder: decoder, tokenizer: tokenizer, inbox: inbox, tokenCount: tokenizer.vocabulary.count,
      endOfGeneration: tokenizer.vocabulary.endOfGeneration,
      contextSize: contextSize, pool: cachePool, maximumActive: maximumActive,
      trace: options.trace, usesPromptLookup: options.usesPromptLookup, draft: draft, counters: counters,
      loaded: loaded, guessCost: options.guessCost)
    let isStarted = startThread {
      var scheduler = Scheduler(setup)
      scheduler.serve()
    }
    guard isStarted else { throw .kernel(.noThread) }
  }

  /// Opens the file of a draft model, if that fits a tokenizer.
  private static func openDraft(_ path: String, for tokenizer: Tokenizer) throws(InferenceError) -> GGUFFile {
    let file = try wrapping { () throws(GGUFError) in try GGUFFile(path: path) }
    _ = try DecoderConfiguration(file)
    try DraftModel.check(file, against: tokenizer.vocabulary)
    return file
  }

  /// Checks whether a file can be loaded as far as that can be told without its weights.
  ///
  /// - Parameter path: A GGUF file, or the first of its shards.
  /// - Throws: ``InferenceError`` naming what is wrong with the file, or what of it is not known.
  public static func check(contentsOf path: String) throws(InferenceError) {
    let file = try wrapping { () throws(GGUFError) in try GGUFFile(path: path) }
    try DecoderConfiguration(file).requireGeneration(file)
  }

  /// Whether a prompt that begins as another did can only be gone on with from some places, and not from everywhere: for
  /// models with layers that have states, or see a window.
  public var goesOnFromKeptPlaces: Bool { cachePool.reach != nil || cachePool.states.count > 0 }

  /// The parameters that hold unless a request says otherwise: the usual ones, as far as the file recommends no others.
  public var defaultSampling: SamplingParameters {
    var parameters = SamplingParameters.standard
    parameters.apply(recommendedSampling)
    return parameters
  }

  deinit { inbox.close() }

  /// Reads a low-rank adapter (LoRA) for the model from a GGUF file.
  ///
  /// Requests may be run with it, side by side with others that are not.
  ///
  /// - Throws: ``InferenceError`` if the file is not an adapter, or one for another model.
  public func loadAdapter(contentsOf path: String) throws(InferenceError) -> LowRankAdapter {
    try LowRankAdapter(contentsOf: path, for: decoder)
  }

  /// Compiles what answers have to be for the model's vocabulary, or takes what was compiled before.
  ///
  /// - Parameters:
  ///   - source: What answers have to be.
  ///   - options: What to make of schemas where they leave a choice.
  ///   - markers: Texts of which the control tokens in them count as text, such as the tags of calls.
  ///   - innerEnds: The texts of tokens that end an answer as a rule, but count as text here if they are in a marker.
  /// - Returns: The guide.
  /// - Throws: ``GuideError`` if it cannot be expressed exactly.
  public func guide(
    _ source: GuideSource, options: GuideOptions = .generating, markers: [String] = [], innerEnds: [String] = []
  ) throws(GuideError) -> Guide {
    let markers = tokenizer.vocabulary.controlTokens(in: markers, evenEnds: innerEnds)
    return try guides.guide(source, options, markers: markers)
  }

  /// Starts a generation and returns its events.
  ///
  /// An empty or too long prompt is reported as the stream's error, and so is that too many requests wait already.
  public func generate(_ request: GenerationRequest) -> GenerationStream {
    let (events, continuation) = AsyncThrowingStream.makeStream(of: GenerationEvent.self)
    if let error = objection(to: request) {
      counters.update { $0.refusedRequests += 1 }
      continuation.finish(throwing: error)
    } else {
      let ticket = Ticket(request, continuation)
      // The inbox is held weakly so that a forgotten stream does not keep the thread alive.
      continuation.onTermination = { [ticket, weak inbox] _ in
        ticket.isCancelled.store(true, ordering: .relaxed)
        inbox?.wake()
      }
      inbox.add(ticket)
    }
    return GenerationStream(events: events)
  }

  private func objection(to request: GenerationRequest) -> InferenceError? {
    let vocabularyCount = model.configuration.vocabularyCount
    if request.prompt.isEmpty { return .emptyPrompt }
    if request.prompt.count <= contextSize, let guide = request.guide, request.maximumTokens != 0 {
      let available = min(request.maximumTokens ?? .max, request.room(contextSize: contextSize))
      let needed = guide.minimumTokenCount - 1
      guard needed <= available else { return .guide(.budgetTooSmall(needed: needed, available: available)) }
    }
    if let adapter = request.adapter, !adapter.isFor(decoder) {
      return .unsupportedFeature(
        file: adapter.path, found: "an adapter loaded by another engine", expected: "one for \(model.path)")
    }
    if let token = request.prompt.first(where: { !(0..<vocabularyCount).contains($0) }) {
      return .tokenOutOfRange(token: token, vocabularyCount: vocabularyCount)
    }
    if request.prompt.count > contextSize {
      return .promptTooLong(tokens: request.prompt.count, contextSize: contextSize)
    }
    return cachePool.objection(toPositions: request.prompt.count, rows: decoder.maximumRows).map(InferenceError.kernel)
  }
}
