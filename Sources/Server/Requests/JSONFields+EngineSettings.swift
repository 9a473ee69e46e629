import Swiftlet
import SwiftletInference
import SwiftletJSON

extension JSONFields {
  /// Sets what a client asks of the sampler and of the model's adapter, for any kind of request.
  func apply(to engine: inout EngineRequest) throws(FieldError) {
    engine.sampling = try clientSampling
    try disableSamplers(in: &engine.sampling)
    engine.textBias = try logitBiases.texts
    engine.ignoresEnd = try bool("ignore_eos") ?? false
    engine.adapterStrength = try adapterScale
  }
}
