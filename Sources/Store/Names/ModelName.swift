public import Foundation

/// The name of a model: a file, or a model of a hub or store.
///
/// | form | meaning |
/// |---|---|
/// | `path.gguf`, `./x`, `/x`, `~/x`, `file://…` | a file; of a split model any part |
/// | `hf:user/repo[@revision][:QUANT]`, also `hf://…`, `hf.co/…`, `https://huggingface.co/…` | a repository |
/// | `hf:user/repo[@revision]/dir/file.gguf`, `…/resolve/revision/file.gguf`, `…/blob/…` | a file of a repository |
/// | `ollama:[host/][namespace/]model[:tag]` | a model in ollama's store |
/// | `lmstudio:publisher/model[:QUANT]`, `lmstudio:publisher/model/file.gguf` | a model in LM Studio's folder |
/// | `https://host/x.gguf` | a file at any URL |
/// | `user/repo[:QUANT]` | a repository of the hub, if there is no such file |
///
/// ```swift
/// let name = try ModelName("hf:ggml-org/Qwen3-0.6B-GGUF:Q8_0")
/// ```
public enum ModelName: Sendable, Hashable {
  /// A file or folder.
  case file(path: String)
  /// A repository of the Hugging Face hub, or a file of one.
  case huggingFace(HuggingFaceName)
  /// A model of ollama.
  case ollama(OllamaName)
  /// A model of LM Studio.
  case lmStudio(LMStudioName)
  /// A file at a URL.
  case url(URL)

  /// Parses a name.
  ///
  /// - Parameter text: The name. A text that fits several forms means a file if there is one at that path.
  /// - Throws: ``ModelNameError``.
  public init(_ text: String) throws(ModelNameError) { try self.init(text) { FileSystem.exists($0) } }

  /// Parses a name.
  ///
  /// - Parameters:
  ///   - text: The name.
  ///   - exists: Returns true if there is a file or folder at a path.
  /// - Throws: ``ModelNameError``.
  public init(_ text: String, exists: (_ path: String) -> Bool) throws(ModelNameError) {
    guard !text.isEmpty else {
      throw ModelNameError(
        name: text, part: .name, found: text, expected: "a path, hf:user/repository, or ollama:model")
    }
    guard !NameRules.hasControlCharacters(text) else {
      throw ModelNameError(name: text, part: .name, found: text, expected: "a name without control characters")
    }
    if let name = try Self.withScheme(text) {
      self = name
    } else if Self.isPlainlyPath(text) {
      self = .file(path: text)
    } else if exists(text) {
      // So that the path is not taken for a name without the file.
      self = .file(path: "./" + text)
    } else {
      self = try Self.bare(text)
    }
  }

  /// Returns the name of a text that begins with a known scheme or host; nil for other texts.
  private static func withScheme(_ text: String) throws(ModelNameError) -> ModelName? {
    let lowercased = text.lowercased()
    func rest(after prefixes: [String]) -> Substring? {
      prefixes.first { lowercased.hasPrefix($0) }.map { text.dropFirst($0.count) }
    }
    if let rest = rest(after: webPages) {
      return .huggingFace(try HuggingFaceName(parsing: rest.prefix { $0 != "?" && $0 != "#" }, of: text))
    }
    if let rest = rest(after: ["hf://", "hf:", "hf.co/"]) {
      return .huggingFace(try HuggingFaceName(parsing: rest, of: text))
    }
    if let rest = rest(after: ["ollama://", "ollama:"]) { return .ollama(try OllamaName(parsing: rest, of: text)) }
    if let rest = rest(after: ["lmstudio://", "lmstudio:"]) {
      return .lmStudio(try LMStudioName(parsing: rest, of: text))
    }
    if lowercased.hasPrefix("file:") { return .file(path: try path(ofFileURL: text)) }
    if lowercased.hasPrefix("https://") || lowercased.hasPrefix("http://") { return .url(try url(text)) }
    return nil
  }

  private static let webPages = ["https", "http"].flatMap { scheme in
    ["huggingface.co/", "www.huggingface.co/", "hf.co/"].map { "\(scheme)://\($0)" }
  }

  /// Returns true for a text that means a file even if there is none.
  private static func isPlainlyPath(_ text: String) -> Bool {
    ["/", "./", "../", "~/"].contains { text.hasPrefix($0) } || [".", "..", "~"].contains(text)
      || text.lowercased().hasSuffix(".gguf")
  }

  /// Returns the name of a text that is neither a path nor begins with a scheme.
  private static func bare(_ text: String) throws(ModelNameError) -> ModelName {
    let slashes = text.split(separator: "/", omittingEmptySubsequences: false).count - 1
    if slashes == 1 { return .huggingFace(try HuggingFaceName(parsing: text[...], of: text)) }
    if let colon = text.firstIndex(of: ":") {
      throw ModelNameError(
        name: text, part: .scheme, found: String(text[..<colon]),
        expected: "hf:, ollama:, lmstudio:, https: or a path"
          + (slashes == 0 ? "; a model of ollama is ollama:\(text)" : ""))
    }
    return .file(path: "./" + text)
  }

  private static func path(ofFileURL text: String) throws(ModelNameError) -> String {
    func failure(_ expected: String) -> ModelNameError {
      ModelNameError(name: text, part: .file, found: text, expected: expected)
    }
    guard let url = URL(string: text), url.isFileURL else { throw failure("file:///path with percent escapes") }
    guard ["", "localhost"].contains(url.host(percentEncoded: false) ?? "") else {
      throw failure("a file URL without a host")
    }
    let path = url.path(percentEncoded: false)
    guard path.hasPrefix("/"), !NameRules.hasControlCharacters(path) else { throw failure("an absolute path") }
    return path
  }

  private static func url(_ text: String) throws(ModelNameError) -> URL {
    // A fragment is for the reader of a page, and never sent.
    let plain = String(text.prefix { $0 != "#" })
    guard let url = URL(string: plain), let host = url.host(percentEncoded: false), !host.isEmpty else {
      throw ModelNameError(name: text, part: .host, found: text, expected: "https://host/file.gguf")
    }
    guard url.user(percentEncoded: false) == nil, url.password(percentEncoded: false) == nil else {
      throw ModelNameError(name: text, part: .host, found: host, expected: "a URL without a user and password")
    }
    let file = url.lastPathComponent
    guard NameRules.isSafePart(file), file.lowercased().hasSuffix(".gguf") else {
      throw ModelNameError(name: text, part: .file, found: file, expected: "a file that ends in .gguf")
    }
    return url
  }
}

extension ModelName: CustomStringConvertible {
  /// The name in the form that ``init(_:)`` parses.
  public var description: String {
    switch self {
    case .file(let path): Self.isPlainlyPath(path) && (try? Self.withScheme(path)) == .some(nil) ? path : "./" + path
    case .huggingFace(let name): "hf:\(name)"
    case .ollama(let name): "ollama:\(name)"
    case .lmStudio(let name): "lmstudio:\(name)"
    case .url(let url): url.absoluteString
    }
  }
}

extension ModelName: Codable {
  /// Decodes the text of ``description``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do {
      try self.init(text) { _ in false }
    } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }

  /// Encodes the text of ``description``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
