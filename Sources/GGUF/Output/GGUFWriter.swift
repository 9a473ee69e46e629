/// Writes a GGUF file of version 3.
///
/// Tensor data is produced while the file is written, so files larger than memory can be written:
///
/// ```swift
/// var writer = GGUFWriter()
/// writer.metadata["general.architecture"] = .text("llama")
/// writer.addTensor("output_norm.weight", .f32, dimensions: [4]) { sink in
///   try sink.write(F32.quantized([1, 1, 1, 1]))
/// }
/// try writer.write(to: "model.gguf")
/// ```
public struct GGUFWriter {
  /// A closure that writes the bytes of a tensor, in chunks of any size.
  public typealias Produce = (inout GGUFSink) throws(GGUFError) -> Void

  private struct Tensor {
    var name: String
    var type: TensorType
    var dimensions: [Int]
    var byteCount: Int
    var produce: Produce
  }

  /// The key/value section, in order.
  public var metadata = GGUFMetadata()
  private var tensors: [Tensor] = []

  /// Creates a writer without metadata or tensors.
  public init() {}

  /// Adds a tensor; `dimensions` are fastest-varying first, and rows have to be whole blocks.
  public mutating func addTensor(
    _ name: String, _ type: TensorType, dimensions: [Int], produce: @escaping Produce
  ) {
    let elements = dimensions.reduce(1, *)
    precondition(dimensions.count <= 4 && dimensions.allSatisfy { $0 > 0 }, "a tensor has 0 to 4 positive dimensions")
    precondition((dimensions.first ?? 1) % type.elementsPerBlock == 0, "rows have to be whole blocks")
    tensors.append(
      Tensor(
        name: name, type: type, dimensions: dimensions,
        byteCount: elements / type.elementsPerBlock * type.bytesPerBlock, produce: produce))
  }

  /// Adds a tensor with the given bytes.
  public mutating func addTensor(_ name: String, _ type: TensorType, dimensions: [Int], bytes: [UInt8]) {
    addTensor(name, type, dimensions: dimensions) { sink throws(GGUFError) in try sink.write(bytes) }
  }

  /// Writes the file; an existing file at `path` is replaced atomically at the end and keeps its mode.
  ///
  /// Symbolic links are followed, and devices and pipes are written through.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - progress: A closure that is called after each tensor with the bytes written so far and in total.
  /// - Throws: ``GGUFError`` with code `cannotWrite`, or the error of a producer; no partial file is left.
  public func write(to path: String, progress: (_ written: Int, _ total: Int) -> Void = { _, _ in }) throws(GGUFError) {
    let alignment = try GGUFShard.alignment(of: metadata)
    var sink = try GGUFSink(path)
    let (head, total) = try layout()
    try sink.write(head)
    let start = sink.written
    for tensor in tensors {
      let before = sink.written
      try tensor.produce(&sink)
      guard sink.written - before == tensor.byteCount else {
        throw GGUFError(
          .wrongTensorSize, file: path, subject: .tensor(tensor.name),
          found: "\(sink.written - before) bytes written",
          expected: "\(tensor.byteCount)")
      }
      try sink.pad(to: start + Self.padded(sink.written - start, to: alignment))
      progress(sink.written, total)
    }
    try sink.commit()
  }

  /// Returns the bytes before the tensors' data, and the size of the whole file.
  func layout() throws(GGUFError) -> (head: [UInt8], byteCount: Int) {
    let alignment = try GGUFShard.alignment(of: metadata)
    var bytes: [UInt8] = Array("GGUF".utf8)
    bytes.append(number: UInt32(3))
    bytes.append(number: UInt64(tensors.count))
    bytes.append(number: UInt64(metadata.entries.count))
    for entry in metadata.entries {
      bytes.append(string: entry.key.utf8)
      bytes.append(number: entry.storage.type.rawValue)
      bytes.append(value: try entry.storage.value(of: entry.key))
    }
    var offset = 0
    for tensor in tensors {
      bytes.append(string: tensor.name.utf8)
      bytes.append(number: UInt32(tensor.dimensions.count))
      for extent in tensor.dimensions { bytes.append(number: Int64(extent)) }
      bytes.append(number: Int32(tensor.type.rawValue))
      bytes.append(number: UInt64(offset))
      offset += Self.padded(tensor.byteCount, to: alignment)
    }
    bytes += [UInt8](repeating: 0, count: Self.padded(bytes.count, to: alignment) - bytes.count)
    return (bytes, bytes.count + offset)
  }

  private static func padded(_ count: Int, to alignment: Int) -> Int {
    (count + alignment - 1) / alignment * alignment
  }
}

extension [UInt8] {
  fileprivate mutating func append(number: some FixedWidthInteger) {
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
  }

  fileprivate mutating func append(string: some Collection<UInt8>) {
    append(number: UInt64(string.count))
    append(contentsOf: string)
  }

  fileprivate mutating func append(value: GGUFValue) {
    switch value {
    case .uint8(let value): append(number: value)
    case .int8(let value): append(number: value)
    case .uint16(let value): append(number: value)
    case .int16(let value): append(number: value)
    case .uint32(let value): append(number: value)
    case .int32(let value): append(number: value)
    case .float32(let value): append(number: value.bitPattern)
    case .bool(let value): append(value ? 1 : 0)
    case .string(let bytes): append(string: bytes)
    case .array(let array): append(array: array)
    case .uint64(let value): append(number: value)
    case .int64(let value): append(number: value)
    case .float64(let value): append(number: value.bitPattern)
    }
  }

  private mutating func append(array: GGUFArray) {
    append(number: array.elementType.rawValue)
    append(number: UInt64(array.count))
    switch array {
    case .uint8(let values): append(contentsOf: values)
    case .int8(let values): for value in values { append(number: value) }
    case .uint16(let values): for value in values { append(number: value) }
    case .int16(let values): for value in values { append(number: value) }
    case .uint32(let values): for value in values { append(number: value) }
    case .int32(let values): for value in values { append(number: value) }
    case .float32(let values): for value in values { append(number: value.bitPattern) }
    case .bool(let values): for value in values { append(value ? 1 : 0) }
    case .string(let values): for value in values { append(string: value) }
    case .uint64(let values): for value in values { append(number: value) }
    case .int64(let values): for value in values { append(number: value) }
    case .float64(let values): for value in values { append(number: value.bitPattern) }
    }
  }
}
