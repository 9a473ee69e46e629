internal import Foundation
internal import SwiftletHashing
internal import SwiftletJSON

/// The files that were downloaded from any URL: `<SHA-256 of the URL>/file.gguf` beside `source.json`.
///
/// The parts of a split model lie in one folder, which is named after the URL of the first part.
struct URLStore: Sendable {
  /// The absolute path.
  let root: String

  /// The contents of `source.json`: where a folder's files are from.
  struct Source: Sendable, Equatable {
    /// The URL of the first file.
    var url: String
    /// The SHA-256 of each file by name, as it was computed while downloading.
    var checksums: [String: String]
    /// The entity tag of each file by name, or what stands for it (``EntityTag/validator(_:)``).
    var etags: [String: String] = [:]
    /// The entity tags of the files that are complete and not checked yet.
    var uncheckedETags: [String: String] = [:]
  }

  /// Returns the folder for a URL, whether it exists or not.
  func folder(of url: URL) -> String {
    let text = Self.firstPart(of: url).absoluteString
    return "\(root)/\(SHA256.digest(of: Array(text.utf8).span))"
  }

  /// Returns the URL of the first part of a split model; other URLs unchanged.
  static func firstPart(of url: URL) -> URL {
    guard let name = ModelFileName(url.lastPathComponent), let shard = name.shard, shard.number > 1 else { return url }
    let set = FileSet(name: name, files: [], missingParts: [])
    return sibling(of: url, named: set.path(ofPart: 1))
  }

  /// Returns the URL of another file in the same folder, with the same query.
  static func sibling(of url: URL, named name: String) -> URL {
    var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let folder = (components?.path ?? "").split(separator: "/").dropLast()
    components?.path = "/" + (folder + [Substring(name)]).joined(separator: "/")
    return components?.url ?? url
  }

  /// The folder, below that of a URL, of files that are not checked yet.
  static let unchecked = "/unchecked"

  /// Returns the paths of the files in the folder of a URL that are complete and not checked yet.
  static func finished(in folder: String) -> [String] {
    let folder = folder + unchecked
    return FileSystem.names(folder).filter { !$0.contains(PartialFile.ending) }.map { "\(folder)/\($0)" }
  }

  /// The lock, below the folder of a URL.
  static let lock = "/.lock"

  /// The folders with their sources, sorted.
  var folders: [(folder: String, source: Source)] {
    FileSystem.names(root).compactMap { name in
      guard NameRules.isHexadecimal(name, count: 64), let source = source(ofFolder: "\(root)/\(name)") else {
        return nil
      }
      return ("\(root)/\(name)", source)
    }
  }

  /// The folders that must be readable for files to be found.
  var foldersToRead: [String] { [root] + FileSystem.names(root).map { "\(root)/\($0)" } }

  /// Returns true for a folder in which a download that failed has left only what it wrote first, before a time in
  /// seconds since 1970.
  static func isAbandoned(_ folder: String, before time: Int) -> Bool {
    let files = FileTree.files(in: folder)
    return files.allSatisfy { ["source.json", ".lock"].contains($0) } && !DownloadLock.isTaken(folder + lock)
      && files.allSatisfy { FileSystem.status("\(folder)/\($0)")?.modified ?? 0 < time }
  }

  /// Reads the source of a folder; nil if there is none or it is damaged.
  func source(ofFolder folder: String) -> Source? {
    guard let bytes = try? FileSystem.contents(folder + "/source.json", limit: 1 << 20),
      let value = try? JSONReader<JSONValue>.read(bytes), let url = value["url"]?.string
    else { return nil }
    func texts(_ name: String) -> [String: String] {
      var texts: [String: String] = [:]
      for member in value[name]?.members ?? [] { texts[member.name] = member.value.string }
      return texts
    }
    return Source(url: url, checksums: texts("sha256"), etags: texts("etag"), uncheckedETags: texts("unchecked"))
  }

  /// Writes the source of a folder.
  func store(_ source: Source, inFolder folder: String) throws(ModelStoreError) {
    func object(_ texts: [String: String]) -> JSONValue {
      .object(texts.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: .string($0.value)) })
    }
    let value = JSONValue.object([
      .init(name: "url", value: .string(source.url)), .init(name: "sha256", value: object(source.checksums)),
      .init(name: "etag", value: object(source.etags)),
      .init(name: "unchecked", value: object(source.uncheckedETags)),
    ])
    try FileSystem.createFolder(folder)
    try FileSystem.write(JSONWriter.bytes(value, layout: .indented), to: folder + "/source.json")
  }
}
