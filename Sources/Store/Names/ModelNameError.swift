/// An invalid name of a model: the part that is wrong, what was found and what was expected.
public struct ModelNameError: Error, Sendable, Equatable {
  /// The parts of names.
  public enum Part: String, Sendable {
    /// The whole name.
    case name
    /// The text before the colon.
    case scheme
    /// The user and the repository.
    case repository
    /// The revision after `@`.
    case revision
    /// The quantization after the last colon.
    case quantization
    /// The path of a file.
    case file
    /// The host of a registry or URL.
    case host
    /// The namespace of an ollama model.
    case namespace
    /// The publisher of an LM Studio model.
    case publisher
    /// The model of a registry.
    case model
    /// The tag of an ollama model.
    case tag
  }

  /// The name as given.
  public var name: String
  /// The part that is wrong.
  public var part: Part
  /// The text of that part.
  public var found: String
  /// The form that was expected.
  public var expected: String
}

extension ModelNameError: CustomStringConvertible {
  /// A description in one line.
  public var description: String {
    let shown = NameRules.printable(name)
    return part == .name
      ? "\(shown): expected \(expected)"
      : "\(shown): found the \(part.rawValue) \(NameRules.printable(found)), expected \(expected)"
  }
}
