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
  private var jobs: [Job] = []
  /// The job whose turn it is.
  private var turn = 0

  init(_ encoder: TextEncoder) { self.encoder = encoder }

  /// Serves requests until the inbox is closed.
  mutating func serve(_ inbox: Inbox<EmbeddingRequest, EmbeddingWorker>) {
    while let requests = inbox.take(mayWait: jobs.isEmpty, served: jobs.count) {
      jobs += requests.map { Job($0) }
      for index in jobs.indices.reversed() where jobs[index].request.cancellation.isCancelled {
        jobs.remove(at: index).request.finish(throwing: CancellationError())
      }
      if !jobs.isEmpty { step() }
    }
    for job in jobs { job.request.refuse(.stopped) }
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
        let job = jobs.remove(at: index)
        job.request.finish(job.vectors)
      }
    } catch {
      for index in Set(chosen.map(\.job)).sorted().reversed() { jobs.remove(at: index).request.refuse(error) }
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
