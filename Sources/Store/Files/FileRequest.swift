/// The models among some files, and the rules by which one of them is chosen.
struct FileRequest {
  let name: ModelName
  let memory: Int?
  let files: [ListedFile]
  /// The models, each with all files of its quantization.
  let sets: [FileSet]

  init(name: ModelName, memory: Int?, files: [ListedFile]) {
    (self.name, self.memory, self.files) = (name, memory, files)
    sets = FileSet.sets(of: files, kind: .model)
  }

  /// Returns the set with a file.
  func set(containing path: String) throws(ModelStoreError) -> FileSet {
    guard let parsed = ModelFileName(path) else { throw .notFound(name: name, reason: "\(path) is not a GGUF file") }
    let all = FileSet.sets(of: files, kind: parsed.kind)
    if let set = all.first(where: { $0.files.contains { $0.path == path } }) { return set }
    // The part that is asked for may be the one that is missing.
    if let shard = parsed.shard,
      let set = all.first(where: { $0.name.shard?.count == shard.count && $0.path(ofPart: shard.number) == path })
    {
      return set
    }
    throw .notFound(name: name, reason: "no file \(path)\(listing(sets))")
  }

  /// Returns the set with a quantization.
  func set(of label: String) throws(ModelStoreError) -> FileSet {
    guard !sets.isEmpty else { throw noModel }
    let spellings = QuantizationName.spellings(of: label)
    var matches = sets.filter { spellings.contains($0.name.quantization?.lowercased() ?? "") }
    // Repositories of weighted quantizations have nothing else, so their prefix is not needed.
    if matches.isEmpty {
      matches = sets.filter { spellings.map { "i1-" + $0 }.contains($0.name.quantization?.lowercased() ?? "") }
    }
    guard !matches.isEmpty else {
      throw .notFound(name: name, reason: "no quantization \(NameRules.printable(label))\(listing(sets))")
    }
    let chosen = try single(matches)
    guard chosen.name.isRunnable else { throw notRunnable(chosen) }
    return chosen
  }

  /// Returns the set that suits most machines.
  func bestSet() throws(ModelStoreError) -> FileSet {
    guard !sets.isEmpty else { throw noModel }
    let runnable = sets.filter { $0.name.isRunnable }
    guard !runnable.isEmpty else { throw notRunnable(sets[0]) }
    guard stems(runnable).count == 1 else { throw ambiguous(runnable, "several models") }
    for preferred in FileChoice.preferred {
      for variant in [nil, "i1"] {
        let matches = runnable.filter {
          $0.name.quantizationName?.name == preferred && $0.name.variant == variant && $0.missingParts.isEmpty
        }
        if !matches.isEmpty { return try single(matches) }
      }
    }
    let known = runnable.filter { $0.name.quantizationName != nil }
    let quantized = known.filter { $0.name.quantizationName?.isFloat == false }
    if let set = quantized.filter({ bits($0) > 4 }).min(by: { size($0) < size($1) }) { return set }
    let floats = known.filter { ["F16", "BF16"].contains($0.name.quantizationName?.name) }
    if let set = floats.min(by: { $0.name.quantization ?? "" > $1.name.quantization ?? "" }) { return set }
    if let set = known.max(by: { size($0) < size($1) }) { return set }
    return try single(runnable)
  }

  /// Describes some sets as candidates, each with a name that means only it.
  func candidates(_ sets: [FileSet]) -> [ModelCandidate] {
    var counts: [String?: Int] = [:]
    for set in self.sets { counts[set.name.quantization?.lowercased(), default: 0] += 1 }
    return sets.map { set in
      let isUnique = counts[set.name.quantization?.lowercased()] == 1
      let selection: ModelSelection =
        set.name.quantization.map { isUnique ? .quantization($0) : .file(set.name.path) } ?? .file(set.name.path)
      return ModelCandidate(
        name: name.selecting(selection), quantization: set.name.quantization,
        fileCount: set.name.shard?.count ?? 1, byteCount: set.byteCount, memory: memory,
        isRunnable: set.name.isRunnable)
    }
  }

  /// Returns the one of several sets of the same quantization: whole ones before others, single files before split ones.
  private func single(_ sets: [FileSet]) throws(ModelStoreError) -> FileSet {
    guard stems(sets).count == 1 else { throw ambiguous(sets, "several models") }
    let whole = sets.filter { $0.missingParts.isEmpty }
    let best = whole.isEmpty ? sets : whole
    let files = best.filter { $0.name.shard == nil }
    let rest = files.isEmpty ? best : files
    guard rest.count == 1 else { throw ambiguous(rest, "several files of the same quantization") }
    return rest[0]
  }

  private func stems(_ sets: [FileSet]) -> Set<String> { Set(sets.map { $0.name.stem.lowercased() }) }

  private func bits(_ set: FileSet) -> Double { set.name.quantizationName?.bits ?? 0 }

  /// The size of a set; by its bits per weight where sizes are unknown.
  private func size(_ set: FileSet) -> Double { set.byteCount.map { Double($0) } ?? bits(set) }

  private func ambiguous(_ sets: [FileSet], _ reason: String) -> ModelStoreError {
    .ambiguous(name: name, candidates: candidates(sets), reason: reason)
  }

  private func notRunnable(_ set: FileSet) -> ModelStoreError {
    .notRunnable(
      name: name,
      reason: "found the type \(set.name.quantization ?? "?"), expected one that this version can run\(listing(sets))")
  }

  private var noModel: ModelStoreError {
    if files.contains(where: { $0.path.hasSuffix(".safetensors") }) {
      return .notFound(name: name, reason: "found safetensors files, expected GGUF files")
    }
    if files.contains(where: { $0.path.lowercased().contains(".gguf.part") || $0.path.contains(".gguf-split-") }) {
      return .notFound(name: name, reason: "found pieces of a file that must be joined, expected GGUF files")
    }
    return .notFound(name: name, reason: "no GGUF model in it")
  }

  private func listing(_ sets: [FileSet]) -> String {
    let labels = candidates(sets).map { $0.quantization ?? "\($0.name)" }
    guard !labels.isEmpty else { return "" }
    return "; there \(labels.count == 1 ? "is" : "are") \(labels.prefix(12).joined(separator: ", "))"
      + (labels.count > 12 ? ", …" : "")
  }
}

extension ModelName {
  /// Returns the name of other files of the same repository or folder; other names unchanged.
  func selecting(_ selection: ModelSelection) -> ModelName {
    switch self {
    case .huggingFace(var name):
      name.selection = selection
      return .huggingFace(name)
    case .lmStudio(var name):
      name.selection = selection
      return .lmStudio(name)
    case .file(let path):
      guard case .file(let file) = selection else { return self }
      return .file(path: path.hasSuffix("/") ? path + file : "\(path)/\(file)")
    case .ollama, .url: return self
    }
  }
}
