import Foundation
import Swiftlet
import Synchronization

/// A model without weights that does what a script says.
struct ScriptedModel: LanguageModel {
  typealias Request = LanguageModelExecutorGenerationRequest
  typealias Channel = LanguageModelExecutorGenerationChannel
  typealias Script = @Sendable (Request, Channel) async throws -> Void

  /// The requests of the model.
  final class Log: Sendable {
    private let state = Mutex<(requests: [LanguageModelExecutorGenerationRequest], prewarmed: [Transcript])>(([], []))
    var requests: [LanguageModelExecutorGenerationRequest] { state.withLock(\.requests) }
    var prewarmed: [Transcript] { state.withLock(\.prewarmed) }
    func add(_ request: LanguageModelExecutorGenerationRequest) { state.withLock { $0.requests.append(request) } }
    func add(_ transcript: Transcript) { state.withLock { $0.prewarmed.append(transcript) } }
  }

  let script: Script
  let log = Log()
  var identity = UUID()
  var isBroken = false
  var capabilities = LanguageModelCapabilities([])

  init(_ script: @escaping Script) {
    self.script = script
  }

  /// A model that answers with the given pieces of text, a token each.
  init(_ pieces: String...) {
    self.init { _, channel in
      for piece in pieces { await channel.send(.response(action: .appendText(piece, tokenCount: 1))) }
    }
  }

  var executorConfiguration: Executor.Configuration { .init(identity: identity, isBroken: isBroken) }

  struct Executor: LanguageModelExecutor {
    typealias Model = ScriptedModel
    struct Configuration: Hashable, Sendable {
      var identity: UUID
      var isBroken: Bool
    }
    struct Broken: Error {}

    /// The number of executors created for each identity.
    static let made = Mutex<[UUID: Int]>([:])
    /// The number of live executors.
    private let life: Life

    init(configuration: Configuration) throws {
      Self.made.withLock { $0[configuration.identity, default: 0] += 1 }
      life = Life(identity: configuration.identity)
      if configuration.isBroken { throw Broken() }
    }

    func prewarm(model: ScriptedModel, transcript: Transcript) { model.log.add(transcript) }

    nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: ScriptedModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      model.log.add(request)
      try await model.script(request, channel)
    }
  }

  /// Counts its own instances.
  final class Life: Sendable {
    static let alive = Mutex<[UUID: Int]>([:])
    let identity: UUID
    init(identity: UUID) {
      self.identity = identity
      Self.alive.withLock { $0[identity, default: 0] += 1 }
    }
    deinit { Self.alive.withLock { $0[identity, default: 0] -= 1 } }
  }

  var executorsMade: Int { Executor.made.withLock { $0[identity] ?? 0 } }
  var executorsAlive: Int { Life.alive.withLock { $0[identity] ?? 0 } }
}

extension ScriptedModel {
  /// The same model with capabilities.
  func able(to capabilities: LanguageModelCapabilities.Capability...) -> ScriptedModel {
    var model = self
    model.capabilities = LanguageModelCapabilities(capabilities)
    return model
  }

  /// A model that does one thing in each step and says nothing when it has done all of them.
  ///
  /// It can call tools, and answer with values.
  static func steps(_ steps: Script...) -> ScriptedModel {
    let count = Mutex(0)
    return ScriptedModel { request, channel in
      let step = count.withLock { count in
        defer { count += 1 }
        return count
      }
      if steps.indices.contains(step) { try await steps[step](request, channel) }
    }.able(to: .toolCalling, .guidedGeneration)
  }

  /// Says something.
  static func say(_ pieces: String...) -> Script {
    { _, channel in
      for piece in pieces { await channel.send(.response(action: .appendText(piece, tokenCount: 1))) }
    }
  }

  /// Calls tools.
  static func call(_ calls: (id: String, name: String, arguments: String)...) -> Script {
    { _, channel in
      for call in calls {
        await channel.send(
          .toolCalls(
            action: .toolCall(
              id: call.id, name: call.name, action: .appendArguments(call.arguments, tokenCount: 2))))
      }
    }
  }

  /// A model that says its pieces again and again until it is cancelled.
  static func endless(_ piece: String = "a") -> ScriptedModel {
    ScriptedModel { _, channel in
      while true {
        try Task.checkCancellation()
        await channel.send(.response(action: .appendText(piece, tokenCount: 1)))
        try await Task.sleep(for: .milliseconds(1))
      }
    }
  }
}

/// A gate that tests open by hand.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func wait() async {
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}

/// Waits until a condition holds, for at most a few seconds.
func eventually(_ condition: () -> Bool) async -> Bool {
  // Long: on a busy machine other tests hold all threads for a while.
  let end = ContinuousClock.now.advanced(by: .seconds(600))
  while ContinuousClock.now < end {
    if condition() { return true }
    try? await Task.sleep(for: .milliseconds(2))
  }
  return condition()
}

extension Transcript {
  /// The kinds of the entries, for comparing.
  var kinds: [String] {
    map { entry in
      switch entry {
      case .instructions: "instructions"
      case .prompt: "prompt"
      case .response: "response"
      case .toolCalls: "toolCalls"
      case .toolOutput: "toolOutput"
      case .reasoning: "reasoning"
      }
    }
  }
}
