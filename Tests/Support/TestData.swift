public import Foundation

/// Public data that the repository does not contain, by set.
///
/// It lies in `$SWIFTLET_DATA`, else in `../shared/data` beside the package, else in `.build/data`, where
/// `Tests/data.sh` puts what it downloads. Tests skip where a set is absent, unless `SWIFTLET_REQUIRE_DATA` is 1:
/// then they run and fail.
public enum TestData: String, Sendable, CaseIterable {
  /// Vocabularies of published models, with texts and their token ids by the reference tokenizers.
  case vocabularies = "vocab"
  /// Two small trained models in several formats, with reference logits.
  case models
  /// Chat templates of published models.
  case templates
  /// Cases for templates: sources, conversations and the texts that they render.
  case templateCases = "templates-cases"
  /// The official test suite of JSON Schema.
  case schemaSuite = "json-schema-test-suite"
  /// The schemas of MaskBench, with valid and invalid instances.
  case maskBench = "schemas/maskbench"
  /// The tests of the `regex` crate.
  case regularExpressions = "regex-tests"

  private static let environment = ProcessInfo.processInfo.environment

  private static let isRequired = environment["SWIFTLET_REQUIRE_DATA"] == "1"

  private static let root: URL = {
    if let path = environment["SWIFTLET_DATA"], !path.isEmpty { return URL(filePath: path) }
    let beside = TestFiles.package.deletingLastPathComponent().appending(path: "shared/data")
    if FileManager.default.fileExists(atPath: beside.path) { return beside }
    return TestFiles.package.appending(path: ".build/data")
  }()

  /// The set's folder, whether it exists or not.
  public var folder: URL { Self.root.appending(path: rawValue) }

  /// True if the set is there, or if its absence must be a failure.
  public var isPresent: Bool {
    Self.isRequired || FileManager.default.fileExists(atPath: folder.path)
  }

  /// The reason for skipping a test.
  public var absence: String { "there is no \(folder.path); Tests/data.sh downloads what is public" }

  /// Returns the location of a file of the set.
  public func file(_ path: String) -> URL { folder.appending(path: path) }

  /// Returns true if a file of the set is there, or if its absence must be a failure.
  public func has(_ path: String) -> Bool {
    Self.isRequired || FileManager.default.fileExists(atPath: file(path).path)
  }

  /// Returns the contents of a file of the set.
  public func contents(_ path: String) throws -> Data { try Data(contentsOf: file(path)) }

  /// Returns the sorted paths, relative to the set's folder, of all files below a folder that have a suffix.
  public func paths(below path: String = "", suffix: String) -> [String] {
    let start = path.isEmpty ? folder : file(path)
    let names = FileManager.default.enumerator(atPath: start.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(suffix) }.map { path.isEmpty ? $0 : path + "/" + $0 }.sorted()
  }
}
