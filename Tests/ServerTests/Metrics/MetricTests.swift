import SwiftletJSON
import SwiftletServer
import Testing

/// The text of metrics.
@Suite struct MetricTests {
  /// The value of a line.
  private func value(_ name: String, _ text: String) -> Double? {
    text.split(separator: "\n").first { $0.hasPrefix(name + " ") }.flatMap { $0.split(separator: " ").last }
      .flatMap { Double($0) }
  }

  @Test func histogramsAreCumulative() {
    var histogram = Histogram()
    for value in [0.0005, 0.3, 0.4, 1000] { histogram.observe(value) }
    var text = PrometheusText()
    text.add("x", "Help.", histogram)
    #expect(text.text.hasPrefix("# HELP swiftlet_x Help.\n# TYPE swiftlet_x histogram\n"))
    #expect(value(#"swiftlet_x_bucket{le="0.001"}"#, text.text) == 1)
    #expect(value(#"swiftlet_x_bucket{le="0.5"}"#, text.text) == 3)
    #expect(value(#"swiftlet_x_bucket{le="300"}"#, text.text) == 3)
    #expect(value(#"swiftlet_x_bucket{le="+Inf"}"#, text.text) == 4)
    #expect(value("swiftlet_x_count", text.text) == 4)
  }

  @Test func labelsAreEscaped() {
    var text = PrometheusText()
    text.add("x", "gauge", "Help.", [([("a", "q\"\\\n")], 1)])
    #expect(text.text.hasSuffix(#"swiftlet_x{a="q\"\\\n"} 1"# + "\n"))
  }

  @Test func requestsAreCountedByTheirPathsAndStatuses() async throws {
    let server = TestServer.empty()
    _ = try await server.send("GET", "/health")
    _ = try await server.send("GET", "/v1/models/a/b")
    _ = try await server.send("GET", "/secret/path")
    let text = try await server.send("GET", "/metrics").body
    #expect(value(#"swiftlet_http_requests_total{path="/health",code="200"}"#, text) == 1)
    #expect(value(#"swiftlet_http_requests_total{path="/v1/models/*",code="404"}"#, text) == 1)
    #expect(value(#"swiftlet_http_requests_total{path="other",code="404"}"#, text) == 1)
    #expect(!text.contains("secret"))
  }

  @Test(.enabled(if: TestServer.isAvailable, "needs the default model"))
  func memoryAndPagesAreThoseOfLoadedModels() async throws {
    let server = try TestServer.make { $0.metricsPrefix = "llamacpp:" }
    _ = try await server.chat("Go", #""max_tokens": 1"#)
    let text = try await server.send("GET", "/metrics").body
    #expect(!text.contains("swiftlet_") && value("llamacpp:models_loaded", text) == 1)
    let used = try #require(value(#"llamacpp:kv_pages{model="tiny",state="used"}"#, text))
    let total = try #require(value(#"llamacpp:kv_pages{model="tiny",state="total"}"#, text))
    #expect(used >= 1 && total >= used)
    #if os(Linux)
      #expect(value("llamacpp:resident_bytes", text) ?? 0 > 1_000_000)
    #endif
  }

  @Test(.enabled(if: TestServer.isAvailable, "needs the default model"))
  func countersAreTheSumsOfUsages() async throws {
    let server = try TestServer.embedding()
    var (prompt, cached, output) = (0, 0, 0)
    func add(_ usage: JSONValue?) {
      prompt += usage?["prompt_tokens"]?.count ?? 0
      cached += usage?.member(at: "prompt_tokens_details.cached_tokens")?.count ?? 0
      output += usage?["completion_tokens"]?.count ?? 0
    }
    let story = String(repeating: "The little dog ran over the hill. ", count: 20)
    for members in [#""max_tokens": 3"#, #""max_tokens": 4, "n": 2"#] {
      add(try await server.chat(story, members)["usage"])
    }
    let stream = try await server.chat(
      story, #""max_tokens": 3, "stream": true, "stream_options": {"include_usage": true}"#)
    add(stream.events.last?["usage"])
    for prompt in [#"["a b", "c"]"#, #""d""#] {
      let body = #"{"prompt": \#(prompt), "max_tokens": 2, "n": 2}"#
      add(try await server.send("POST", "/v1/completions", body)["usage"])
    }
    add(try await server.send("POST", "/v1/embeddings", #"{"input": "The dog runs."}"#)["usage"])
    let text = try await server.send("GET", "/metrics").body
    #expect(prompt > 0 && cached > 0 && output > 0)
    #expect(value("swiftlet_prompt_tokens_total", text) == Double(prompt))
    #expect(value("swiftlet_prompt_tokens_cached_total", text) == Double(cached))
    #expect(value("swiftlet_tokens_predicted_total", text) == Double(output))
    #expect(value("swiftlet_time_to_first_token_seconds_count", text) == 5)
    #expect(value("swiftlet_queue_seconds_count", text) == 6)
  }

  @Test(.enabled(if: TestServer.isAvailable, "needs the default model"))
  func secondsAreTheSumsOfTimings() async throws {
    let server = try TestServer.make { $0.metricsPrefix = "llamacpp:" }
    let before = try await server.send("GET", "/metrics").body
    #expect(!before.contains("llamacpp:prompt_tokens_seconds") && !before.contains("llamacpp:predicted_tokens_seconds"))
    var (read, promptSeconds, generated, seconds, longest) = (0, 0.0, 0, 0.0, 0)
    func number(_ value: JSONValue?) -> Double {
      if case .number(let text)? = value { Double(text) ?? 0 } else { 0 }
    }
    func add(_ timings: JSONValue?) {
      let (new, tokens) = (timings?["prompt_n"]?.count ?? 0, timings?["predicted_n"]?.count ?? 0)
      (read, generated) = (read + new, generated + tokens)
      promptSeconds += number(timings?["prompt_ms"]) / 1000
      seconds += number(timings?["predicted_ms"]) / 1000
      longest = max(longest, new + (timings?["cache_n"]?.count ?? 0) + tokens)
    }
    let story = String(repeating: "The little dog ran over the hill. ", count: 20)
    for _ in 0..<2 { add(try await server.chat(story, #""max_tokens": 3"#)["timings"]) }
    let several = try await server.send(
      "POST", "/completion", #"{"prompt": ["Once upon", "A fox"], "n_predict": 4, "ignore_eos": true}"#)
    for answer in several.json.elements ?? [] { add(answer["timings"]) }
    let text = try await server.send("GET", "/metrics").body
    func isEqual(_ name: String, _ expected: Double) -> Bool {
      abs((value("llamacpp:" + name, text) ?? -1) - expected) <= 1e-9 * max(1, expected)
    }
    #expect(promptSeconds > 0 && seconds > 0 && read > 0 && generated >= 10)
    #expect(isEqual("prompt_seconds_total", promptSeconds) && isEqual("tokens_predicted_seconds_total", seconds))
    #expect(isEqual("prompt_tokens_seconds", Double(read) / promptSeconds))
    #expect(isEqual("predicted_tokens_seconds", Double(generated) / seconds))
    #expect(isEqual("n_tokens_max", Double(longest)))
    // Those of the engine, which other tests may use too.
    #expect(value(#"llamacpp:n_decode_total{model="tiny"}"#, text) ?? 0 >= 4)
    let drafted = try #require(value(#"llamacpp:spec_decode_num_draft_tokens_total{model="tiny"}"#, text))
    let accepted = try #require(value(#"llamacpp:spec_decode_num_accepted_tokens_total{model="tiny"}"#, text))
    #expect(accepted <= drafted)
  }
}
