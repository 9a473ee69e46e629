import Foundation
import Swiftlet
import SwiftletInference
import SwiftletKernels
import SwiftletServer
import SwiftletStore

/// The models of `serve`: those of `--model`, and those in the folder of `--models`.
struct ServedModels {
  let models: [ServedModel]

  init(_ arguments: Arguments, _ settings: ServeSettings, parallel: Int) throws {
    var found: [(alias: String?, model: ResolvedModel)] = try arguments.strings("--model").map { text in
      let argument = ModelArgument(text)
      return (argument.alias, try arguments.model(argument.model))
    }
    if let folder = settings.string("--models") { found += try Self.models(inFolder: folder) }
    if found.isEmpty, let folder = settings.string("--models") { throw FileError(folder, "found no GGUF file") }
    if found.isEmpty { found = [(nil, try arguments.model())] }
    let names = found.map { $0.alias ?? $0.model.title }
    let pooling = try Self.pooling(settings)
    var models: [ServedModel] = []
    for (alias, files) in found {
      let name = alias ?? files.title
      let arguments = try arguments.ofModel(name, among: names)
      let options = try ModelOptions(arguments, parallel: parallel, model: files)
      guard !models.contains(where: { $0.name == name }) else {
        throw UsageError(argument: "--model", reason: "found two models of the name \(name); use NAME=FILE")
      }
      // Reads the beginning of the file, so that a wrong path is found now.
      let model = try options.languageModel(files)
      do {
        if let note = try options.memoryNote(files) { Output.error("swiftlet: \(note)\n") }
      } catch let error where found.count > 1 {
        // The others can still be served.
        Output.error("swiftlet: \(name): \(CommandErrorText(error))\n")
      }
      var served = ServedModel(name: name, path: model.path) { model }
      served.adopt(model)
      let load = try LoadOptions(arguments, keyValueType: .f32, model: files)
      let namesPooling = served.properties?.hasPooling == true
      let embedding = EmbeddingEngineOptions(
        threads: load.threads, pooling: namesPooling ? nil : pooling?.kind, packedCache: load.packedCache)
      let path = files.path
      served.makeEmbedder = { try await EmbeddingModel(path: path, options: embedding) }
      models.append(served)
    }
    for text in settings.strings("--alias") { try Self.add(alias: text, to: &models) }
    self.models = models
  }

  /// The pooling of `--pooling`.
  private static func pooling(_ settings: ServeSettings) throws(UsageError) -> EmbeddingModel.Pooling? {
    guard let word = settings.string("--pooling") else { return nil }
    guard let pooling = EmbeddingModel.Pooling(rawValue: word), pooling != .unpooled else {
      throw UsageError(argument: "--pooling", reason: "found \(word), expected mean, cls or last")
    }
    return pooling
  }

  /// The models in a folder, in the order of their names; of split ones the first file.
  private static func models(inFolder path: String) throws(FileError) -> [(alias: String?, model: ResolvedModel)] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw FileError(path, "is not a folder that can be read")
    }
    return names.sorted().filter { $0.hasSuffix(".gguf") && !GGUFLanguageModel.isProjector(fileName: $0) }.compactMap {
      name in
      let model = ResolvedModel(path: path + "/" + name)
      guard let part = name.firstMatch(of: /-(\d{5})-of-\d{5}\.gguf$/) else { return (nil, model) }
      return part.1 == "00001" ? (String(name[..<part.range.lowerBound]), model) : nil
    }
  }

  /// Adds the other name of `NAME=MODEL`, or of the first model.
  private static func add(alias text: String, to models: inout [ServedModel]) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    let target = parts.count == 2 ? parts[1] : models.first?.name
    guard let alias = parts.first, let index = models.firstIndex(where: { $0.name == target }) else {
      let known = models.map(\.name).joined(separator: ", ")
      throw UsageError(argument: "--alias", reason: "found \(text), expected NAME=MODEL with one of \(known)")
    }
    models[index].aliases.append(alias)
  }
}

extension Arguments {
  /// Returns the arguments of one of several models, which alone has the adapter or the draft model of `NAME=FILE`.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - names: The names of all models.
  /// - Returns: The arguments.
  /// - Throws: ``UsageError`` for a name that no model has, for a file without a name beside several models, and for
  ///   two files of one model.
  fileprivate func ofModel(_ name: String, among names: [String]) throws(UsageError) -> Arguments {
    var arguments = self
    for option in ["--draft", "--lora"] {
      var files: [String] = []
      for text in strings(option) {
        let parts = ModelArgument(text)
        guard let owner = parts.alias ?? (names.count == 1 ? name : nil) else {
          throw UsageError(
            argument: option, reason: "found \(names.count) models, expected NAME=FILE with the one that it belongs to")
        }
        guard names.contains(owner) else {
          throw UsageError(
            argument: option, reason: "found the model \(owner), expected one of \(names.joined(separator: ", "))")
        }
        if owner == name { files.append(parts.model) }
      }
      guard files.count <= 1 else {
        throw UsageError(argument: option, reason: "found \(files.count) for the model \(name), expected one at most")
      }
      arguments = arguments.replacingValues(of: option, with: files)
    }
    return arguments
  }
}
