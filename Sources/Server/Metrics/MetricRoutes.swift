import Swiftlet

extension ServerApplication {
  /// The routes of metrics and of the description of all routes.
  static var metricRoutes: [Route] {
    [
      Route("GET", "/metrics") { routed in
        let metrics = routed.services.metrics
        return HTTPResponse(
          status: 200,
          headers: [
            "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
            "Process-Start-Time-Unix": String(metrics.startTime),
          ],
          body: .bytes(Array(routed.services.prometheusText.utf8)))
      },
      Route("GET", "/openapi.json", isPublic: true) { _ in OpenAPIDescription.response },
    ]
  }
}

extension ServerServices {
  /// The metrics as text.
  fileprivate var prometheusText: String {
    let (values, counts, models) = (metrics.values, queue.counts, models.descriptions)
    var text = PrometheusText(prefix: configuration.metricsPrefix)
    let requests = values.requests.sorted { ($0.key.path, $0.key.status) < ($1.key.path, $1.key.status) }
    text.add(
      "http_requests_total", "counter", "Requests that have ended.",
      requests.map { ([("path", $0.key.path), ("code", String($0.key.status))], Double($0.value)) })
    func counter(_ name: String, _ help: String, _ value: Double) { text.add(name, "counter", help, value) }
    func gauge(_ name: String, _ help: String, _ value: Double) { text.add(name, "gauge", help, value) }
    counter("requests_cancelled_total", "Requests whose clients went away.", Double(values.cancelled))
    counter(
      "prompt_tokens_total", "Tokens of prompts, also those from the prefix cache.", Double(values.promptTokens))
    counter(
      "prompt_tokens_cached_total", "Tokens of prompts from the prefix cache.", Double(values.cachedTokens))
    counter("prompt_seconds_total", "Seconds of reading prompts, of all choices of answers.", values.promptSeconds)
    counter("tokens_predicted_total", "Generated tokens.", Double(values.generatedTokens))
    counter(
      "tokens_predicted_seconds_total", "Seconds of generating, of all choices of answers.", values.generationSeconds)
    // Averages exist once there is a time.
    if values.promptSeconds > 0 {
      gauge(
        "prompt_tokens_seconds", "Tokens of prompts that were read per second, on average.",
        Double(values.readTokens) / values.promptSeconds)
    }
    if values.generationSeconds > 0 {
      gauge(
        "predicted_tokens_seconds", "Generated tokens per second of an answer, on average.",
        Double(values.generatedTokens) / values.generationSeconds)
    }
    gauge("n_tokens_max", "Largest number of tokens of a prompt and its answer.", Double(values.longestContext))
    func counters(_ name: String, _ help: String, _ count: KeyPath<GGUFLanguageModel.Statistics, Int>) {
      text.add(
        name, "counter", help,
        models.compactMap { description in
          description.statistics.map { ([("model", description.model.name)], Double($0[keyPath: count])) }
        })
    }
    counters("n_decode_total", "Passes through a model that computes answers.", \.steps)
    counters("spec_decode_num_draft_tokens_total", "Tokens of drafts of speculative decoding.", \.draftTokens)
    counters("spec_decode_num_accepted_tokens_total", "Tokens of drafts that were accepted.", \.acceptedTokens)
    gauge("requests_processing", "Answers that are being generated.", Double(counts.running))
    gauge("requests_deferred", "Requests that wait for others.", Double(counts.waiting))
    text.add(
      "model_bytes", "gauge", "Bytes of weights and caches in memory.",
      models.map { ([("model", $0.model.name)], Double($0.byteCount)) })
    gauge("models_loaded", "Models in memory.", Double(models.count { $0.status == .loaded }))
    let pages = models.flatMap { description -> [(labels: [(String, String)], value: Double)] in
      [("used", description.usedPages), ("total", description.pageCount)].map { state, count in
        ([("model", description.model.name), ("state", state)], Double(count))
      }
    }
    text.add("kv_pages", "gauge", "Pages of 64 tokens of the caches of loaded models.", pages)
    if let bytes = ProcessMemory.residentBytes {
      gauge("resident_bytes", "Bytes of the process in memory, mapped files among them.", Double(bytes))
    }
    text.add("time_to_first_token_seconds", "Time until the first piece of an answer.", values.firstTokenTime)
    text.add("inter_token_seconds", "Time between pieces of an answer.", values.interTokenTime)
    text.add("queue_seconds", "Time that requests waited for others.", values.queueTime)
    return text.text
  }
}
