/// What the thread of an ``EmbeddingEngine`` runs: texts of all requests together, a batch at a time.
struct EmbeddingWorker {
  private struct Job {
    let request: EmbeddingRequest
    /// The text that comes next.
    var next = 0
    var doneCount = 0
    var vectors: [[Float]]

    init(_ request: EmbeddingRequest) {
      self.request = request
      vectors = Array(repeating: [], count: request.texts.count)
    }

    /// The number of tokens of the text that comes next.
    var nextCount: Int? { next < request.texts.count ? request.texts[next].count : nil }
  }

  private let encoder: TextEncoder
  /// Where requests come from.
  private let inbox: Inbox<EmbeddingRequest, EmbeddingWorker>
  private var jobs: [Job] = []
  /// The job whose turn it is.
  private var turn = 0

  init(_ encoder: TextEncoder, _ inbox: Inbox<EmbeddingRequest, EmbeddingWorker>) {
    (self.encoder, self.inbox) = (encoder, inbox)
  }

  /// Serves requests until the inbox is closed.
  mutating func serve() {
    while let requests = inbox.take(mayWait: jobs.isEmpty) {
      jobs += requests.map { Job($0) }
      for index in jobs.indices.reversed() where jobs[index].request.cancellation.isCancelled {
        end(index).finish(throwing: CancellationError())
      }
      if !jobs.isEmpty { step() }
    }
    for job in jobs { job.request.refuse(.stopped) }
  }

  /// Takes a job off the list and gives its place back; before whoever waits for it is told.
  private mutating func end(_ index: Int) -> EmbeddingRequest {
    inbox.release(1)
    return jobs.remove(at: index).request
  }

  /// Runs a batch, and ends the requests that are done with it.
  private mutating func step() {
    let chosen = chooseTexts()
    do throws(InferenceError) {
      let texts = chosen.map { choice in
        let request = jobs[choice.job].request
        return TextEncoder.Text(tokens: request.texts[choice.text], pooling: request.pooling)
      }
      for (choice, vector) in zip(chosen, try encoder.vectors(of: texts)) {
        jobs[choice.job].vectors[choice.text] = vector
        jobs[choice.job].doneCount += 1
      }
      for index in jobs.indices.reversed() where jobs[index].doneCount == jobs[index].vectors.count {
        let vectors = jobs[index].vectors
        end(index).finish(vectors)
      }
    } catch {
      for index in Set(chosen.map(\.job)).sorted().reversed() { end(index).refuse(error) }
    }
  }

  /// Takes a text of each job in turn, so that a long list does not hold up a short one, as far as they fit.
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
