import Swiftlet
import SwiftletInference
import SwiftletJSON
import SwiftletServer
import Testing

/// Members of requests as llama.cpp's server has them.
@Suite struct LlamaMemberTests {
  private func engine(_ members: String) throws -> EngineRequest {
    let body = #"{"messages": [{"role": "user", "content": "Hi"}], \#(members)}"#
    let value = try JSONValue.read(Array(body.utf8), options: .init())
    return try #require(try ChatCompletionRequest(value, rules: .client).choices.first).engine
  }

  @Test func samplersThatAreNotNamedAreOff() throws {
    for samplers in [#"["top_k", "temperature"]"#, #""kt""#] {
      let sampling = try engine(#""top_k": 7, "top_p": 0.5, "dry_multiplier": 1, "samplers": \#(samplers)"#).sampling
      #expect(sampling.topK == 7 && sampling.topP == 1 && sampling.minP == 0 && sampling.repetitionPenalty == 1)
      #expect(sampling.temperature == nil && sampling.dryMultiplier == 0 && sampling.xtcProbability == 0)
    }
    let whole = try engine(
      #""top_p": 0.5, "samplers": ["penalties", "dry", "top_n_sigma", "top_k", "typ_p", "top_p", "min_p", "xtc", "temperature"]"#
    ).sampling
    var expected = SamplingOptions()
    expected.topP = 0.5
    #expect(whole == expected)
  }

  @Test func samplersInAnotherOrderAreRefusedByName() throws {
    #expect {
      _ = try engine(#""samplers": ["min_p", "top_k"]"#)
    } throws: { error in
      let text = (error as? FieldError)?.description ?? ""
      return text.hasPrefix("samplers: found top_k after min_p") && text.contains("top_p, min_p, xtc")
    }
  }

  @Test func biasesAreOfTokensOrOfTexts() throws {
    for biases in [#"[["Hello", -0.5], [5, 1], ["no", false]]"#, #"{"Hello": -0.5, "5": 1, "no": false}"#] {
      let engine = try engine(#""logit_bias": \#(biases)"#)
      #expect(engine.sampling.logitBias == [5: 1])
      #expect(engine.textBias == ["Hello": -0.5, "no": -.infinity])
    }
  }

  @Test func anAdapterThatAListDoesNotNameIsOff() throws {
    #expect(try engine(#""lora": []"#).adapterStrength == 0)
    #expect(try engine(#""lora": [{"id": 0, "scale": 0.5}]"#).adapterStrength == 0.5)
    #expect(try engine(#""seed": 1"#).adapterStrength == nil)
  }
}

/// The effects of these members, with the default model.
@Suite(.enabled(if: TestServer.isAvailable, "needs the default model"))
struct LlamaMemberEffectTests {
  private func complete(_ server: ServerApplication, _ members: String) async throws -> TestResponse {
    try await server.send("POST", "/completion", #"{"prompt": "Once upon a time", "temperature": 0, \#(members)}"#)
  }

  @Test func anAnswerWithoutAnEndGoesOnToItsLimit() async throws {
    let server = try TestServer.make()
    // The end of a turn, which comes as soon as it may.
    let members = #""guided_regex": "a{1,12}", "logit_bias": {"2": 200}, "n_predict": 12"#
    let short = try await complete(server, members)
    let long = try await complete(server, members + #", "ignore_eos": true"#)
    let (shorter, longer) = (try #require(short["content"]?.string), try #require(long["content"]?.string))
    #expect(longer.utf8.count > shorter.utf8.count && longer.utf8.count == 12)
    #expect(long["generation_settings.ignore_eos"] == true)
  }

  @Test func textsThatAreBiasedComeOrNeverCome() async throws {
    let server = try TestServer.make()
    let forced = try await complete(server, #""n_predict": 3, "logit_bias": [["x", 200]]"#)
    #expect(forced["content"] == "xxx")
    let banned = try await complete(server, #""n_predict": 3, "logit_bias": [["x", 200], ["x", false]]"#)
    #expect(banned["content"]?.string?.contains("x") == false)
  }

  @Test func tokensAreThoseOfTheText() async throws {
    let server = try TestServer.make()
    let without = try await complete(server, #""n_predict": 6"#)
    #expect(without["tokens"]?.elements?.isEmpty == true)
    let whole = try await complete(server, #""n_predict": 6, "return_tokens": true"#)
    let tokens = try #require(whole["tokens"]?.elements)
    #expect(tokens.count == 6)
    let text = try await server.send("POST", "/detokenize", #"{"tokens": \#(JSONWriter.text(.array(tokens)))}"#)
    #expect(text["content"] == whole["content"])
    let stream = try await complete(server, #""n_predict": 6, "stream": true"#)
    #expect(stream.events.flatMap { $0["tokens"]?.elements ?? [] } == tokens)
  }

  @Test func piecesOfTokensKeepTheirSpaceAndProgressIsReported() async throws {
    let server = try TestServer.make()
    let pieces = try await server.send("POST", "/tokenize", #"{"content": " a b", "with_pieces": true}"#)
    let texts = pieces["tokens"]?.elements?.compactMap { $0["piece"]?.string }
    #expect(texts?.joined() == " a b")
    let prompt = String(repeating: "a cat ", count: 30)
    let stream = try await server.send(
      "POST", "/completion", #"{"prompt": "\#(prompt)", "n_predict": 1, "stream": true, "return_progress": true}"#)
    let progress = stream.events.compactMap { $0["prompt_progress"] }
    #expect(progress.count >= 2 && progress.last?["processed"] == progress.last?["total"])
    #expect(progress.allSatisfy { $0["time_ms"]?.count != nil })
  }

  @Test func anAnswerMayBeLimitedToMembers() async throws {
    let server = try TestServer.make()
    let response = try await complete(
      server, #""n_predict": 3, "response_fields": ["content", "generation_settings/n_predict", "other"]"#)
    #expect(response.json.members?.map { $0.name } == ["content", "generation_settings/n_predict"])
    #expect(response["generation_settings/n_predict"]?.count == 3)
  }

  @Test func aStopSequenceCutsOffAnAnswerInASchemaToo() async throws {
    let server = try TestServer.make()
    let response = try await server.chat("Go", #""json_schema": {"const": "one two three"}, "stop": [" two"]"#)
    #expect(response["choices.0.message.content"] == "\"one" && response["choices.0.finish_reason"] == "stop")
    let prefilled = try await server.send(
      "POST", "/v1/chat/completions",
      #"{"messages": [{"role": "user", "content": "Go"}, {"role": "assistant", "content": "{"}], "json_schema": {}}"#)
    #expect(prefilled.status == 400 && prefilled["error.message"]?.string?.contains("last message") == true)
  }
}
