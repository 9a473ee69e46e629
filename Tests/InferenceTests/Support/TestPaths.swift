import Foundation

/// The paths of files that tests read.
enum TestPaths {
  /// The package's folder: the nearest one above this file that has a manifest and fixtures.
  static let package: URL = {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
      let isPackage = ["Package.swift", "Tests/Fixtures"].allSatisfy {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
      }
      if isPackage { return folder }
      folder.deleteLastPathComponent()
    }
    return folder
  }()

  /// The path of a committed fixture.
  static func fixture(_ name: String) -> String { package.appendingPathComponent("Tests/Fixtures/" + name).path }

  /// The files below a folder of the data beside the package, none if there is no such folder.
  static func sharedFiles(_ folder: String, suffix: String) -> [String] {
    let root = package.deletingLastPathComponent().appendingPathComponent("shared/data/" + folder).path
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(suffix) }.sorted().map { root + "/" + $0 }
  }
}
