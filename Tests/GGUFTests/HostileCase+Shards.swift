import SwiftletGGUF

/// One file of a sharded model, with each number free to be wrong.
struct ShardImage: Sendable {
  var number: Int64? = 0
  var count: Int64? = 2
  var total: Int64? = 2
  var tensor = "a"

  /// The bytes; every file has one tensor of 8 floats.
  var bytes: [UInt8] {
    let numbers = [("split.no", number), ("split.count", count), ("split.tensors.count", total)]
    let present = numbers.compactMap { key, value in value.map { (key, $0) } }
    var image = FileImage(tensors: 1, keys: UInt64(present.count))
    for (key, value) in present { image = image.key(key, .int64, little(value)) }
    return image.tensor(tensor, [8]).data(32).bytes
  }
}

extension HostileCase {
  /// Faults of models in several files.
  static let shards: [HostileCase] = [
    pair("a missing second shard", .cannotOpen, second: nil),
    pair("a count of 0", .badShard, ShardImage(count: 0)),
    pair("a count of -1", .badShard, ShardImage(count: -1)),
    pair("a count of 100,000", .badShard, ShardImage(count: 100_000)),
    pair("the greatest count", .badShard, ShardImage(count: .max)),
    pair("a count that the file's name contradicts", .badShard, ShardImage(count: 3)),
    pair("a first shard that says it is the second", .badShard, ShardImage(number: 1)),
    pair("a first shard of number -1", .badShard, ShardImage(number: -1)),
    pair("a first shard of the greatest number", .badShard, ShardImage(number: .max)),
    pair("a first shard of the least number", .badShard, ShardImage(number: .min)),
    pair("a second shard that says it is the first", .badShard, second: ShardImage(number: 0, tensor: "b")),
    pair("a second shard that says it is the third", .badShard, second: ShardImage(number: 2, tensor: "b")),
    pair("a second shard of the greatest number", .badShard, second: ShardImage(number: .max, tensor: "b")),
    pair("a second shard without a number", .badShard, second: ShardImage(number: nil, tensor: "b")),
    pair("a second shard of another count", .badShard, second: ShardImage(number: 1, count: 3, tensor: "b")),
    pair("a second shard without a count", .badShard, second: ShardImage(number: 1, count: nil, tensor: "b")),
    pair("a tensor in both shards", .duplicateTensor, second: ShardImage(number: 1, tensor: "a")),
    pair("more tensors than counted", .badShard, ShardImage(total: 1)),
    pair("fewer tensors than counted", .badShard, ShardImage(total: 3)),
    pair("a negative number of tensors in all", .badShard, ShardImage(total: -2)),
    HostileCase("the second shard opened first", .badShard) { folder in
      try folder.write(ShardImage().bytes, to: "m-00001-of-00002.gguf")
      return try folder.write(ShardImage(number: 1, tensor: "b").bytes, to: "m-00002-of-00002.gguf")
    },
    HostileCase("a first shard under another name", .badShard) { try $0.write(ShardImage().bytes, to: "model.gguf") },
    HostileCase("a shard that is the first one under a second name", .badShard) { folder in
      try folder.write(ShardImage().bytes, to: "m-00002-of-00002.gguf")
      return try folder.write(ShardImage().bytes, to: "m-00001-of-00002.gguf")
    },
    HostileCase("a second shard that is no GGUF file", .notGGUF) { folder in
      try folder.write(FileImage(magic: "GGML").bytes, to: "m-00002-of-00002.gguf")
      return try folder.write(ShardImage().bytes, to: "m-00001-of-00002.gguf")
    },
    HostileCase("a shard count that is a text", .wrongType, FileImage(keys: 1).key("split.count", text: "2")),
    HostileCase(
      "a shard count of 2^64 - 1", .wrongType, FileImage(keys: 1).key("split.count", .uint64, little(UInt64.max))),
  ]

  /// A model in two files under proper names; without `second` that file is missing.
  private static func pair(
    _ name: String, _ code: GGUFError.Code, _ first: ShardImage = ShardImage(),
    second: ShardImage? = ShardImage(number: 1, tensor: "b")
  ) -> HostileCase {
    HostileCase(name, code) { folder in
      if let second { try folder.write(second.bytes, to: "m-00002-of-00002.gguf") }
      return try folder.write(first.bytes, to: "m-00001-of-00002.gguf")
    }
  }
}
