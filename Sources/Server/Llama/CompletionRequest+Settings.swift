import Swiftlet
import SwiftletInference
import SwiftletJSON

extension CompletionRequest {
  /// Returns the settings of the request over those of its model, under the names of llama.cpp's server.
  func settings(of model: ServedModel) -> JSONValue {
    let engine = request.engine
    var sampling = model.defaultSampling
    sampling.apply(engine.sampling)
    let adapters: JSONValue? = engine.adapterStrength.map { strength in
      .array([.members([("id", .count(0)), ("scale", .number("\(strength)"))])])
    }
    let others: [(String, JSONValue?)] = [
      ("n_predict", .count(tokenLimit ?? -1)), ("ignore_eos", .bool(engine.ignoresEnd)),
      ("stop", .array(engine.stopSequences.map { .string($0) })), ("stream", .bool(delivery.isStreamed)),
      ("n_probs", .count(logProbabilityCount ?? 0)), ("lora", adapters),
    ]
    return .members(sampling.llamaMembers + others)
  }
}
