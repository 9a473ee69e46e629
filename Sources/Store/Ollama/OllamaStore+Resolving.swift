internal import Foundation
internal import SwiftletGGUF
internal import SwiftletJSON

extension OllamaStore {
  /// Returns the files and settings of a model.
  ///
  /// - Throws: ``ModelStoreError``: `notFound`, `notRunnable`, `damaged`, or `unreadable` without permission.
  func resolve(_ name: OllamaName) throws(ModelStoreError) -> ResolvedModel {
    guard let path = manifest(of: name) else { throw .notFound(name: .ollama(name), reason: "no manifest in \(root)") }
    let manifest = try OllamaManifest(path: path)
    let details = try self.details(manifest)
    func failure(_ reason: String) -> ModelStoreError { .notRunnable(name: .ollama(name), reason: reason) }
    if let host = details["remote_host"]?.string, !host.isEmpty {
      throw failure("found a model that runs at \(NameRules.printable(host)), expected one with a file")
    }
    if let format = details["model_format"]?.string, !format.isEmpty, format != "gguf" {
      throw failure("found a model in the format \(NameRules.printable(format)), expected GGUF")
    }
    guard let model = manifest.layers("model").first else {
      throw failure(
        manifest.layers("tensor").isEmpty
          ? "found a manifest without a model, expected a GGUF file" : "found separate tensors, expected a GGUF file")
    }
    let file = try checked(model)
    try checkMagic(file, failure)
    var resolved = ResolvedModel(name: .ollama(name), store: .ollama, files: [URL(filePath: file)])
    resolved.byteCount = model.byteCount
    resolved.quantization = details["file_type"]?.string
    resolved.projector = try manifest.layers("projector").first.map { layer throws(ModelStoreError) in
      URL(filePath: try checked(layer))
    }
    for layer in manifest.layers("adapter") { resolved.adapters.append(URL(filePath: try checked(layer))) }
    if let system = manifest.layers("system").last { resolved.instructions = try text(system) }
    if let parameters = manifest.layers("params").last {
      resolved.sampling = SamplingParameters(ollama: try json(parameters))
    }
    if let messages = manifest.layers("messages").last { resolved.messages = try self.messages(messages) }
    for layer in manifest.layers("license") { resolved.licenses.append(try text(layer)) }
    return resolved
  }

  /// Returns the contents of the configuration: `model_format`, `file_type`, `model_family` and others.
  func details(_ manifest: OllamaManifest) throws(ModelStoreError) -> JSONValue {
    guard let config = manifest.config, FileSystem.exists(path(of: config)) else { return .object([]) }
    return try json(config)
  }

  /// Returns the path of a layer's blob, which must be there in its full size.
  private func checked(_ layer: OllamaManifest.Layer) throws(ModelStoreError) -> String {
    let path = path(of: layer)
    guard let status = FileSystem.status(path), status.kind == .file else {
      throw FileSystem.isForbidden(path)
        ? .unreadable(path: path, reason: "no permission")
        : .damaged(file: path, expected: "\(layer.byteCount) bytes", got: "no such file")
    }
    guard FileSystem.isReadable(path) else { throw .unreadable(path: path, reason: "no permission") }
    guard status.byteCount == layer.byteCount else {
      throw .damaged(file: path, expected: "\(layer.byteCount) bytes", got: "\(status.byteCount) bytes")
    }
    return path
  }

  /// Throws for a file of another format: older models are in the formats before GGUF.
  private func checkMagic(
    _ path: String, _ failure: (String) -> ModelStoreError
  ) throws(ModelStoreError) {
    let beginning = try FileSystem.beginning(path, count: ForeignFile.beginningLength)
    guard !beginning.starts(with: Array("GGUF".utf8)) else { return }
    throw failure("found \(ForeignFile.description(ofBeginning: beginning) ?? "another format"), expected GGUF")
  }

  private func text(_ layer: OllamaManifest.Layer) throws(ModelStoreError) -> String {
    String(decoding: try contents(of: layer), as: UTF8.self)
  }

  private func json(_ layer: OllamaManifest.Layer) throws(ModelStoreError) -> JSONValue {
    do {
      return try JSONReader<JSONValue>.read(try contents(of: layer))
    } catch let error as JSONError {
      throw .damaged(file: path(of: layer), expected: "JSON", got: error.description)
    } catch let error as ModelStoreError {
      throw error
    } catch {
      throw .unreadable(path: path(of: layer), reason: "\(error)")
    }
  }

  private func messages(_ layer: OllamaManifest.Layer) throws(ModelStoreError) -> [ExampleMessage] {
    guard let elements = try json(layer).elements else {
      throw .damaged(file: path(of: layer), expected: "an array of messages", got: "another value")
    }
    var messages: [ExampleMessage] = []
    for element in elements {
      guard let role = element["role"]?.string.flatMap({ ExampleMessage.Role(rawValue: $0) }),
        let content = element["content"]?.string
      else { throw .damaged(file: path(of: layer), expected: "messages with a role and content", got: "another value") }
      messages.append(ExampleMessage(role: role, content: content))
    }
    return messages
  }
}
