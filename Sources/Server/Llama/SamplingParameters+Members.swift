import SwiftletInference
import SwiftletJSON

extension SamplingParameters {
  /// The members of the parameters, under the names of llama.cpp's server.
  var llamaMembers: [(String, JSONValue?)] {
    // As there, a seed that changes with each request is the largest number of 32 bits.
    var members: [(String, JSONValue?)] = [("seed", .number(seed.map { String($0) } ?? "4294967295"))]
    for setting in SamplingSetting.all {
      let name = setting.name == "repetition_penalty" ? "repeat_penalty" : setting.name
      switch setting.value(in: self) {
      case .number(let number): members.append((name, .number(Self.text(number))))
      case .integer(let integer): members.append((name, .count(integer)))
      case .texts(let texts): members.append((name, .array(texts.map { .string($0) })))
      case nil: break
      }
    }
    let biases = logitBias.sorted { $0.key < $1.key }.map { token, bias in
      // JSON has no infinity, which is null as on llama.cpp's server.
      JSONValue.members([("token", .count(token)), ("bias", bias.isFinite ? .number(Self.text(bias)) : .null)])
    }
    return members + [("logit_bias", .array(biases))]
  }

  /// The shortest digits of a number, without a fraction if it is integral.
  private static func text(_ number: Float) -> String { Int(exactly: number).map { String($0) } ?? "\(number)" }
}

extension ServedModel {
  /// The sampling parameters of requests that set none.
  var defaultSampling: SamplingParameters {
    var parameters = SamplingParameters.standard
    for options in [properties?.recommendedSampling].compactMap(\.self) + sampling { parameters.apply(options) }
    return parameters
  }
}
