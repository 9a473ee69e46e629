/// A setting of the sampler chain, described once: how a command line, a request and a model's file call it, what it may
/// be, and where it is kept.
///
/// Readers of settings go through ``all``: a sampler that is added here can be set everywhere.
public struct SamplingSetting: Sendable {
  /// The kinds of values, each with the member of ``SamplingOptions`` that has it.
  public enum Form: Sendable {
    /// A number in a range.
    case number(any WritableKeyPath<SamplingOptions, Float?> & Sendable, ClosedRange<Float>)
    /// An integer in a range.
    case count(any WritableKeyPath<SamplingOptions, Int?> & Sendable, ClosedRange<Int>)
    /// A number of tokens, of which −1 means all.
    case window(any WritableKeyPath<SamplingOptions, Int?> & Sendable)
    /// An unsigned integer.
    case seed
    /// The version of Mirostat, 2, or 0 for none.
    case mirostat
    /// Texts, in which `\n` is a line end; `none` alone for no text.
    case texts(any WritableKeyPath<SamplingOptions, [String]?> & Sendable)
    /// A text.
    case text(any WritableKeyPath<SamplingOptions, String?> & Sendable)
    /// Ids of tokens with a signed number each, such as `15043+1` and `29889-inf`.
    case bias
    /// Nothing but that it is there: a temperature of 0.
    case greedy
  }

  /// A step of the chain that a model's file may leave out.
  public struct Step: Sendable {
    /// The names by which `general.sampling.sequence` calls the step.
    public var names: Set<String>
    /// The value with which it does nothing.
    public var off: Float
  }

  /// The name in requests.
  public var name: String
  /// The name on a command line, with its dashes.
  public var flag: String
  /// Another name that other programs have for the flag.
  public var alias: String?
  /// The name of the value in help texts.
  public var symbol: String?
  /// The effect, in a few words.
  public var help: String
  /// The default, in words; `nil` for none.
  public var standard: String?
  /// The name of the key in a model's file, after `general.sampling.`; `nil` if there is none.
  public var key: String?
  /// The step that it belongs to, if a file may leave that out.
  public var step: Step?
  /// The kind of value, with its range.
  public var form: Form

  /// The values that it may have, in words.
  public var range: String {
    switch form {
    case .number(_, let range): "a number from \(range.lowerBound.plain) to \(range.upperBound.plain)"
    case .count(_, let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
    case .window: "an integer from -1 to \(Self.largest)"
    case .seed: "an integer from 0 to \(UInt64.max)"
    case .mirostat: "0 or 2"
    case .texts, .text: "a text"
    case .bias: "a token id and a bias, such as 29889-inf"
    case .greedy: "nothing"
    }
  }

  /// Reads the setting's values as a command line has them, the last of which counts unless all do.
  ///
  /// - Parameters:
  ///   - texts: The values.
  ///   - options: Where they go.
  /// - Returns: The value that is not within the setting's ``range``, `nil` if all are.
  public func read(_ texts: [String], into options: inout SamplingOptions) -> String? {
    guard let last = texts.last else { return nil }
    switch form {
    case .number(let path, let range):
      guard let number = Float(last), range.contains(number) else { return last }
      options[keyPath: path] = number
    case .count(let path, let range):
      guard let number = Int(last), range.contains(number) else { return last }
      options[keyPath: path] = number < 0 ? nil : number
    case .window(let path):
      guard let number = Int(last), (-1...Self.largest).contains(number) else { return last }
      options[keyPath: path] = number < 0 ? .max : number
    case .seed:
      guard let number = UInt64(last) else { return last }
      options.seed = number
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

  /// The greatest number of tokens that a setting may be about.
  static let largest = 1 << 30
}

extension Float {
  /// The number without a fraction of zeros.
  fileprivate var plain: String { self == rounded() ? String(Int(self)) : "\(self)" }
}
