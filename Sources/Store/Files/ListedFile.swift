/// A file of a repository or folder: its path and, where known, its size in bytes.
struct ListedFile: Sendable, Hashable {
  var path: String
  var byteCount: Int?
}

/// The files of a model in one quantization: a single file, or all parts of a split model.
struct FileSet: Sendable, Hashable {
  /// The parsed name of the first file.
  var name: ModelFileName
  /// The files that are there, in the order of their numbers.
  var files: [ListedFile]
  /// The numbers of the first parts that are not there, few of them: names may promise any number of parts.
  var missingParts: [Int]

  /// The size in bytes; nil if that of a file is unknown, or a part is not there.
  var byteCount: Int? {
    guard missingParts.isEmpty else { return nil }
    let counts = files.compactMap(\.byteCount)
    return counts.count == files.count ? ByteCount.sum(counts) : nil
  }

  /// Returns the path of a part, whether it is there or not.
  func path(ofPart number: Int) -> String {
    guard let shard = name.shard else { return name.path }
    func padded(_ number: Int) -> String { String(repeating: "0", count: max(0, 5 - "\(number)".count)) + "\(number)" }
    return "\(name.path.dropLast(5 + 14))\(padded(number))-of-\(padded(shard.count)).gguf"
  }

  /// Groups files into sets, in the order of the paths of their first files.
  ///
  /// - Parameters:
  ///   - files: The files, also of other formats, which are left out.
  ///   - kind: The kind of the sets.
  /// - Returns: The sets.
  static func sets(of files: [ListedFile], kind: ModelFileName.Kind) -> [FileSet] {
    struct Key: Hashable {
      var folder: Substring
      var stem: String
      var quantization: String?
      var count: Int?
      /// Single files are never parts of each other.
      var path: String?
    }
    var groups: [Key: [(name: ModelFileName, file: ListedFile)]] = [:]
    for file in files {
      guard let name = ModelFileName(file.path), name.kind == kind else { continue }
      let key = Key(
        folder: name.folder, stem: name.stem.lowercased(), quantization: name.quantization, count: name.shard?.count,
        path: name.shard == nil ? file.path : nil)
      groups[key, default: []].append((name, file))
    }
    let sets = groups.values.compactMap { group -> FileSet? in
      let sorted = group.sorted {
        ($0.name.shard?.number ?? 0, $0.file.path) < ($1.name.shard?.number ?? 0, $1.file.path)
      }
      guard let first = sorted.first else { return nil }
      let present = Set(sorted.compactMap { $0.name.shard?.number })
      let missing = first.name.shard.map { (1...$0.count).lazy.filter { !present.contains($0) }.prefix(8) }
      return FileSet(name: first.name, files: sorted.map(\.file), missingParts: missing.map(Array.init) ?? [])
    }
    return sets.sorted { $0.name.path < $1.name.path }
  }
}
