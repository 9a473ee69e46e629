/// A URI reference with the resolution needed for `$ref` and `$id` (RFC 3986, section 5).
struct URIReference {
  var scheme = ""
  var authority: String?
  var path = ""
  var query: String?
  var fragment: String?

  init(_ text: String) {
    var rest = text[...]
    if let hash = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: hash)...])
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: ":"), !rest[..<colon].contains("/") {
      scheme = String(rest[..<colon])
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = String(rest[..<end])
      rest = rest[end...]
    }
    path = String(rest)
  }

  /// The text without the fragment.
  var absolute: String {
    (scheme.isEmpty ? "" : scheme + ":") + (authority.map { "//" + $0 } ?? "") + path + (query.map { "?" + $0 } ?? "")
  }

  /// Resolves a reference against this base.
  func resolving(_ reference: URIReference) -> URIReference {
    var result = reference
    guard reference.scheme.isEmpty else { return result }
    result.scheme = scheme
    guard reference.authority == nil else { return result }
    result.authority = authority
    if reference.path.isEmpty {
      result.path = path
      if reference.query == nil { result.query = query }
    } else if !reference.path.hasPrefix("/") {
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? (authority != nil ? "/" : "")
      result.path = Self.withoutDots(folder + reference.path)
    } else {
      result.path = Self.withoutDots(reference.path[...])
    }
    return result
  }

  private static func withoutDots(_ path: Substring) -> String {
    guard path.contains("./") || path.hasSuffix("/.") || path.hasSuffix("/..") else { return String(path) }
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      switch part {
      case ".": continue
      case "..": if parts.count > 1 { parts.removeLast() }
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}
