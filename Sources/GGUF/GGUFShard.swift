/// A parsed and validated file of a model.
struct GGUFShard: Sendable {
  let mapping: MappedFile
  let version: Int
  let metadata: GGUFMetadata
  let tensors: [GGUFTensor]
  /// The size in bytes of the header before the data section.
  let headerByteCount: Int

  init(path: String) throws(GGUFError) {
    let mapping = try MappedFile(path: path)
    self.mapping = mapping
    (version, metadata, tensors, headerByteCount) = try unsafe mapping.withBytes(in: 0..<mapping.count) {
      bytes throws(GGUFError) in
      var reader = unsafe GGUFReader(bytes, file: path)
      return try Self.parse(&reader, mapping)
    }
  }

  /// The maximum number of tensors of a model, several times that of the models with the most.
  static let maximumTensors = 1 << 18
  /// The maximum number of keys of a file.
  private static let maximumKeys = 1 << 16

  private static func parse(
    _ reader: inout GGUFReader, _ mapping: MappedFile
  ) throws(GGUFError) -> (Int, GGUFMetadata, [GGUFTensor], Int) {
    let magic = try reader.read("the magic number", as: UInt32.self)
    guard magic == 0x4655_4747 else {
      let beginning = unsafe mapping.withBytes(in: 0..<min(mapping.count, ForeignFile.beginningLength)) {
        unsafe Array($0)
      }
      throw reader.error(
        .notGGUF, at: 0,
        found: ForeignFile.description(ofBeginning: beginning) ?? "0x\(String(magic.byteSwapped, radix: 16))",
        expected: "\"GGUF\"")
    }
    let version = try reader.read("the version", as: UInt32.self)
    guard version == 0 || version & 0xFFFF != 0 else {
      throw reader.error(
        .bigEndian, at: 4, found: "version 0x\(String(version, radix: 16)): a big-endian file",
        expected: "a little-endian file")
    }
    guard version == 2 || version == 3 else {
      throw reader.error(.unsupportedVersion, at: 4, found: "version \(version)", expected: "2 or 3")
    }
    // A tensor info takes at least 8 + 1 bytes of name, 4 + 4 of dimension count and type and 8 of offset; a key takes
    // at least 8 + 1 + 4 + 1.
    let tensorCount = try reader.count(of: "tensors", minimum: 25, limit: maximumTensors)
    let keyCount = try reader.count(of: "keys", minimum: 14, limit: maximumKeys)

    var metadata = GGUFMetadata(file: mapping.path)
    var strings = 0
    for _ in 0..<keyCount {
      let keyOffset = reader.offset
      let key = try reader.name("a key", limit: 65_535, code: .badKey)
      guard !metadata.contains(key) else {
        throw reader.error(.duplicateKey, .key(key), at: keyOffset, found: "a second value", expected: "each key once")
      }
      metadata.set(key, try reader.storage(of: key, in: mapping, strings: &strings), offset: keyOffset)
    }
    let alignment = try alignment(of: metadata)
    var infos: [TensorInfo] = []
    var names: Set<String> = []
    infos.reserveCapacity(tensorCount)
    for _ in 0..<tensorCount {
      let info = try TensorInfo(&reader)
      guard names.insert(info.name).inserted else {
        throw reader.error(
          .duplicateTensor, .tensor(info.name), at: info.headerOffset, found: "a second tensor",
          expected: "each name once")
      }
      infos.append(info)
    }
    let dataStart = (reader.offset + alignment - 1) / alignment * alignment
    try checkComplete(infos, dataStart: dataStart, alignment: alignment, mapping)
    let tensors = try infos.map { info throws(GGUFError) in
      try info.tensor(dataStart: dataStart, alignment: alignment, mapping)
    }
    try checkOverlap(tensors)
    return (Int(version), metadata, tensors, reader.offset)
  }

  /// Returns the alignment of the data section and of each tensor in it.
  static func alignment(of metadata: GGUFMetadata) throws(GGUFError) -> Int {
    let key = "general.alignment"
    let alignment = try metadata.integer(key) ?? 32
    guard alignment > 0, alignment & (alignment - 1) == 0, alignment <= 1 << 20 else {
      throw metadata.error(.badAlignment, key, found: "\(alignment)", expected: "a power of two up to 2^20")
    }
    return alignment
  }

  /// Throws if the file ends before its data, and the data would be complete in a longer file.
  ///
  /// That is so if the tensors follow each other without gaps, as all writers put them: the rest was not downloaded
  /// then. Offsets that leave gaps are wrong themselves, and are reported as such.
  private static func checkComplete(
    _ infos: [TensorInfo], dataStart: Int, alignment: Int, _ mapping: MappedFile
  ) throws(GGUFError) {
    var end = 0
    for info in infos.sorted(by: { $0.dataOffset < $1.dataOffset }) {
      let (start, startOverflows) = end.addingReportingOverflow(alignment - 1)
      guard !startOverflows, info.dataOffset == UInt64(start / alignment * alignment) else { return }
      let (sum, overflows) = (start / alignment * alignment).addingReportingOverflow(info.byteCount)
      guard !overflows else { return }
      end = sum
    }
    let (size, overflows) = dataStart.addingReportingOverflow(end)
    guard !overflows, end > 0, size > mapping.count else { return }
    var unit = size < 1_000_000 ? (1, "bytes") : size < 1_000_000_000 ? (100_000, "MB") : (100_000_000, "GB")
    // Where only a few bytes are missing, rounded numbers would be equal.
    if size / unit.0 == mapping.count / unit.0 { unit = (1, "bytes") }
    func text(_ count: Int) -> String {
      unit.0 == 1 ? "\(count)" : "\(count / unit.0 / 10).\(count / unit.0 % 10)"
    }
    throw GGUFError(
      .tensorOutsideFile, file: mapping.path,
      found: "a file that has \(text(mapping.count)) of \(text(size)) \(unit.1): incomplete", expected: "all of it")
  }

  private static func checkOverlap(_ tensors: [GGUFTensor]) throws(GGUFError) {
    let sorted = tensors.sorted { $0.range.lowerBound < $1.range.lowerBound }
    for (tensor, next) in zip(sorted, sorted.dropFirst()) where next.range.lowerBound < tensor.range.upperBound {
      throw GGUFError(
        .overlappingTensors, file: next.mapping.path, subject: .tensor(next.name), offset: next.range.lowerBound,
        found: "data that begins inside tensor \(GGUFError.printable(tensor.name))", expected: "separate tensors")
    }
  }
}

/// The description of a tensor in the header of a file.
private struct TensorInfo {
  let name: String
  let type: TensorType
  let dimensions: [Int]
  let elementCount: Int
  let byteCount: Int
  let dataOffset: UInt64
  /// The byte offset of the description in the file.
  let headerOffset: Int

  init(_ reader: inout GGUFReader) throws(GGUFError) {
    headerOffset = reader.offset
    name = try reader.name("a tensor name", limit: 64, code: .badTensorName)
    let subject = GGUFError.Subject.tensor(name)
    let dimensionCount = try reader.read("the number of dimensions", as: UInt32.self, of: subject)
    guard dimensionCount <= 4 else {
      throw reader.error(.badDimensions, subject, found: "\(dimensionCount) dimensions", expected: "0 to 4")
    }
    var dimensions: [Int] = []
    var elementCount = 1
    for _ in 0..<dimensionCount {
      let extent = try reader.read("a dimension", as: Int64.self, of: subject)
      // The product is checked at each step, so that a later zero or an overflow does not hide an invalid extent.
      let (product, overflow) = elementCount.multipliedReportingOverflow(by: Int(extent))
      guard extent > 0, !overflow else {
        throw reader.error(
          .badDimensions, subject, found: "dimensions \(dimensions + [Int(extent)])",
          expected: "positive numbers with a product below 2^63")
      }
      dimensions.append(Int(extent))
      elementCount = product
    }
    let number = try reader.read("a tensor type", as: Int32.self, of: subject)
    guard let type = TensorType(rawValue: Int(number)) else {
      throw reader.error(
        .badTensorType, subject, found: TensorType.reason(refusing: Int(number)), expected: "a known type")
    }
    guard (dimensions.first ?? 1) % type.elementsPerBlock == 0 else {
      throw reader.error(
        .badDimensions, subject, found: "rows of \(dimensions.first ?? 1) elements of \(type.name)",
        expected: "a multiple of \(type.elementsPerBlock)")
    }
    let (bytes, overflow) = (elementCount / type.elementsPerBlock).multipliedReportingOverflow(by: type.bytesPerBlock)
    guard !overflow else {
      throw reader.error(
        .badDimensions, subject, found: "dimensions \(dimensions) of \(type.name)", expected: "a size below 2^63")
    }
    dataOffset = try reader.read("a data offset", as: UInt64.self, of: subject)
    (self.type, self.dimensions, self.elementCount, byteCount) = (type, dimensions, elementCount, bytes)
  }

  func tensor(dataStart: Int, alignment: Int, _ mapping: MappedFile) throws(GGUFError) -> GGUFTensor {
    func error(_ code: GGUFError.Code, found: String, expected: String) -> GGUFError {
      GGUFError(
        code, file: mapping.path, subject: .tensor(name), offset: headerOffset, found: found, expected: expected)
    }
    guard dataOffset % UInt64(alignment) == 0 else {
      throw error(.misalignedTensor, found: "data offset \(dataOffset)", expected: "a multiple of \(alignment)")
    }
    let available = max(mapping.count - dataStart, 0)
    guard dataOffset <= UInt64(available), byteCount <= available - Int(dataOffset) else {
      throw error(
        .tensorOutsideFile, found: "\(byteCount) bytes at data offset \(dataOffset)",
        expected: "a range inside the \(available) bytes of the data section")
    }
    let start = dataStart + Int(dataOffset)
    return GGUFTensor(
      name: name, type: type, dimensions: dimensions, elementCount: elementCount, range: start..<start + byteCount,
      mapping: mapping)
  }
}
