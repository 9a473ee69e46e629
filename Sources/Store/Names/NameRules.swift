/// The characters and lengths of the parts of names.
enum NameRules {
  /// Returns true for a relative path that stays in its folder on every platform.
  ///
  /// Servers and manifests name files with such paths. Refused are empty parts, `.` and `..`, absolute paths,
  /// backslashes, drive letters, control characters, and parts of more than 255 bytes.
  static func isSafePath(_ path: some StringProtocol) -> Bool {
    guard path.utf8.count <= 4096 else { return false }
    return path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { isSafePart($0) }
  }

  /// Returns true for a part of a path between slashes, as ``isSafePath(_:)`` has it.
  static func isSafePart(_ part: some StringProtocol) -> Bool {
    guard !part.isEmpty, part != ".", part != "..", part.utf8.count <= 255 else { return false }
    guard !hasControlCharacters(part), !part.contains("/"), !part.contains("\\") else { return false }
    let bytes = Array(part.utf8.prefix(2))
    return !(bytes.count == 2 && bytes[1] == UInt8(ascii: ":") && isLetterOrDigit(bytes[0]))
  }

  /// Returns true if a text has control characters, also those of Unicode that change the direction of text.
  static func hasControlCharacters(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains { scalar in
      let category = scalar.properties.generalCategory
      return category == .control || category == .lineSeparator || category == .paragraphSeparator
        || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
  }

  /// Returns true for a user or repository of the hub: at most 96 letters, digits, `_`, `-` and `.`.
  ///
  /// Neither `-` nor `.` may be first, last or doubled. Source: `validate_repo_id` of huggingface_hub.
  static func isRepositoryPart(_ part: some StringProtocol) -> Bool {
    guard isWord(part, extra: "-._", maximum: 96), !part.contains("--"), !part.contains("..") else { return false }
    return ["-", "."].allSatisfy { !part.hasPrefix($0) && !part.hasSuffix($0) }
  }

  /// Returns true for a branch, tag or commit: a safe path of characters that git allows in names.
  static func isRevision(_ text: some StringProtocol) -> Bool {
    isSafePath(text) && text.utf8.count <= 255 && text.utf8.allSatisfy { !" ~^:?*[\\@".utf8.contains($0) }
  }

  /// Returns true for a commit in full: 40 hexadecimal digits.
  static func isCommit(_ text: some StringProtocol) -> Bool { isHexadecimal(text, count: 40) }

  /// Returns true for the given number of lower-case hexadecimal digits.
  static func isHexadecimal(_ text: some StringProtocol, count: Int) -> Bool {
    text.utf8.count == count
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }

  /// Returns true for one to `maximum` ASCII letters, digits and the extra characters.
  static func isWord(_ text: some StringProtocol, extra: String, maximum: Int) -> Bool {
    (1...maximum).contains(text.utf8.count) && text.utf8.allSatisfy { isLetterOrDigit($0) || extra.utf8.contains($0) }
  }

  /// Returns true for ASCII letters and digits.
  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// Formats a text for messages: shortened, and with escapes if it has control characters.
  static func printable(_ text: String) -> String {
    let short = text.count > 120 ? text.prefix(120) + "…" : Substring(text)
    return hasControlCharacters(short) || short.isEmpty ? String(short).debugDescription : String(short)
  }
}
