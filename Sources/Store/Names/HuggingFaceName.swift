internal import Foundation

/// The part of a repository that a name means.
public enum ModelSelection: Sendable, Hashable {
  /// The quantization that suits most machines.
  ///
  /// It is the first of Q4_K_M, Q4_K_S, Q5_K_M, Q4_0 and Q8_0 that is there, else the smallest of more than 4 bits, else
  /// F16 or BF16, else the largest of the rest; only of types that the engine has.
  case automatic
  /// The quantization with exactly this label, such as `Q4_K_M` or `UD-Q4_K_XL`, ignoring case.
  case quantization(String)
  /// The file at this path; of a split model any part.
  case file(String)
}

/// The name of a repository of the Hugging Face hub, with a revision and a selection of its files.
public struct HuggingFaceName: Sendable, Hashable {
  /// The user and the repository, `user/repo`.
  public var repository: String
  /// The branch, tag or commit; nil for the default branch.
  public var revision: String?
  /// The files.
  public var selection: ModelSelection

  /// Creates a name from checked parts.
  init(repository: String, revision: String? = nil, selection: ModelSelection = .automatic) {
    (self.repository, self.revision, self.selection) = (repository, revision, selection)
  }

  /// Parses `user/repo[@revision][:QUANT]`, `user/repo[@revision]/file.gguf`, or the path of a page of the hub.
  init(parsing text: Substring, of name: String) throws(ModelNameError) {
    func failure(_ part: ModelNameError.Part, _ found: some StringProtocol, _ expected: String) -> ModelNameError {
      ModelNameError(name: name, part: part, found: String(found), expected: expected)
    }
    let text = text.hasSuffix("/") ? text.dropLast() : text
    var parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.first == "models", parts.count > 2 { parts.removeFirst() }
    guard parts.count >= 2 else { throw failure(.repository, text, "user/repository") }
    let user = parts[0]
    var repository = parts[1]
    parts.removeFirst(2)
    var revision: String?
    var quantization: Substring?
    if let at = repository.firstIndex(of: "@") {
      (repository, revision) = (repository[..<at], String(repository[repository.index(after: at)...]))
      // Branches of pull requests and conversions are the ones with slashes in common use.
      if let first = revision, first == "refs", parts.count >= 2 {
        revision = ([Substring(first)] + parts.prefix(2)).joined(separator: "/")
        parts.removeFirst(2)
      }
      if let whole = revision, let colon = whole.lastIndex(of: ":") {
        (revision, quantization) = (String(whole[..<colon]), Substring(whole[whole.index(after: colon)...]))
      }
      revision = revision?.replacing("%2F", with: "/").replacing("%2f", with: "/")
    } else if let colon = repository.firstIndex(of: ":") {
      (repository, quantization) = (repository[..<colon], repository[repository.index(after: colon)...])
    }
    guard NameRules.isRepositoryPart(user), NameRules.isRepositoryPart(repository) else {
      throw failure(
        .repository, "\(user)/\(repository)",
        "user/repository of at most 96 letters, digits, '_', '-' and '.' each, without '--', '..' and such ends")
    }
    if revision == nil, let kind = parts.first, ["resolve", "blob", "tree"].contains(kind), parts.count >= 2 {
      revision = parts[1].removingPercentEncoding ?? String(parts[1])
      parts.removeFirst(2)
    }
    if let revision, !NameRules.isRevision(revision) {
      throw failure(.revision, revision, "the name of a branch or tag, or a commit")
    }
    let repositoryID = "\(user)/\(repository)"
    if let quantization {
      guard parts.isEmpty else {
        throw failure(.file, parts.joined(separator: "/"), "either a quantization or a file")
      }
      guard NameRules.isWord(quantization, extra: "-._", maximum: 64) else {
        throw failure(.quantization, quantization, "a quantization such as Q4_K_M")
      }
      self.init(repository: repositoryID, revision: revision, selection: .quantization(String(quantization)))
    } else if parts.isEmpty {
      self.init(repository: repositoryID, revision: revision)
    } else {
      let path = parts.joined(separator: "/")
      let decoded = name.lowercased().hasPrefix("http") ? path.removingPercentEncoding ?? path : path
      guard NameRules.isSafePath(decoded), decoded.lowercased().hasSuffix(".gguf") else {
        throw failure(.file, decoded, "a path in the repository that ends in .gguf, without '..'")
      }
      self.init(repository: repositoryID, revision: revision, selection: .file(decoded))
    }
  }
}

extension HuggingFaceName: CustomStringConvertible {
  /// The name without the scheme, in its canonical form.
  public var description: String {
    var text = repository
    if let revision {
      // Other slashes would begin a file.
      let isPlain = !revision.contains("/") || revision.split(separator: "/").count == 3 && revision.hasPrefix("refs/")
      text += "@" + (isPlain ? revision : revision.replacing("/", with: "%2F"))
    }
    switch selection {
    case .automatic: return text
    case .quantization(let label): return text + ":" + label
    case .file(let path): return text + "/" + path
    }
  }
}
