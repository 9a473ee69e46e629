import SwiftletInference
import SwiftletJSON

/// A sampler of the chain, with its names on llama.cpp's server.
private struct NamedSampler {
  /// The names; the first one is that of errors.
  let names: [String]
  /// The letter in the short form of the chain.
  let letter: Character
  /// The settings that enable it.
  let settings: [String]

  /// All samplers, in the order in which they run.
  static let chain = [
    NamedSampler(
      names: ["penalties"], letter: "e", settings: ["repetition_penalty", "frequency_penalty", "presence_penalty"]),
    NamedSampler(names: ["dry"], letter: "d", settings: ["dry_multiplier"]),
    NamedSampler(names: ["top_n_sigma", "top-n-sigma"], letter: "s", settings: ["top_n_sigma"]),
    NamedSampler(names: ["top_k", "top-k"], letter: "k", settings: ["top_k"]),
    NamedSampler(names: ["typ_p", "typical_p", "typical-p", "typical"], letter: "y", settings: ["typical_p"]),
    NamedSampler(names: ["top_p", "top-p", "nucleus"], letter: "p", settings: ["top_p"]),
    NamedSampler(names: ["min_p", "min-p"], letter: "m", settings: ["min_p"]),
    NamedSampler(names: ["xtc"], letter: "x", settings: ["xtc_probability"]),
    NamedSampler(names: ["temperature", "temp"], letter: "t", settings: ["temperature", "dynatemp_range"]),
  ]
}

extension JSONFields {
  /// Disables the samplers that `samplers` does not name: an array of names, or a text of their letters.
  ///
  /// - Throws: ``FieldError`` for a name that there is not, and for an order that is not that of the chain.
  func disableSamplers(in options: inout SamplingOptions) throws(FieldError) {
    guard let value = member("samplers") else { return }
    let path = path(of: "samplers")
    let names: [String]
    if let letters = value.string { names = letters.map { String($0) } } else { names = try texts("samplers") ?? [] }
    var named: Set<Int> = []
    var last = -1
    for name in names {
      let index = NamedSampler.chain.firstIndex { sampler in
        value.string == nil ? sampler.names.contains(name) : String(sampler.letter) == name
      }
      let known = NamedSampler.chain.map { $0.names[0] }.joined(separator: ", ")
      guard let index else {
        throw FieldError(
          path, "found \(name.prefix(40).debugDescription), expected samplers of \(known)", code: "unsupported_value")
      }
      guard index >= last else {
        throw FieldError(
          path,
          "found \(name.prefix(40)) after \(NamedSampler.chain[last].names[0]); samplers run in the order \(known)",
          code: "unsupported_value")
      }
      (last, named) = (index, named.union([index]))
    }
    for (index, sampler) in NamedSampler.chain.enumerated() where !named.contains(index) {
      for setting in sampler.settings { options.disableSampler(of: setting) }
    }
  }
}
