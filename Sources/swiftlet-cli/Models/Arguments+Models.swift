import Foundation
import SwiftletGGUF
import SwiftletStore

extension Option {
  /// The options of commands that find or download models.
  static let downloading = [
    Option("--pull", nil, "download the model if it is not on disk, without asking"),
    Option("--offline", nil, "never use the network to get a model"),
  ]

  /// The options of commands that read a model's file, but not its weights.
  static let modelFile = [.model] + downloading
}

extension Arguments {
  /// Finds the models that options and operands name, and downloads those that the user wants.
  ///
  /// Paths are left to the command, whose errors say what it needs.
  ///
  /// - Parameter command: The command.
  /// - Throws: ``UsageError`` for a wrong name, `ModelStoreError` for a model that is not on disk.
  mutating func locateModels(for command: Command) async throws {
    let options = command.options.filter(\.namesModels)
    guard !options.isEmpty || command.namesModel else { return }
    let locator = ModelLocator(downloads: has("--pull"), isOffline: has("--offline"))
    var wanted: [(argument: String, text: String)] = options.flatMap { option in
      strings(option.name).map { (option.name, ModelArgument($0).model) }
    }
    if command.namesModel, let operand = positionals.first { wanted.append((command.operands, operand)) }
    for (argument, text) in wanted where located[text] == nil && !Self.isPath(text) {
      let name = try ModelName(argument: argument, text)
      // The readers of files know paths only.
      if !name.isFile || text.lowercased().hasPrefix("file:") { located[text] = try await locator.locate(name) }
    }
    let hasDefault = options.contains { $0.name == Option.model.name } && string(Option.model.name) == nil
    guard hasDefault else { return }
    do {
      defaultModel = .success(try await locator.locateDefault())
    } catch {
      defaultModel = .failure(error)
    }
  }

  /// Returns true for the path of something that is there, and for text that only a path can be.
  private static func isPath(_ text: String) -> Bool {
    FileManager.default.fileExists(atPath: text) || text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
  }

  /// The model of `--model`, else the default model; a folder with one model in it stands for that model.
  func model() throws -> ResolvedModel {
    if let text = string("--model") { return try model(text) }
    guard let defaultModel else { throw UsageError(argument: "--model", reason: "is missing; specify a GGUF file") }
    return try defaultModel.get()
  }

  /// The model of a value of an option, or of an operand.
  func model(_ text: String) throws -> ResolvedModel {
    try located[text] ?? ResolvedModel(path: GGUFFile.location(of: text))
  }

  /// The path of the model of ``model()``.
  func modelPath() throws -> String { try model().path }

  /// The path of a model that an operand names; files are not looked at.
  func modelPath(_ text: String) -> String { located[text]?.path ?? text }
}

extension ResolvedModel {
  /// The path of the file, or of the first of several.
  var path: String { files.first?.path(percentEncoded: false) ?? "" }

  /// The name for clients: that of the file, or the model's in its store.
  var title: String {
    if name.isFile { return URL(filePath: path).deletingPathExtension().lastPathComponent }
    let text = name.description
    return text.contains("://")
      ? URL(filePath: path).deletingPathExtension().lastPathComponent
      : String(text.drop { $0 != ":" }.dropFirst())
  }
}
