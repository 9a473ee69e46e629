import Swiftlet
import SwiftletInference
import SwiftletJSON

extension CompletionRequest {
  /// The settings that the request has, under the names of llama.cpp's server; the others are those of the model.
  var settings: JSONValue {
    let engine = request.engine
    let sampling = engine.sampling
    func number(_ value: Float?) -> JSONValue? { value.map { .number("\($0)") } }
    let biases = (sampling.logitBias ?? [:]).sorted { $0.key < $1.key }.map { token, bias in
      // JSON has no infinity, which is null as on llama.cpp's server.
      JSONValue.members([("token", .count(token)), ("bias", bias.isFinite ? .number("\(bias)") : .null)])
    }
    return .members([
      ("n_predict", .count(tokenLimit ?? -1)), ("seed", sampling.seed.map { .number(String($0)) }),
      ("temperature", number(sampling.temperature)), ("top_k", sampling.topK.map { .count($0) }),
      ("top_p", number(sampling.topP)), ("min_p", number(sampling.minP)), ("typical_p", number(sampling.typicalP)),
      ("top_n_sigma", number(sampling.topNSigma)), ("repeat_penalty", number(sampling.repetitionPenalty)),
      ("frequency_penalty", number(sampling.frequencyPenalty)),
      ("presence_penalty", number(sampling.presencePenalty)),
      ("dry_multiplier", number(sampling.dryMultiplier)), ("xtc_probability", number(sampling.xtcProbability)),
      ("ignore_eos", .bool(engine.ignoresEnd)), ("logit_bias", .array(biases)),
      ("stop", .array(engine.stopSequences.map { .string($0) })), ("stream", .bool(delivery.isStreamed)),
      ("n_probs", .count(logProbabilityCount ?? 0)),
      ("lora", engine.adapterStrength.map { .array([.members([("id", .count(0)), ("scale", .number("\($0)"))])]) }),
    ])
  }
}
