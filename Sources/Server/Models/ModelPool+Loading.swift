import Swiftlet
import Synchronization

// Loads, of which one runs at a time.

extension ModelPool {
  /// Returns a model in memory, which the first request that asks for it loads.
  ///
  /// - Throws: ``RequestFailure`` if it cannot be loaded, or `CancellationError`.
  func loaded(_ model: ServedModel) async throws -> GGUFLanguageModel {
    let now = clock.now
    let (loaded, failure, task) = entries.withLock {
      entries -> (GGUFLanguageModel?, (any Error)?, Task<GGUFLanguageModel, any Error>?) in
      guard let index = entries.firstIndex(where: { $0.definition.name == model.name }) else { return (nil, nil, nil) }
      if entries[index].isLoaded { return (entries[index].model, nil, nil) }
      if let task = entries[index].loading { return (nil, nil, task) }
      if let failure = entries[index].failure, now - failure.time < Self.failureTime {
        return (nil, failure.error, nil)
      }
      let task = makeLoad { try await $0.finishLoad(model) }
      (entries[index].loading, entries[index].progress, entries[index].failure) = (task, 0, nil)
      return (nil, nil, task)
    }
    if let loaded { return loaded }
    if let failure { throw failure }
    guard let task else { throw RequestFailure(404, .notFound, code: "model_not_found", "the model was removed") }
    // A client that leaves must not end the load for others, nor wait for it.
    return try await task.valueUnlessCancelled
  }

  /// The task of a load, after that of another model.
  func makeLoad<Loaded: Sendable>(
    _ body: @escaping @Sendable (ModelPool) async throws -> Loaded
  ) -> Task<Loaded, any Error> {
    lastLoad.withLock { last in
      let previous = last
      let task = Task { [weak self] in
        await previous?.value
        guard let self else { throw CancellationError() }
        return try await body(self)
      }
      last = Task { _ = await task.result }
      return task
    }
  }

  private func finishLoad(_ model: ServedModel) async throws -> GGUFLanguageModel {
    do {
      let language = try await makingRoomWhenNeeded(for: model) {
        let known = self.entries.withLock { entries in entries.first { $0.definition.name == model.name }?.model }
        let language = try known ?? model.make()
        self.change(model.name) { $0.model = language }
        if !language.isLoaded {
          try await self.makeRoomInMemory(for: model)
          try await language.load { [weak self] part in self?.change(model.name) { $0.progress = part } }
        }
        return language
      }
      change(model.name) { $0.loading = nil }
      return language
    } catch {
      let failure = loadFailure(error, model)
      change(model.name) { ($0.loading, $0.failure) = (nil, (failure, clock.now)) }
      throw failure
    }
  }

  /// Returns the failure of a load for clients, after logging its reason.
  func loadFailure(_ error: any Error, _ model: ServedModel) -> RequestFailure {
    configuration.log("swiftlet: the model \(model.name) cannot be loaded: \(ErrorText(error))")
    return RequestFailure(500, .server, "the model \(model.name) cannot be loaded; the server's log says why")
  }
}

extension Task {
  /// The value of the task; `CancellationError` at once if the task that waits for it is cancelled.
  var valueUnlessCancelled: Success {
    get async throws {
      let gate = AnswerQueue(limit: 1)
      let waiting = Task<Void, Never> {
        _ = await result
        gate.finish(.success(()))
      }
      _ = waiting
      _ = try await gate.next()
      return try await value
    }
  }
}
