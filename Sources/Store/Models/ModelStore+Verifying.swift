public import Foundation

/// The comparison of a file with its checksum.
public struct FileVerification: Sendable, Equatable {
  /// The outcome.
  public enum Outcome: Sendable, Equatable {
    /// The contents have the checksum.
    case intact
    /// The contents have another checksum.
    case damaged(expected: String, got: String)
    /// No checksum of the file is known.
    case unverifiable
    /// The file cannot be read.
    case unreadable(reason: String)
  }

  /// The file.
  public var file: URL
  /// The size in bytes.
  public var byteCount: Int
  /// The outcome.
  public var outcome: Outcome
  /// The name under which a download with ``ModelDownloadOptions/repairs`` replaces the file, at its commit; nil for files
  /// of other programs.
  public var source: ModelName?
  /// The path in the repository of a file from the hub.
  public var repositoryPath: String?
}

extension ModelStore {
  /// Compares files with their checksums: blobs with their names, models of ollama with the digests of their manifest.
  ///
  /// The network is not used.
  ///
  /// - Parameters:
  ///   - name: The model; nil for all files of the hub cache, of ollama and of URLs.
  ///   - progress: A closure that is called for each file.
  /// - Returns: The outcome for each file.
  /// - Throws: ``ModelStoreError`` if the model is not found, or `CancellationError`.
  @discardableResult
  public nonisolated func verify(
    _ name: ModelName? = nil, progress: (@Sendable (FileVerification) -> Void)? = nil
  ) async throws -> [FileVerification] {
    var results: [FileVerification] = []
    for file in try checksums(of: name) {
      let outcome = try await Self.outcome(file)
      let count = FileSystem.status(file.location)?.byteCount ?? 0
      let result = FileVerification(
        file: URL(filePath: file.location), byteCount: count, outcome: outcome, source: file.source,
        repositoryPath: file.path)
      progress?(result)
      results.append(result)
    }
    return results
  }

  /// A file and the checksum that it should have: a SHA-256, a SHA-1 of git, or none.
  private struct Checksum {
    var location: String
    var expected: String?
    var source: ModelName?
    var path: String?
  }

  private nonisolated func checksums(of name: ModelName?) throws(ModelStoreError) -> [Checksum] {
    guard let name else {
      let hubFiles = hubs.flatMap { $0.repositories.flatMap { hubChecksums($0) { _ in true } } }
      return hubFiles + ollamaChecksums() + (urlStore?.folders ?? []).flatMap { urlChecksums($0.folder, $0.source) }
    }
    let model = try resolve(name)
    let files = Set(
      (model.files + [model.projector].compactMap { $0 } + model.adapters).map { $0.path(percentEncoded: false) })
    switch model.store {
    case .huggingFace:
      guard case .huggingFace(let hub) = name else { return [] }
      return hubs.flatMap { hubChecksums($0.repository(hub.repository)) { files.contains($0) } }
    case .ollama: return ollamaChecksums().filter { files.contains($0.location) }
    case .url:
      guard case .url(let url) = name, let folder = urlStore?.folder(of: url),
        let source = urlStore?.source(ofFolder: folder)
      else { return [] }
      return urlChecksums(folder, source)
    case .llama, .lmStudio, .file: return files.sorted().map { Checksum(location: $0) }
    }
  }

  private nonisolated func hubChecksums(
    _ repository: CachedRepository, _ isWanted: (_ location: String) -> Bool
  ) -> [Checksum] {
    var seen: Set<String> = []
    return repository.commits.flatMap { commit -> [Checksum] in
      let source = ModelName.huggingFace(
        HuggingFaceName(repository: repository.identifier, revision: commit))
      let tree = CachedTree(path: repository.treePath(commit: commit))
      return repository.files(commit: commit).filter { isWanted($0.location) }.compactMap { file in
        guard let blob = file.blob else {
          return Checksum(
            location: file.location, expected: tree?.files[file.path]?.blob, source: source, path: file.path)
        }
        guard seen.insert(blob).inserted else { return nil }
        return Checksum(
          location: "\(repository.blobs)/\(blob)", expected: CachedRepository.isBlob(blob) ? blob : nil,
          source: source, path: file.path)
      }
    }
  }

  private nonisolated func ollamaChecksums() -> [Checksum] {
    var seen: Set<String> = []
    return ollamaStores.flatMap { store in
      store.models.flatMap { _, path -> [Checksum] in
        guard let manifest = try? OllamaManifest(path: path) else { return [] }
        return manifest.layers.compactMap { layer in
          let location = store.path(of: layer)
          guard seen.insert(location).inserted, FileSystem.isFile(location) else { return nil }
          return Checksum(location: location, expected: layer.sha256)
        }
      }
    }
  }

  private nonisolated func urlChecksums(_ folder: String, _ source: URLStore.Source) -> [Checksum] {
    ModelFolder(path: folder).files.filter { $0.path.lowercased().hasSuffix(".gguf") }
      .map {
        Checksum(
          location: $0.location, expected: source.checksums[$0.path],
          source: URL(string: source.url).map(ModelName.url))
      }
  }

  private static func outcome(_ file: Checksum) async throws -> FileVerification.Outcome {
    guard let expected = file.expected else { return .unverifiable }
    let isGit = expected.utf8.count == 40
    let got: String
    do {
      got = try await isGit ? FileDigest.gitBlob(file.location) : FileDigest.sha256(file.location)
    } catch ModelStoreError.unreadable(_, let reason) {
      return .unreadable(reason: reason)
    }
    return got == expected ? .intact : .damaged(expected: expected, got: got)
  }
}
