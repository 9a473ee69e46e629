/// The loop of an ``EmbeddingEngine``'s thread, which runs the texts of all requests in batches.
struct EmbeddingWorker {
  private struct Job {
    let request: EmbeddingRequest
    /// The index of the next text.
    var next = 0
    var doneCount = 0
    var vectors: [[Float]]

    init(_ request: EmbeddingRequest) {
      self.request = request
      vectors = Array(repeating: [], count: request.texts.count)
    }

    /// The number of tokens of the next text; nil after the last.
    var nextCount: Int? { next < request.texts.count ? request.texts[next].tokens.count : nil }
  }

  private let encoder: TextEncoder
  private let queue: RequestQueue<EmbeddingRequest, EmbeddingWorker>
  private var jobs: [Job] = []
  /// The index of the job from which the next batch starts.
  private var turn = 0

  init(_ encoder: TextEncoder, _ queue: RequestQueue<EmbeddingRequest, EmbeddingWorker>) {
    (self.encoder, self.queue) = (encoder, queue)
  }

  /// Serves requests until the queue is closed.
  mutating func serve() {
    while let requests = queue.take(blocking: jobs.isEmpty) {
      jobs += requests.map { Job($0) }
      for index in jobs.indices.reversed() where jobs[index].request.cancellation.isCancelled {
        remove(index).finish(throwing: CancellationError())
      }
      if !jobs.isEmpty { step() }
    }
    for job in jobs { job.request.reject(.stopped) }
  }

  /// Removes a job and releases its capacity, before its caller is resumed.
  private mutating func remove(_ index: Int) -> EmbeddingRequest {
    queue.release(1)
    return jobs.remove(at: index).request
  }

  /// Runs a batch, and finishes the requests that are complete.
  private mutating func step() {
    let chosen = chooseTexts()
    do throws(InferenceError) {
      let texts = chosen.map { jobs[$0.job].request.texts[$0.text] }
      for (choice, vector) in zip(chosen, try encoder.vectors(of: texts)) {
        jobs[choice.job].vectors[choice.text] = vector
        jobs[choice.job].doneCount += 1
      }
      for index in jobs.indices.reversed() where jobs[index].doneCount == jobs[index].vectors.count {
        let vectors = jobs[index].vectors
        remove(index).finish(vectors)
      }
    } catch {
      for index in Set(chosen.map(\.job)).sorted().reversed() { remove(index).reject(error) }
    }
  }

  /// Selects a text of each job in turn (round-robin), as many as fit into a batch.
  private mutating func chooseTexts() -> [(job: Int, text: Int)] {
    var (chosen, rows): ([(job: Int, text: Int)], Int) = ([], 0)
    var job = turn % jobs.count
    var exhausted = 0
    while exhausted < jobs.count {
      if let count = jobs[job].nextCount {
        guard chosen.isEmpty || rows + count <= TextEncoder.rows else { break }
        chosen.append((job, jobs[job].next))
        jobs[job].next += 1
        rows += count
        exhausted = 0
      } else {
        exhausted += 1
      }
      job = (job + 1) % jobs.count
    }
    turn = job
    return chosen
  }
}
