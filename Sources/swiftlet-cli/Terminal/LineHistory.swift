import Foundation

/// The lines that were entered, kept in a file that only its owner can read.
///
/// The file has a JSON string a line, so that an entry may have several lines.
struct LineHistory {
  /// The maximum number of entries.
  static let limit = 1000

  /// The entries, the oldest first.
  private(set) var entries: [String]
  private let path: String?

  /// Creates a history with the entries of a file, which need not exist; without a path, in memory only.
  init(path: String? = nil) {
    self.path = path
    let bytes = path.flatMap { try? Data(contentsOf: URL(filePath: $0)) } ?? Data()
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let kept = lines.suffix(Self.limit)
    entries = kept.compactMap { try? JSONDecoder().decode(String.self, from: Data($0)) }
    // Lines are appended, so the file is cut once it has become twice as long.
    guard let path, lines.count > 2 * Self.limit else { return }
    try? FileManager.default.removeItem(atPath: path)
    Self.append(Data(kept.map { Data($0) + Data("\n".utf8) }.joined()), to: path)
  }

  /// The file in the user's folder of states: `$XDG_STATE_HOME`, else `~/.local/state`.
  static var defaultPath: String {
    let variable = Output.environment("XDG_STATE_HOME")
    let folder = variable.hasPrefix("/") ? variable : NSHomeDirectory() + "/.local/state"
    return folder + "/swiftlet/history"
  }

  /// Adds an entry, unless it is blank or repeats the last one.
  ///
  /// Failures to write the file are ignored: the entry is in memory then.
  mutating func add(_ entry: String) {
    guard !entry.allSatisfy(\.isWhitespace), entry != entries.last else { return }
    entries = Array((entries + [entry]).suffix(Self.limit))
    if let path, let line = try? JSONEncoder().encode(entry) { Self.append(line + Data("\n".utf8), to: path) }
  }

  /// Appends to a file, which is created for its owner alone.
  private static func append(_ data: Data, to path: String) {
    let files = FileManager.default
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    try? files.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    if !files.fileExists(atPath: path) {
      _ = files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    try? files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    guard let file = FileHandle(forWritingAtPath: path) else { return }
    defer { try? file.close() }
    guard (try? file.seekToEnd()) != nil else { return }
    try? file.write(contentsOf: data)
  }
}
