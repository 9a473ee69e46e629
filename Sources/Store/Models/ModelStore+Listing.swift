internal import Foundation
internal import SwiftletGGUF
internal import SwiftletJSON

extension ModelStore {
  /// Returns the models of all stores, also those of which only a part is on disk.
  public nonisolated func models() -> [StoredModel] { inventory().models }

  /// Returns the models of all stores, and what could not be read.
  public nonisolated func inventory() -> ModelInventory {
    var inventory = ModelInventory()
    for hub in hubs {
      note([hub.root], in: &inventory)
      for repository in hub.repositories {
        note(repository.foldersToRead, in: &inventory)
        inventory.models += listing(of: repository)
      }
    }
    for root in folders.llama {
      note([root], in: &inventory)
      inventory.models += flatListing(LlamaFolder(root: root))
    }
    for store in ollamaStores { list(store, in: &inventory) }
    for store in lmStudioStores {
      for folder in store.foldersToRead { note([folder], in: &inventory) }
      inventory.models += listing(of: store)
    }
    if let urlStore {
      for folder in urlStore.foldersToRead { note([folder], in: &inventory) }
      inventory.models += listing(of: urlStore)
    }
    // A store may be found under two addresses; several names for the same files are models of their own.
    var seen: [String: Set<[URL]>] = [:]
    inventory.models = inventory.models.filter {
      $0.files.isEmpty || seen["\($0.name)", default: []].insert($0.files).inserted
    }
    for index in inventory.models.indices where inventory.models[index].isComplete {
      guard let path = inventory.models[index].files.first?.path(percentEncoded: false) else { continue }
      let file = try? GGUFFile(path: path)
      inventory.models[index].isUsable = file != nil
      inventory.models[index].architecture = try? file?.metadata.string("general.architecture")
    }
    return inventory
  }

  /// Notes the first of some folders that cannot be read.
  private nonisolated func note(_ folders: [String], in inventory: inout ModelInventory) {
    guard let folder = folders.first(where: environment.isForbidden) else { return }
    let failure = ModelStoreError.unreadable(path: folder, reason: "no permission")
    if !inventory.failures.contains(failure) { inventory.failures.append(failure) }
  }

  // MARK: - Folders of files

  private nonisolated func flatListing(_ folder: LlamaFolder) -> [StoredModel] {
    let groups = Dictionary(grouping: folder.files, by: \.repository)
    return groups.sorted { $0.key < $1.key }.flatMap { repository, files in
      listing(
        .huggingFace(HuggingFaceName(repository: repository)), .llama,
        files.map {
          ModelFolder.File(
            path: $0.path, location: $0.location, byteCount: $0.status.byteCount, modified: $0.status.modified)
        })
    }
  }

  private nonisolated func listing(of store: LMStudioStore) -> [StoredModel] {
    store.models.flatMap { name, folder in listing(.lmStudio(name), .lmStudio, ModelFolder(path: folder).files) }
  }

  private nonisolated func listing(of store: URLStore) -> [StoredModel] {
    store.folders.flatMap { folder, source -> [StoredModel] in
      guard let url = URL(string: source.url) else { return [] }
      let files = ModelFolder(path: folder).files.filter { !$0.path.contains("/") }
      var models = listing(.url(url), .url, files)
      let partials = PartialFile.all(in: folder + URLStore.unchecked)
      let finished = URLStore.finished(in: folder)
      // An unfinished update does not keep the model from being run.
      guard !(partials.isEmpty && finished.isEmpty), !models.contains(where: \.isComplete) else { return models }
      if models.isEmpty {
        models = [
          StoredModel(
            name: .url(url), store: .url, files: [], byteCount: 0, isComplete: false,
            modified: date(partials.map(\.modified) + finished.compactMap { FileSystem.status($0)?.modified }))
        ]
      }
      models[0].byteCount += Self.unchecked(in: folder)
      models[0].isComplete = false
      return models
    }
  }

  private nonisolated func listing(
    _ name: ModelName, _ origin: ModelOrigin, _ files: [ModelFolder.File]
  ) -> [StoredModel] {
    let listed = files.map { ListedFile(path: $0.path, byteCount: $0.byteCount) }
    let known = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    let request = FileRequest(name: name, memory: nil, files: listed)
    return zip(request.sets, request.candidates(request.sets)).map { set, candidate in
      let files = set.files.compactMap { known[$0.path] }
      return StoredModel(
        name: candidate.name, store: origin, quantization: set.name.quantization,
        files: files.map { URL(filePath: $0.location) }, byteCount: files.reduce(0) { $0 &+ $1.byteCount },
        totalByteCount: set.byteCount, isComplete: set.missingParts.isEmpty, modified: date(files.map(\.modified)))
    }
  }

  nonisolated func date(_ times: [Int]) -> Date { Date(timeIntervalSince1970: Double(times.max() ?? 0)) }

  // MARK: - ollama

  private nonisolated func list(_ store: OllamaStore, in inventory: inout ModelInventory) {
    if store.isForbidden(environment) {
      inventory.failures.append(.unreadable(path: store.root, reason: "no permission"))
    }
    for (name, path) in store.models {
      do {
        let manifest = try OllamaManifest(path: path)
        let details = try store.details(manifest)
        // Models that run elsewhere have nothing on disk.
        guard let layer = manifest.layers("model").first, details["remote_host"]?.string?.isEmpty ?? true else {
          continue
        }
        let file = store.path(of: layer)
        let present = manifest.layers.filter { FileSystem.isFile(store.path(of: $0)) }
        inventory.models.append(
          StoredModel(
            name: .ollama(name), store: .ollama, quantization: details["file_type"]?.string,
            files: FileSystem.isFile(file) ? [URL(filePath: file)] : [],
            byteCount: present.reduce(0) { $0 &+ $1.byteCount }, totalByteCount: manifest.byteCount,
            isComplete: present.count == manifest.layers.count,
            modified: date([FileSystem.status(path)?.modified ?? 0])))
      } catch {
        inventory.failures.append(error)
      }
    }
  }
}
