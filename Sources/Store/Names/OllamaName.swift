/// The name of a model of ollama: `[host/][namespace/]model[:tag]`.
///
/// Names that differ only in case are equal, as in ollama.
public struct OllamaName: Sendable {
  /// The host of the registry, possibly with a port.
  public var host: String
  /// The namespace.
  public var namespace: String
  /// The model.
  public var model: String
  /// The tag.
  public var tag: String

  static let defaultHost = "registry.ollama.ai"
  static let defaultNamespace = "library"

  /// Creates a name from checked parts.
  init(host: String = defaultHost, namespace: String = defaultNamespace, model: String, tag: String = "latest") {
    (self.host, self.namespace, self.model, self.tag) = (host, namespace, model, tag)
  }

  /// Parses a name.
  ///
  /// The tag begins after the last colon behind the last slash, since hosts have ports.
  init(parsing text: Substring, of name: String) throws(ModelNameError) {
    var parts = text.split(separator: "/", omittingEmptySubsequences: false)
    var tag = Substring("latest")
    if let last = parts.last, let colon = last.lastIndex(of: ":") {
      tag = last[last.index(after: colon)...]
      parts[parts.count - 1] = last[..<colon]
    }
    guard (1...3).contains(parts.count) else {
      throw ModelNameError(
        name: name, part: .model, found: String(text), expected: "[host/][namespace/]model[:tag]")
    }
    let model = parts[parts.count - 1]
    let namespace = parts.count > 1 ? parts[parts.count - 2] : Substring(Self.defaultNamespace)
    let host = parts.count > 2 ? parts[0] : Substring(Self.defaultHost)
    let checks: [(ModelNameError.Part, Substring, String, Int)] = [
      (.host, host, "-._:", 350), (.namespace, namespace, "-_", 80), (.model, model, "-._", 80), (.tag, tag, "-._", 80),
    ]
    for (part, found, extra, maximum) in checks {
      // A first letter, digit or underscore also excludes `..`.
      let isPlain = found.utf8.first.map { NameRules.isLetterOrDigit($0) || $0 == UInt8(ascii: "_") } ?? false
      guard isPlain, NameRules.isWord(found, extra: extra, maximum: maximum) else {
        throw ModelNameError(
          name: name, part: part, found: String(found),
          expected: "1 to \(maximum) letters, digits and \(extra.map { "'\($0)'" }.joined(separator: ", "))")
      }
    }
    self.init(host: String(host), namespace: String(namespace), model: String(model), tag: String(tag))
  }

  /// The form in which names are compared.
  private var folded: [String] { [host, namespace, model, tag].map { $0.lowercased() } }
}

extension OllamaName: Hashable {
  /// Compares all four parts, ignoring case.
  public static func == (lhs: OllamaName, rhs: OllamaName) -> Bool { lhs.folded == rhs.folded }

  /// Hashes the parts in lower case.
  public func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

extension OllamaName: CustomStringConvertible {
  /// The shortest form, as `ollama list` prints it.
  public var description: String {
    let isDefaultHost = host.lowercased() == Self.defaultHost
    let isDefaultNamespace = isDefaultHost && namespace.lowercased() == Self.defaultNamespace
    return (isDefaultHost ? "" : host + "/") + (isDefaultNamespace ? "" : namespace + "/") + "\(model):\(tag)"
  }
}
