import Foundation
import Swiftlet
import SwiftletGGUF

/// The files that commands write, none of which may be one that the command reads.
extension Arguments {
  /// The options whose values are files that are read.
  static let inputOptions = [
    "--draft", "--text", "--reference", "--schema", "--grammar", "--tools", "--messages", "--prefix-cache", "--file",
    "--vocabulary", "--imatrix", "--projector", "--image",
  ]

  /// Opens the file of an output option of a command that loads a model; nil if the option is absent.
  ///
  /// - Parameters:
  ///   - name: The option.
  ///   - requests: The path of the requests of a batch.
  /// - Returns: The file, which appears when it is committed.
  /// - Throws: ``UsageError`` if the command reads the file, ``OutputError`` if it cannot be written.
  func output(_ name: String, requests: String? = nil) throws -> AtomicFile? {
    guard let path = string(name) else { return nil }
    try checkOutput(path, of: name, loadsModel: true, requests: requests)
    return try AtomicFile(replacing: path)
  }

  /// Throws if a path of an output is empty or that of a folder.
  static func checkOutputPath(_ path: String, of name: String) throws(UsageError) {
    guard path.isEmpty || path.hasSuffix("/") else { return }
    let found = path.isEmpty ? "an empty path" : "\(path), which ends in a slash"
    throw UsageError(argument: name, reason: "found \(found), expected the path of a file")
  }

  /// Throws if an output is a file that the command reads: by its path, or by a symbolic or hard link.
  ///
  /// - Parameters:
  ///   - path: The path of the output.
  ///   - name: The option or operand that has the path.
  ///   - loadsModel: True if the command loads the model of `--model`.
  ///   - requests: The path of the requests of a batch.
  /// - Throws: ``UsageError`` that names the input, or the path if it is none of a file.
  func checkOutput(_ path: String, of name: String, loadsModel: Bool, requests: String? = nil) throws(UsageError) {
    try Self.checkOutputPath(path, of: name)
    for other in Self.outputOptions where other != name {
      guard let second = string(other), Self.isSameFile(path, second) else { continue }
      throw UsageError(argument: name, reason: "is the file of \(other); specify another")
    }
    guard let output = MappedFile.Identifier(regularFile: path) else { return }
    var inputs: [(name: String, path: String)] = Self.inputOptions.compactMap { option in
      string(option).map { (name: option, path: $0) }
    }
    if let requests { inputs.append((name: "the requests", path: requests)) }
    if loadsModel {
      inputs += modelFiles.map { (name: "the model", path: $0) }
      if let adapter = try adapter() { inputs.append((name: "--lora", path: adapter.path)) }
    }
    inputs.append((name: "standard input", path: "/dev/stdin"))
    for input in inputs where MappedFile.Identifier(regularFile: input.path) == output {
      throw UsageError(argument: name, reason: "is the file of \(input.name); specify another")
    }
  }

  /// The options whose values are files that are written beside another output.
  private static let outputOptions = ["--output", "--trace"]

  /// Returns true if two outputs are the same file, there or not; devices and pipes may be written by several.
  private static func isSameFile(_ first: String, _ second: String) -> Bool {
    if let file = MappedFile.Identifier(regularFile: first) {
      return file == MappedFile.Identifier(regularFile: second)
    }
    func target(_ path: String) -> URL { URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath() }
    return !FileManager.default.fileExists(atPath: first) && OutputDescriptor.number(of: first) == nil
      && target(first) == target(second)
  }

  /// The paths of the model's file, or of its shards.
  private var modelFiles: [String] {
    // Loading the model reports the errors of its path.
    guard let path = try? modelPath() else { return [] }
    guard path.contains("-of-"), let file = try? GGUFFile(path: path) else { return [path] }
    return file.shards.map { $0.mapping.path }
  }
}
