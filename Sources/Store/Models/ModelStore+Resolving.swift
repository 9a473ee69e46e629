internal import Foundation
internal import SwiftletGGUF

extension ModelStore {
  /// Returns the files of a model, and what its store says about running it.
  ///
  /// The network is not used.
  ///
  /// - Parameter name: The name.
  /// - Returns: The files and settings.
  /// - Throws: ``ModelStoreError``, among others ``ModelStoreError/notDownloaded(name:missingBytes:)``.
  public nonisolated func resolve(_ name: ModelName) throws(ModelStoreError) -> ResolvedModel {
    switch name {
    case .file(let path): try resolve(path: path)
    case .huggingFace(let hub): try resolve(hub)
    case .ollama(let model): try resolve(model)
    case .lmStudio(let model): try resolve(model)
    case .url(let url): try resolve(url)
    }
  }

  private nonisolated func resolve(path: String) throws(ModelStoreError) -> ResolvedModel {
    let name = ModelName.file(path: path)
    guard let expanded = environment.expanding(path) else {
      throw .notFound(name: name, reason: "there is no home folder")
    }
    var location: String
    do {
      location = try GGUFFile.location(of: expanded)
    } catch {
      throw .notRunnable(name: name, reason: "found \(error.found), expected \(error.expected)")
    }
    guard let status = FileSystem.status(location) else {
      throw environment.isForbidden(location)
        ? .unreadable(path: location, reason: "no permission") : .notFound(name: name, reason: "no such file")
    }
    guard status.kind == .file, let parsed = ModelFileName(location), let shard = parsed.shard else {
      return resolvedFile(name, [(location, status.byteCount)], ModelFileName(location)?.quantization)
    }
    // Any part stands for the model; the others lie beside it.
    let set = FileSet(name: parsed, files: [], missingParts: [])
    var files: [(String, Int)] = []
    for number in 1...shard.count {
      location = set.path(ofPart: number)
      guard let status = FileSystem.status(location), status.kind == .file else {
        throw .notRunnable(
          name: name, reason: "found part \(shard.number) of \(shard.count), expected also \(location)")
      }
      files.append((location, status.byteCount))
    }
    return resolvedFile(name, files, set.name.quantization)
  }

  private nonisolated func resolvedFile(
    _ name: ModelName, _ files: [(location: String, byteCount: Int)], _ quantization: String?
  ) -> ResolvedModel {
    var model = resolved(name, .file, files, quantization)
    model.projector = files.first.flatMap { ProjectorChoice.projector(besideFileAt: $0.location) }
      .map { URL(filePath: $0) }
    return model
  }

  private nonisolated func resolve(_ name: HuggingFaceName) throws(ModelStoreError) -> ResolvedModel {
    let whole = ModelName.huggingFace(name)
    var failure: ModelStoreError?
    for hub in hubs {
      let repository = hub.repository(name.repository)
      for commit in repository.commits(for: name.revision) {
        do {
          if let found = try resolve(name, in: repository, commit) { return found }
        } catch {
          failure = failure ?? error
        }
      }
    }
    if name.revision == nil || name.revision == "main", let found = try resolveFlat(name) { return found }
    if let failure { throw failure }
    try checkReadable(hubs.flatMap { $0.foldersToRead(for: name.repository) })
    throw .notDownloaded(name: whole, missingBytes: missingByteCount(name))
  }

  /// Returns the files of a snapshot; nil if some are missing, or another quantization is there.
  private nonisolated func resolve(
    _ name: HuggingFaceName, in repository: CachedRepository, _ commit: String
  ) throws(ModelStoreError) -> ResolvedModel? {
    let files = repository.files(commit: commit)
    let listed = files.map { ListedFile(path: $0.path, byteCount: $0.byteCount) }
    guard let choice = try choice(name.selection, listed, .huggingFace(name)) else { return nil }
    let locations = Dictionary(files.map { ($0.path, $0.location) }) { first, _ in first }
    var model = resolved(
      choice.name(among: listed, of: .huggingFace(name)), .huggingFace,
      choice.model.files.compactMap { file in locations[file.path].map { ($0, file.byteCount ?? 0) } },
      choice.model.name.quantization)
    model.commit = commit
    model.projector = choice.projector.flatMap { locations[$0.path] }.map { URL(filePath: $0) }
    model.optionalAdapters = choice.adapters.compactMap { locations[$0.path] }.map { URL(filePath: $0) }
    return model
  }

  /// Chooses among files on disk; nil if what is asked for is not among them.
  private nonisolated func choice(
    _ selection: ModelSelection, _ files: [ListedFile], _ name: ModelName
  ) throws(ModelStoreError) -> FileChoice? {
    let choice: FileChoice
    do {
      choice = try FileChoice(
        selection, from: files, of: name, memory: environment.availableMemory(), allowsMissingParts: true)
    } catch {
      if case .notFound = error { return nil }
      throw error
    }
    return choice.model.missingParts.isEmpty ? choice : nil
  }

  private nonisolated func resolveFlat(_ name: HuggingFaceName) throws(ModelStoreError) -> ResolvedModel? {
    for root in folders.llama {
      let files = LlamaFolder(root: root).files(of: name.repository)
      let listed = files.map { ListedFile(path: $0.path, byteCount: $0.status.byteCount) }
      guard let choice = try choice(name.selection, listed, .huggingFace(name)) else { continue }
      let locations = Dictionary(files.map { ($0.path, $0.location) }) { first, _ in first }
      return resolved(
        choice.name(among: listed, of: .huggingFace(name)), .llama,
        choice.model.files.compactMap { file in locations[file.path].map { ($0, file.byteCount ?? 0) } },
        choice.model.name.quantization)
    }
    return nil
  }

  /// Returns the bytes that a stored listing says are missing; nil if there is none.
  private nonisolated func missingByteCount(_ name: HuggingFaceName) -> Int? {
    for hub in hubs {
      for model in listing(of: hub.repository(name.repository)) where !model.isComplete {
        guard let total = model.totalByteCount, case .huggingFace(let listed) = model.name else { continue }
        let isWanted =
          switch name.selection {
          case .automatic: true
          case .quantization(let label):
            QuantizationName.spellings(of: label).contains(model.quantization?.lowercased() ?? "")
          case .file: listed.selection == name.selection
          }
        if isWanted { return max(0, total - model.byteCount) }
      }
    }
    return nil
  }

  private nonisolated func resolve(_ name: OllamaName) throws(ModelStoreError) -> ResolvedModel {
    for store in ollamaStores where store.manifest(of: name) != nil { return try store.resolve(name) }
    for store in ollamaStores where store.isForbidden(environment) {
      throw .unreadable(path: store.root, reason: "no permission")
    }
    throw .notFound(name: .ollama(name), reason: "ollama does not have it; ollama pull \(name) fetches it")
  }

  private nonisolated func resolve(_ name: LMStudioName) throws(ModelStoreError) -> ResolvedModel {
    for store in lmStudioStores {
      guard let folder = store.folder(of: name) else { continue }
      try checkReadable([folder])
      let files = ModelFolder(path: folder).files
      let listed = files.map { ListedFile(path: $0.path, byteCount: $0.byteCount) }
      let choice = try FileChoice(
        name.selection, from: listed, of: .lmStudio(name), memory: environment.availableMemory())
      var model = resolved(
        choice.name(among: listed, of: .lmStudio(name)), .lmStudio,
        choice.model.files.map { ("\(folder)/\($0.path)", $0.byteCount ?? 0) }, choice.model.name.quantization)
      model.projector = choice.projector.map { URL(filePath: "\(folder)/\($0.path)") }
      return model
    }
    try checkReadable(lmStudioStores.flatMap { [$0.root, "\($0.root)/\(name.publisher)"] })
    throw .notFound(name: .lmStudio(name), reason: "LM Studio does not have it")
  }

  private nonisolated func resolve(_ url: URL) throws(ModelStoreError) -> ResolvedModel {
    guard let store = urlStore else { throw .notFound(name: .url(url), reason: "there is no home folder") }
    let folder = store.folder(of: url)
    let first = URLStore.firstPart(of: url).lastPathComponent
    let listed = ModelFolder(path: folder).files.map { ListedFile(path: $0.path, byteCount: $0.byteCount) }
    guard store.source(ofFolder: folder) != nil, let choice = try choice(.file(first), listed, .url(url)) else {
      try checkReadable([store.root, folder])
      throw .notDownloaded(name: .url(url), missingBytes: nil)
    }
    return resolved(
      .url(url), .url, choice.model.files.map { ("\(folder)/\($0.path)", $0.byteCount ?? 0) },
      choice.model.name.quantization)
  }

  /// Throws for the first folder that is there and cannot be read: what is not found may be in it.
  private nonisolated func checkReadable(_ folders: [String]) throws(ModelStoreError) {
    for folder in folders where environment.isForbidden(folder) {
      throw .unreadable(path: folder, reason: "no permission")
    }
  }

  private nonisolated func resolved(
    _ name: ModelName, _ store: ModelOrigin, _ files: [(location: String, byteCount: Int)], _ quantization: String?
  ) -> ResolvedModel {
    var model = ResolvedModel(name: name, store: store, files: files.map { URL(filePath: $0.location) })
    model.byteCount = files.reduce(0) { $0 &+ $1.byteCount }
    model.quantization = quantization
    return model
  }
}
