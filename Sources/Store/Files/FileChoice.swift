/// The choice of a model's files among those of a repository or folder.
///
/// A requested quantization has to be there exactly, ignoring case; mixes of unsloth have to be asked for with their
/// prefix (`UD-Q4_K_XL`). Without a request, the first of Q4_K_M, Q4_K_S, Q5_K_M, Q4_0 and Q8_0 is taken, else the
/// smallest of more than 4 bits, else F16 or BF16, else the largest of the rest; only of types that the engine has. Of
/// several models in a repository none is taken.
struct FileChoice: Sendable {
  /// The files of the model.
  var model: FileSet
  /// The image projector that belongs to it; nil if there is none.
  var projector: ListedFile?
  /// The LoRA adapters beside it.
  var adapters: [ListedFile]

  /// The quantizations that are taken without a request, in order.
  static let preferred = ["Q4_K_M", "Q4_K_S", "Q5_K_M", "Q4_0", "Q8_0"]

  /// Chooses files.
  ///
  /// - Parameters:
  ///   - selection: The request.
  ///   - files: All files.
  ///   - name: The name of the repository or folder, for errors.
  ///   - memory: The available memory in bytes; nil if unknown.
  ///   - allowsMissingParts: True if a split model may be incomplete, as on the disk.
  /// - Throws: ``ModelStoreError``: `notFound`, `ambiguous` or `notRunnable`.
  init(
    _ selection: ModelSelection, from files: [ListedFile], of name: ModelName, memory: Int?,
    allowsMissingParts: Bool = false
  ) throws(ModelStoreError) {
    let request = FileRequest(name: name, memory: memory, files: files)
    switch selection {
    case .file(let path): model = try request.set(containing: path)
    case .quantization(let label): model = try request.set(of: label)
    case .automatic: model = try request.bestSet()
    }
    if !allowsMissingParts, let missing = model.missingParts.first {
      throw .notRunnable(
        name: name,
        reason: "found \(model.files.count) of \(model.name.shard?.count ?? 0) parts, expected also "
          + model.path(ofPart: missing))
    }
    projector = ProjectorChoice.projector(for: model, among: files)
    adapters = FileSet.sets(of: files, kind: .adapter).flatMap(\.files)
  }

  /// Returns the names of all models among some files, the candidates of ambiguous names.
  static func candidates(
    _ files: [ListedFile], of name: ModelName, memory: Int?
  ) -> [ModelCandidate] {
    let request = FileRequest(name: name, memory: memory, files: files)
    return request.candidates(request.sets)
  }

  /// Returns the name that means only the chosen files.
  func name(among files: [ListedFile], of name: ModelName) -> ModelName {
    FileRequest(name: name, memory: nil, files: files).candidates([model]).first?.name ?? name
  }
}
