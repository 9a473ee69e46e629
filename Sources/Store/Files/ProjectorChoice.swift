/// The choice of the image projector that belongs to a model.
package enum ProjectorChoice {
  /// Returns the projector of a model; nil if there is none.
  ///
  /// Those in the folder nearest to the model come first, then those named after it, then the one of the same
  /// quantization, then the one with the nearest number of bits, as in llama.cpp. One that is named after another model is
  /// none, unless there is one model.
  static func projector(for model: FileSet, among files: [ListedFile]) -> ListedFile? {
    let models = Set(FileSet.sets(of: files, kind: .model).map { $0.name.stem.lowercased() })
    let found = FileSet.sets(of: files, kind: .projector).filter { $0.name.isRunnable }
    let isOnly = models.count <= 1 && Set(found.map { $0.name.stem.lowercased() }).count == 1
    let sets = found.filter { isOnly || isNamed($0.name, after: model.name) }
    let parts = model.name.folder.split(separator: "/")
    func depth(_ set: FileSet) -> Int? {
      let own = set.name.folder.split(separator: "/")
      // A projector in another folder belongs to another model.
      return parts.starts(with: own) ? own.count : nil
    }
    let near = sets.compactMap { set in depth(set).map { (set, $0) } }
    guard let deepest = near.map(\.1).max() else { return nil }
    let wanted = model.name.quantizationName?.bits ?? 16
    func distance(_ set: FileSet) -> Double { abs((set.name.quantizationName?.bits ?? 16) - wanted) }
    let best = near.filter { $0.1 == deepest }.map(\.0).min { lhs, rhs in
      let named = (!words(of: lhs.name).isEmpty, !words(of: rhs.name).isEmpty)
      if named.0 != named.1 { return named.0 }
      let quantization = model.name.quantization
      let exact = (lhs.name.quantization == quantization, rhs.name.quantization == quantization)
      if exact.0 != exact.1 { return exact.0 }
      let distances = (distance(lhs), distance(rhs))
      if distances.0 != distances.1 { return distances.0 < distances.1 }
      return lhs.name.path < rhs.name.path
    }
    return best?.files.first
  }

  /// Returns true if the name of a projector has that of a model in it, or of none.
  private static func isNamed(_ projector: ModelFileName, after model: ModelFileName) -> Bool {
    let own = words(of: projector).joined(separator: "-")
    let name = model.stem.lowercased().split { "-._ ".contains($0) }.joined(separator: "-")
    return name.hasPrefix(own) || own.hasPrefix(name)
  }

  /// The words of a projector's name that are those of a model.
  private static func words(of projector: ModelFileName) -> [String.SubSequence] {
    projector.stem.lowercased().split { "-._ ".contains($0) }.filter { $0 != "mmproj" && $0 != "model" }
  }

  /// Returns the projector of a model among the files of its folder; nil if there is none.
  ///
  /// - Parameter path: The path of the model's file, or of the first of several.
  /// - Returns: The path of the projector.
  package static func projector(besideFileAt path: String) -> String? {
    guard let name = ModelFileName(path), name.kind == .model else { return nil }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let files = FileSystem.names(folder.isEmpty ? "." : String(folder))
      .map { folder + $0 }.filter { ModelFileName($0) != nil && FileSystem.isFile($0) }
    let model = FileSet(name: name, files: [], missingParts: [])
    return projector(for: model, among: files.map { ListedFile(path: $0) })?.path
  }
}
