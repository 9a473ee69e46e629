// Texts from servers for error messages.

extension String {
  /// The first 300 characters on one line, for use in error messages.
  var excerpt: String {
    let limit = 300
    let line = String(String.UnicodeScalarView(prefix(limit).unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    return utf8.count > line.utf8.count ? line + "…" : line
  }

  /// True if the text is an HTML page.
  var isHTML: Bool {
    let beginning = drop(while: \.isWhitespace).prefix(15).lowercased()
    return beginning.hasPrefix("<!doctype") || beginning.hasPrefix("<html")
  }

  /// The title of an HTML page.
  var htmlTitle: String? {
    let beginning = prefix(4096)
    guard let start = beginning.firstRange(of: "<title>")?.upperBound,
      let end = beginning[start...].firstRange(of: "</title>")?.lowerBound
    else { return nil }
    return String(beginning[start..<end])
  }
}

extension StringProtocol {
  /// The whole numbers in the text, in order.
  var numbers: [Int] {
    split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
  }
}
