/// An unfinished download in a folder of blobs.
struct PartialFile: Sendable {
  /// The program that writes it.
  enum Writer: Sendable {
    case swiftlet, hub, llama
  }

  /// The absolute path.
  var path: String
  /// The name of the blob that it becomes.
  var blob: String
  var writer: Writer
  /// The bytes that are there.
  var byteCount: Int
  /// The modification time in seconds since 1970.
  var modified: Int
  /// The absolute paths of the files that belong to it and are removed with it.
  var companions: [String]

  /// The ending of our unfinished downloads.
  static let ending = ".swiftlet-partial"

  /// The process that writes it, or at least waits for the server; nil if it has ended, or is of another program.
  var process: Int? { PartialOwner.process(of: path + PartialOwner.ending) }

  /// Returns true if a process downloads it, by its claim, or for other programs by the lock.
  func isRunning(lock: String) -> Bool { process != nil || writer != .llama && DownloadLock.isTaken(lock) }

  /// Returns the unfinished downloads in a folder.
  static func all(in folder: String) -> [PartialFile] {
    let names = FileSystem.names(folder)
    return names.compactMap { name in
      guard let (blob, writer) = parse(name) else { return nil }
      let path = "\(folder)/\(name)"
      guard let status = FileSystem.status(path, followsLink: false), status.kind == .file else { return nil }
      let companions = writer == .swiftlet ? names.filter { $0.hasPrefix(name) && $0 != name } : []
      // Several connections leave gaps, which the state beside the file knows.
      let byteCount = PartialState(path: path + ".json")?.ranges.count ?? status.byteCount
      return PartialFile(
        path: path, blob: blob, writer: writer, byteCount: min(byteCount, status.byteCount), modified: status.modified,
        companions: companions.map { "\(folder)/\($0)" })
    }
  }

  /// Parses the name of an unfinished download: `<blob>.swiftlet-partial`, also with a process at its end,
  /// `<blob>.<8 digits>.incomplete` of huggingface_hub, `<blob>.downloadInProgress` of llama.cpp.
  private static func parse(_ name: String) -> (blob: String, writer: Writer)? {
    if name.hasSuffix(".downloadInProgress") { return (String(name.dropLast(".downloadInProgress".count)), .llama) }
    if name.hasSuffix(".incomplete") {
      return (String(name.dropLast(".incomplete".count).prefix { $0 != "." }), .hub)
    }
    guard let range = name.firstRange(of: ending) else { return nil }
    let rest = name[range.upperBound...]
    // The state beside a partial file ends in `.json`.
    guard rest.isEmpty || rest.hasPrefix(".") && rest.dropFirst().allSatisfy(\.isNumber) else { return nil }
    return (String(name[..<range.lowerBound]), .swiftlet)
  }
}
