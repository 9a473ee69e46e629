/// The name of a model in LM Studio's folder: `publisher/model`, with a quantization or a file.
public struct LMStudioName: Sendable, Hashable {
  /// The publisher.
  public var publisher: String
  /// The folder of the model.
  public var model: String
  /// The files.
  public var selection: ModelSelection

  /// Creates a name from checked parts.
  init(publisher: String, model: String, selection: ModelSelection = .automatic) {
    (self.publisher, self.model, self.selection) = (publisher, model, selection)
  }

  /// Parses `publisher/model[:QUANT]` or `publisher/model/file.gguf`.
  init(parsing text: Substring, of name: String) throws(ModelNameError) {
    func failure(_ part: ModelNameError.Part, _ found: some StringProtocol, _ expected: String) -> ModelNameError {
      ModelNameError(name: name, part: part, found: String(found), expected: expected)
    }
    var parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2 else { throw failure(.model, text, "publisher/model") }
    var quantization: Substring?
    if parts.count == 2, let colon = parts[1].lastIndex(of: ":") {
      quantization = parts[1][parts[1].index(after: colon)...]
      parts[1] = parts[1][..<colon]
    }
    guard NameRules.isSafePart(parts[0]) else { throw failure(.publisher, parts[0], "the name of a folder") }
    guard NameRules.isSafePart(parts[1]) else { throw failure(.model, parts[1], "the name of a folder") }
    self.init(publisher: String(parts[0]), model: String(parts[1]))
    if let quantization {
      guard NameRules.isWord(quantization, extra: "-._", maximum: 64) else {
        throw failure(.quantization, quantization, "a quantization such as Q4_K_M")
      }
      selection = .quantization(String(quantization))
    } else if parts.count > 2 {
      let path = parts.dropFirst(2).joined(separator: "/")
      guard NameRules.isSafePath(path), path.lowercased().hasSuffix(".gguf") else {
        throw failure(.file, path, "a path in the folder that ends in .gguf, without '..'")
      }
      selection = .file(path)
    }
  }
}

extension LMStudioName: CustomStringConvertible {
  /// The name without the scheme.
  public var description: String {
    switch selection {
    case .automatic: "\(publisher)/\(model)"
    case .quantization(let label): "\(publisher)/\(model):\(label)"
    case .file(let path): "\(publisher)/\(model)/\(path)"
    }
  }
}
