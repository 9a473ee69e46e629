public import Foundation

/// The package's folder and the files in it that tests read.
public enum TestFiles {
  /// The package's folder: the nearest one above this file that has a manifest and fixtures.
  public static let package: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
      let isPackage = ["Package.swift", "Tests/Fixtures"].allSatisfy {
        FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
      }
      if isPackage { return folder }
      folder.deleteLastPathComponent()
    }
    return folder
  }()

  /// The path of the default model.
  public static let defaultModel = path("Weights/swiftlet-tiny-q8_0.gguf")

  /// Returns the path of a file in the package.
  public static func path(_ name: String) -> String { package.appending(path: name).path }

  /// Returns the path of a committed fixture.
  public static func fixture(_ name: String) -> String { path("Tests/Fixtures/" + name) }
}
