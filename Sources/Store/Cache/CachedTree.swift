internal import SwiftletJSON

/// The listing of a repository at a commit, with sizes and checksums, as huggingface_hub stores it.
///
/// Source: `_tree_cache.py` of huggingface_hub 2.4, format version 1.
struct CachedTree: Sendable, Equatable {
  /// The properties of a file.
  struct Entry: Sendable, Equatable {
    /// The size in bytes.
    var byteCount: Int
    /// The SHA-1 of git, of the file or of the pointer that stands for it in git.
    var gitHash: String
    /// The SHA-256 of a file outside git; nil for a file in git.
    var sha256: String?
    /// The checksum of the Xet protocol, which is only kept.
    var xetHash: String?

    /// The name of the file's blob.
    var blob: String { sha256 ?? gitHash }
  }

  /// The files by path.
  var files: [String: Entry]

  /// The maximum size of a stored listing in bytes.
  private static let maximumByteCount = 64 << 20

  /// Reads a stored listing; nil if there is none, or it is damaged or of another version.
  ///
  /// A listing only saves a request, so a bad one counts as absent, as in huggingface_hub.
  init?(path: String) {
    guard let bytes = try? FileSystem.contents(path, limit: Self.maximumByteCount),
      let value = try? JSONReader<JSONValue>.read(bytes), value["format_version"] == .number("1"),
      let members = value["files"]?.members
    else { return nil }
    files = [:]
    for (name, info) in members.map({ ($0.name, $0.value) }) {
      guard NameRules.isSafePath(name), let count = info["size"]?.integer, count >= 0,
        let hash = info["blob_id"]?.string
      else { return nil }
      files[name] = Entry(
        byteCount: info["lfs_size"]?.integer ?? count, gitHash: hash, sha256: info["lfs_sha256"]?.string,
        xetHash: info["xet_hash"]?.string)
    }
  }

  /// Creates a listing.
  init(files: [String: Entry]) { self.files = files }

  /// The stored form: Python's JSON with an indentation of 1, sorted, in ASCII.
  var bytes: [UInt8] {
    var lines: [String] = []
    for (path, entry) in files.sorted(by: { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) }) {
      var members = ["\"size\": \(entry.byteCount)", "\"blob_id\": \(Self.quoted(entry.gitHash))"]
      if let sha256 = entry.sha256 {
        members += ["\"lfs_sha256\": \(Self.quoted(sha256))", "\"lfs_size\": \(entry.byteCount)"]
      }
      if let xetHash = entry.xetHash { members.append("\"xet_hash\": \(Self.quoted(xetHash))") }
      lines.append("  \(Self.quoted(path)): {\n   " + members.joined(separator: ",\n   ") + "\n  }")
    }
    let body = lines.isEmpty ? "{}" : "{\n" + lines.joined(separator: ",\n") + "\n }"
    return Array("{\n \"format_version\": 1,\n \"files\": \(body)\n}".utf8)
  }

  private static func quoted(_ text: String) -> String {
    JSONWriter.text(.string(text)).utf16.reduce(into: "") { result, unit in
      if unit < 0x7F, let scalar = Unicode.Scalar(unit) {
        result.unicodeScalars.append(scalar)
      } else {
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
  }
}

extension JSONValue {
  /// The number as an integer; nil for other values.
  var integer: Int? { if case .number(let text) = self { JSONNumber(literal: text).integer } else { nil } }

  /// The number as a floating-point number; nil for other values.
  var double: Double? { if case .number(let text) = self { Double(text) } else { nil } }
}
