extension GGUFShard {
  /// Opens the shards after the first one; none if the model is a single file.
  ///
  /// Their names are derived from the name of the first file, `<prefix>-00001-of-00003.gguf`, never from its contents.
  static func successors(of first: GGUFShard) throws(GGUFError) -> [GGUFShard] {
    guard let count = try first.metadata.integer("split.count"), count != 1 else { return [] }
    let number = try first.metadata.integer("split.no") ?? 0
    guard (2...99_999).contains(count) else {
      throw first.metadata.error(.badShard, "split.count", found: "\(count)", expected: "1 to 99999")
    }
    guard (0..<count).contains(number) else {
      throw first.metadata.error(.badShard, "split.no", found: "\(number)", expected: "0 to \(count - 1)")
    }
    let path = first.mapping.path
    guard let prefix = prefix(of: path, index: number, count: count) else {
      throw first.metadata.error(
        .badShard, "split.no", found: "shard \(number) of \(count) in a file of that name",
        expected: "a name that ends in \(suffix(index: number, count: count))")
    }
    guard number == 0 else {
      throw first.metadata.error(
        .badShard, "split.no", found: "part \(number + 1) of the \(count) parts of a split model",
        expected: "the first part, \(prefix)\(suffix(index: 0, count: count))")
    }
    var shards: [GGUFShard] = []
    var tensorCount = first.tensors.count
    for index in 1..<count {
      let shard = try successor(prefix + suffix(index: index, count: count), "part \(index + 1) of \(count)")
      let shardNumber = try shard.metadata.integer("split.no")
      guard shardNumber == index else {
        throw shard.metadata.error(
          .badShard, "split.no", found: shardNumber.map { "\($0)" } ?? "no such key", expected: "\(index)")
      }
      let total = try shard.metadata.integer("split.count")
      guard total == count else {
        throw shard.metadata.error(
          .badShard, "split.count", found: total.map { "\($0)" } ?? "no such key", expected: "\(count)")
      }
      tensorCount += shard.tensors.count
      guard tensorCount <= GGUFShard.maximumTensors else {
        throw GGUFError(
          .badCount, file: shard.mapping.path, found: "\(tensorCount) tensors in \(index + 1) shards",
          expected: "at most \(GGUFShard.maximumTensors)")
      }
      shards.append(shard)
    }
    return shards
  }

  /// Opens a part, and says which one it is if it cannot be opened.
  private static func successor(_ path: String, _ part: String) throws(GGUFError) -> GGUFShard {
    do {
      return try GGUFShard(path: path)
    } catch {
      guard error.code == .cannotOpen else { throw error }
      throw GGUFError(.cannotOpen, file: path, found: error.found, expected: "\(part) of the model, beside the first")
    }
  }

  private static func prefix(of path: String, index: Int, count: Int) -> String? {
    let suffix = suffix(index: index, count: count)
    return path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : nil
  }

  private static func suffix(index: Int, count: Int) -> String {
    func padded(_ number: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    }
    return "-\(padded(index + 1))-of-\(padded(count)).gguf"
  }
}
