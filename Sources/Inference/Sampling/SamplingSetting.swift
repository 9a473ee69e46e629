/// A setting of the sampler chain, with its names and range.
///
/// The names are those on the command line, in requests and in GGUF files. All parsers of settings iterate over
/// ``all``, so a setting that is added there is available everywhere.
public struct SamplingSetting: Sendable {
  /// The kind of a value, with the member of ``SamplingOptions`` that stores it.
  public enum ValueKind: Sendable {
    /// A number in a range.
    case number(any WritableKeyPath<SamplingOptions, Float?> & Sendable, ClosedRange<Float>)
    /// An integer in a range.
    case count(any WritableKeyPath<SamplingOptions, Int?> & Sendable, ClosedRange<Int>)
    /// A number of tokens; −1 for all.
    case window(any WritableKeyPath<SamplingOptions, Int?> & Sendable)
    /// A signed or unsigned integer of 64 bits; −1 for a new seed each time.
    case seed
    /// The version of Mirostat, 2, or 0 for none.
    case mirostat
    /// Texts, in which `\n` is a line end; `none` alone for no text.
    case texts(any WritableKeyPath<SamplingOptions, [String]?> & Sendable)
    /// A text.
    case text(any WritableKeyPath<SamplingOptions, String?> & Sendable)
    /// Ids of tokens with a signed number each, such as `15043+1` and `29889-inf`.
    case bias
    /// A flag without a value, which sets the temperature to 0.
    case greedy
  }

  /// A sampler of the chain, which a model's file may disable.
  public struct Step: Sendable {
    /// The names of the sampler in `general.sampling.sequence`.
    public var names: Set<String>
    /// The value that disables it.
    public var off: Float
  }

  /// The name in requests.
  public var name: String
  /// The name on a command line, with its dashes.
  public var flag: String
  /// An alternative name of the flag, as in other programs.
  public var alias: String?
  /// The name of the value in help texts.
  public var placeholder: String?
  /// The effect, in a few words.
  public var help: String
  /// The default, in words; `nil` for none.
  public var defaultText: String?
  /// The name of the key in a model's file, after `general.sampling.`; `nil` if there is none.
  public var key: String?
  /// The sampler that it belongs to, if a file may disable that.
  public var step: Step?
  /// The kind of value, with its range.
  public var valueKind: ValueKind

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

  /// Parses the setting's values from a command line; the last one counts, unless the setting is a list.
  ///
  /// - Parameters:
  ///   - texts: The values.
  ///   - options: The options that store them.
  /// - Returns: The first invalid value; `nil` if all are valid.
  public func parse(_ texts: [String], into options: inout SamplingOptions) -> String? {
    guard let last = texts.last else { return nil }
    switch valueKind {
    case .number(let path, let range):
      guard let number = Float(last), range.contains(number) else { return last }
      options[keyPath: path] = number
    case .count(let path, let range):
      guard let number = Int(last), range.contains(number) else { return last }
      options[keyPath: path] = number < 0 ? nil : number
    case .window(let path):
      guard let number = Int(last), (-1...Self.maximumCount).contains(number) else { return last }
      options[keyPath: path] = number < 0 ? .max : number
    case .seed:
      // Servers' seeds are signed, so that each pattern of bits is a seed.
      guard let seed = UInt64(last) ?? Int64(last).map(UInt64.init(bitPattern:)) else { return last }
      options.seed = Int64(last) == -1 ? nil : seed
    case .mirostat:
      guard last == "0" || last == "2" else { return last }
      options.usesMirostat = last == "2"
    case .texts(let path):
      options[keyPath: path] = texts == ["none"] ? [] : texts.map { $0 == "\\n" ? "\n" : $0 }
    case .text(let path): options[keyPath: path] = last
    case .bias:
      var biases: [Int: Float] = [:]
      for text in texts {
        guard let sign = text.firstIndex(where: { $0 == "+" || $0 == "-" }), let token = Int(text[..<sign]),
          let bias = Float(text[sign...]), !bias.isNaN
        else { return text }
        biases[token] = bias
      }
      options.logitBias = biases
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
