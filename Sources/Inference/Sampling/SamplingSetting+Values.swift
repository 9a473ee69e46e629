extension SamplingSetting {
  /// The value of a setting, in the form of requests.
  package enum Value: Sendable, Equatable {
    /// A number.
    case number(Float)
    /// An integer; −1 for all tokens.
    case integer(Int)
    /// Texts.
    case texts([String])
  }

  /// Returns the value of the setting in parameters of the sampler chain.
  ///
  /// - Parameter parameters: The parameters.
  /// - Returns: The value; nil of settings that have no value in the chain, and of seed and biases.
  package func value(in parameters: SamplingParameters) -> Value? {
    switch valueKind {
    case .number(let field, _): field.parameter.map { .number(parameters[keyPath: $0]) }
    case .count(let field, _): field.parameter.map { .integer(parameters[keyPath: $0]) }
    case .window(let field):
      field.parameter.map { parameters[keyPath: $0] }.map { .integer($0 > Self.maximumCount ? -1 : $0) }
    case .mirostat(let field): field.parameter.map { .integer(parameters[keyPath: $0] ? 2 : 0) }
    case .texts(let field): field.parameter.map { .texts(parameters[keyPath: $0]) }
    case .seed, .text, .bias, .greedy: nil
    }
  }
}
