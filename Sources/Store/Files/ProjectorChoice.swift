/// The choice of the image projector that belongs to a model.
enum ProjectorChoice {
  /// Returns the projector of a model; nil if there is none.
  ///
  /// Those in the folder nearest to the model come first, then the one of the same quantization, then the one with the
  /// nearest number of bits, as in llama.cpp.
  static func projector(for model: FileSet, among files: [ListedFile]) -> ListedFile? {
    let sets = FileSet.sets(of: files, kind: .projector).filter { $0.name.isRunnable }
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
      let quantization = model.name.quantization
      let exact = (lhs.name.quantization == quantization, rhs.name.quantization == quantization)
      if exact.0 != exact.1 { return exact.0 }
      let distances = (distance(lhs), distance(rhs))
      if distances.0 != distances.1 { return distances.0 < distances.1 }
      return lhs.name.path < rhs.name.path
    }
    return best?.files.first
  }
}
