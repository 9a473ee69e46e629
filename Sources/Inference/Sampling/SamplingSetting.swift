/// A setting of the sampler chain, with its names and range.
///
/// The names are those on the command line, in requests and in GGUF files. All that read or document settings iterate
/// over ``all``, so a setting that is added there is available everywhere.
public struct SamplingSetting: Sendable {
  /// The kind of a value.
  public enum ValueKind: Sendable {
    /// A number in a range.
    case number(Field<Float>, ClosedRange<Float>)
    /// An integer in a range; below 0 for none.
    case count(Field<Int>, ClosedRange<Int>)
    /// A number of tokens; −1 for all.
    case window(Field<Int>)
    /// A signed or unsigned integer of 64 bits; −1 for a new seed each time.
    case seed
    /// The version of Mirostat, 2, or 0 for none.
    case mirostat(Field<Bool>)
    /// Texts, in which `\n` is a line end; `none` alone for no text.
    case texts(Field<[String]>)
    /// A text.
    case text(Field<String>)
    /// Ids of tokens with a signed number each, such as `15043+1` and `29889-inf`.
    case bias(Field<[Int: Float]>)
    /// A flag without a value, which sets the temperature to 0.
    case greedy

    /// The place of the value; `nil` if it is not a parameter of its own.
    var field: (any SettingField)? {
      switch self {
      case .number(let field, _): field
      case .count(let field, _), .window(let field): field
      case .mirostat(let field): field
      case .texts(let field): field
      case .text(let field): field
      case .bias(let field): field
      case .seed, .greedy: nil
      }
    }
  }

  /// The part that a setting has in its sampler.
  public enum Role: Sendable {
    /// A further parameter of a sampler, or none of a sampler.
    case detail
    /// The parameter that enables a sampler; `general.sampling.sequence` disables it with none of these names.
    case step(Set<String>)
    /// The same of a sampler that removes candidates, which a request's sampling mode disables.
    case truncation(Set<String>)
  }

  /// The name in requests.
  public var name: String
  /// The name on a command line, with its dashes.
  public var flag: String
  /// An alternative name of the flag, as in other programs.
  public var alias: String?
  /// The name of the value in help texts.
  public var placeholder: String?
  /// The name of the key in a model's file, after `general.sampling.`; `nil` if there is none.
  public var key: String?
  /// The part in its sampler.
  public var role = Role.detail
  /// The kind of value, with its range.
  public var valueKind: ValueKind
  /// The effect, in a few words.
  public var help: String

  /// The valid values, in words.
  public var range: String {
    switch valueKind {
    case .number(_, let range): "a number from \(range.lowerBound.plain) to \(range.upperBound.plain)"
    case .count(_, let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
    case .window: "an integer from -1 to \(Self.maximumCount)"
    case .seed: "an integer from \(Int64.min) to \(UInt64.max)"
    case .mirostat: "0 or 2"
    case .texts, .text: "a text"
    case .bias: "a token id and a bias, such as 29889-inf"
    case .greedy: "nothing"
    }
  }

  /// The default, in words; `nil` for none.
  public var defaultText: String? {
    let text: String? =
      switch valueKind {
      case .number(let field, _): field.standard?.plain
      // What is not a parameter of the chain is unlimited unless it is set.
      case .count(let field, let range): String(field.standard ?? range.lowerBound)
      case .window(let field): field.standard.map { $0 == .max ? "-1" : String($0) }
      case .mirostat: "0"
      case .texts(let field): field.standard.map { $0.map { $0 == "\n" ? "\\n" : $0 }.joined(separator: " ") }
      case .text: "none"
      case .seed, .bias, .greedy: nil
      }
    let isDisabled = if case .detail = role { false } else { valueKind.field?.isDisabled == true }
    return text.map { (key == nil ? "" : "from the file, else ") + $0 + (isDisabled ? ", disabled" : "") }
  }

  /// Parses the setting's values from a command line; the last one counts, unless the setting is a list.
  ///
  /// - Parameters:
  ///   - texts: The values.
  ///   - options: The options that store them.
  /// - Returns: The first invalid value; `nil` if all are valid.
  public func parse(_ texts: [String], into options: inout SamplingOptions) -> String? {
    guard let last = texts.last else { return nil }
    switch valueKind {
    case .number(let field, let range):
      guard let number = Float(last), range.contains(number) else { return last }
      options[keyPath: field.option] = number
    case .count(let field, let range):
      guard let number = Int(last), range.contains(number) else { return last }
      options[keyPath: field.option] = number < 0 ? nil : number
    case .window(let field):
      guard let number = Int(last), (-1...Self.maximumCount).contains(number) else { return last }
      options[keyPath: field.option] = number < 0 ? .max : number
    case .seed:
      // Servers' seeds are signed, so that each pattern of bits is a seed.
      guard let seed = UInt64(last) ?? Int64(last).map(UInt64.init(bitPattern:)) else { return last }
      options.seed = Int64(last) == -1 ? nil : seed
    case .mirostat(let field):
      guard last == "0" || last == "2" else { return last }
      options[keyPath: field.option] = last == "2"
    case .texts(let field):
      options[keyPath: field.option] = texts == ["none"] ? [] : texts.map { $0 == "\\n" ? "\n" : $0 }
    case .text(let field): options[keyPath: field.option] = last
    case .bias(let field):
      var biases: [Int: Float] = [:]
      for text in texts {
        guard let sign = text.firstIndex(where: { $0 == "+" || $0 == "-" }), let token = Int(text[..<sign]),
          let bias = Float(text[sign...]), bias.isFinite || text[sign...] == "-inf"
        else { return text }
        biases[token] = bias
      }
      options[keyPath: field.option] = biases
    case .greedy: options.temperature = 0
    }
    return nil
  }

  /// The maximum number of tokens in a setting.
  static let maximumCount = 1 << 30
}

extension Float {
  /// The number, without a fraction if it is integral.
  fileprivate var plain: String { Int(exactly: self).map { String($0) } ?? "\(self)" }
}

/// The place of a value of any type.
protocol SettingField: Sendable {
  /// True if the default is the value that disables the sampler.
  var isDisabled: Bool { get }
  /// Sets the option to the value that disables the sampler.
  func disable(in options: inout SamplingOptions)
  /// Sets the parameter to the option, if that is set.
  func apply(_ options: SamplingOptions, to parameters: inout SamplingParameters)
}

extension SamplingSetting {
  /// The place of a value.
  public struct Field<Value: Sendable & Equatable>: SettingField {
    /// The member of ``SamplingOptions`` that stores it.
    let option: any WritableKeyPath<SamplingOptions, Value?> & Sendable
    /// The member of ``SamplingParameters`` that it becomes; `nil` if it is none of the sampler chain.
    let parameter: (any WritableKeyPath<SamplingParameters, Value> & Sendable)?

    /// The default of models whose file recommends no other.
    var standard: Value? { parameter.map { SamplingParameters.standard[keyPath: $0] } }

    var isDisabled: Bool { parameter.map { SamplingParameters.neutral[keyPath: $0] } == standard }

    func disable(in options: inout SamplingOptions) {
      if let parameter { options[keyPath: option] = SamplingParameters.neutral[keyPath: parameter] }
    }

    func apply(_ options: SamplingOptions, to parameters: inout SamplingParameters) {
      if let parameter, let value = options[keyPath: option] { parameters[keyPath: parameter] = value }
    }
  }
}

extension SamplingSetting.Field {
  init(
    _ option: any WritableKeyPath<SamplingOptions, Value?> & Sendable,
    _ parameter: any WritableKeyPath<SamplingParameters, Value> & Sendable
  ) {
    self.init(option: option, parameter: parameter)
  }
}
