internal import SwiftletJSON

/// The configuration file of the user: `swiftlet/config.json` in `$XDG_CONFIG_HOME`, else in `~/.config`.
///
/// ```json
/// { "default_model": "hf:Qwen/Qwen3-4B-GGUF:Q4_K_M" }
/// ```
///
/// Members that this version does not know are kept.
public struct ModelPreferences: Sendable {
  /// An error of the configuration file: its path, what was found and what was expected.
  public struct Failure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The path of the file; nil if there is no folder for it.
    public var path: String?
    /// The condition that was found.
    public var found: String
    /// The condition that was expected.
    public var expected: String
    /// True if the file was read, and its contents are wrong.
    var isDamage = false

    /// A description in one line.
    public var description: String { "\(path ?? "configuration"): found \(found), expected \(expected)" }
  }

  /// The path of the file; nil if the environment has no home folder.
  public let path: String?

  private static let key = "default_model"
  private static let maximumByteCount = 1 << 20

  /// Finds the file.
  ///
  /// - Parameter environment: The surroundings; by default those of this process.
  public init(environment: ModelStoreEnvironment = .process) {
    let configuration = environment.folder("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    path = (configuration ?? environment.homePath(".config")).map { $0 + "/swiftlet/config.json" }
  }

  /// The default model; nil if none was set.
  ///
  /// - Throws: ``Failure`` for a file that is damaged or cannot be read.
  public var defaultModel: ModelName? {
    get throws(Failure) {
      guard let value = try contents()[Self.key], value != .null else { return nil }
      guard let text = value.string else {
        throw damage("\(Self.key) that is no string", "the name of a model")
      }
      do {
        return try ModelName(text) { _ in false }
      } catch {
        throw damage("\(Self.key) \(error)", "the name of a model")
      }
    }
  }

  /// Sets or removes the default model, in one step for readers of the file.
  ///
  /// - Parameter name: The name, of a file with an absolute path; nil for none, which also replaces a damaged file.
  /// - Throws: ``Failure``; with a name, a damaged file is not replaced.
  public func setDefaultModel(_ name: ModelName?) throws(Failure) {
    guard let path else { throw Failure(found: "no home folder", expected: "$HOME or $XDG_CONFIG_HOME") }
    if case .file(let file) = name, !file.hasPrefix("/"), !file.hasPrefix("~/") {
      throw Failure(path: path, found: "the relative path \(file)", expected: "an absolute path")
    }
    let known: JSONValue
    do {
      known = try contents()
    } catch {
      guard name == nil, error.isDamage else { throw error }
      known = .object([])
    }
    var members = (known.members ?? []).filter { $0.name != Self.key }
    if let name { members.append(.init(name: Self.key, value: .string(name.description))) }
    let text = JSONWriter.bytes(.object(members), layout: .indented) + [UInt8(ascii: "\n")]
    do {
      if let slash = path.lastIndex(of: "/") { try FileSystem.createFolder(String(path[..<slash])) }
      try FileSystem.write(text, to: path)
    } catch {
      throw Failure(path: path, found: error.description, expected: "a file that can be written")
    }
  }

  private func contents() throws(Failure) -> JSONValue {
    guard let path, FileSystem.exists(path) else { return .object([]) }
    let bytes: [UInt8]
    do {
      bytes = try FileSystem.contents(path, limit: Self.maximumByteCount)
    } catch {
      throw Failure(path: path, found: error.description, expected: "a JSON file")
    }
    let value: JSONValue
    do {
      value = try JSONReader<JSONValue>.read(bytes)
    } catch {
      throw damage(error.description, "a JSON object")
    }
    guard value.members != nil else { throw damage("another value", "a JSON object") }
    return value
  }

  private func damage(_ found: String, _ expected: String) -> Failure {
    var failure = Failure(path: path, found: found, expected: "\(expected); swiftlet default --clear repairs the file")
    failure.isDamage = true
    return failure
  }
}
