import Foundation

/// The folder of adapters that are found by name.
enum AdapterFolder {
  /// The folder, which need not exist.
  static var url: URL {
    if let path = ProcessInfo.processInfo.environment["SWIFTLET_ADAPTERS"], !path.isEmpty {
      return URL(filePath: path, directoryHint: .isDirectory)
    }
    let data =
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? FileManager.default.temporaryDirectory
    return data.appending(path: "swiftlet/adapters", directoryHint: .isDirectory)
  }

  /// The sorted names of the GGUF files in the folder, without the extension.
  static var identifiers: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))) ?? []
    return names.filter { $0.hasSuffix(".gguf") }.map { String($0.dropLast(".gguf".count)) }.filter(isName).sorted()
  }

  /// Returns the URL of an adapter.
  static func file(_ identifier: String) -> URL { url.appending(path: identifier + ".gguf") }

  /// Returns true if the name is a valid file name within the folder.
  static func isName(_ name: String) -> Bool {
    guard let first = name.first, first != ".", name.utf8.count <= 200 else { return false }
    return name.allSatisfy { $0.isLetter || $0.isNumber || " ._-".contains($0) }
  }
}
