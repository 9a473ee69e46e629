import Foundation
import SwiftletGGUF
import Testing

/// Round trips from the writer to the reader.
@Suite struct WriterTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.filePath("out.gguf")
  }

  @Test func keysKeepTypeValueAndOrder() throws {
    var writer = GGUFWriter()
    for (index, value) in GGUFValue.samples.enumerated() { writer.metadata["key.\(90 - index)"] = value }
    writer.metadata["schlüssel 🦉"] = .bool(true)
    try writer.write(to: path)
    let metadata = try GGUFFile(path: path).metadata
    #expect(metadata.keys == writer.metadata.keys)
    for (index, value) in GGUFValue.samples.enumerated() {
      #expect(metadata["key.\(90 - index)"]?.exact == value.exact)
    }
    #expect(metadata["schlüssel 🦉"] == .bool(true))
    #expect(metadata["absent"] == nil)
  }

  @Test func copyOfAFileHasTheSameHeadAndData() throws {
    let image = FileImage.valid
    let original = try GGUFFile(path: folder.write(image.bytes))
    var writer = GGUFWriter()
    writer.metadata = original.metadata
    for tensor in original.tensors {
      writer.addTensor(tensor.name, tensor.type, dimensions: tensor.dimensions) { sink throws(GGUFError) in
        try tensor.withBytes { bytes throws(GGUFError) in try sink.write(bytes) }
      }
    }
    try writer.write(to: path)
    let copy = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let dataStart = original.tensors[0].range.lowerBound
    #expect(copy.prefix(dataStart) == image.bytes.prefix(dataStart))
    for tensor in original.tensors { #expect(copy[tensor.range] == image.bytes[tensor.range]) }
    #expect(copy.count % 32 == 0, "padding after the last tensor")
  }

  @Test(arguments: [nil, 8, 32, 64, 4096])
  func tensorsOfAllTypesKeepTheirBytes(_ alignment: Int?) throws {
    var writer = GGUFWriter()
    if let alignment { writer.metadata["general.alignment"] = .uint32(UInt32(alignment)) }
    var generator = SeededGenerator(seed: 9)
    var expected: [[UInt8]] = []
    for (index, type) in TensorType.allCases.enumerated() {
      let dimensions = Array([type.elementsPerBlock * 3, 2, 1, 1 + index % 3].prefix(1 + index % 4))
      let blocks = dimensions.reduce(1, *) / type.elementsPerBlock
      expected.append((0..<blocks * type.bytesPerBlock).map { _ in .random(in: 0...255, using: &generator) })
      writer.addTensor("tensor.\(type.name)", type, dimensions: dimensions, bytes: expected[index])
    }
    try writer.write(to: path)
    let file = try GGUFFile(path: path)
    #expect(file.tensors.map(\.name) == TensorType.allCases.map { "tensor.\($0.name)" })
    for (index, type) in TensorType.allCases.enumerated() {
      let tensor = file.tensors[index]
      #expect(tensor.type == type)
      #expect(tensor.range.lowerBound % (alignment ?? 32) == 0)
      #expect(tensor.bytesPerRow == 3 * type.bytesPerBlock)
      #expect(tensor.withBytes { Array($0) } == expected[index])
    }
    #expect(file.tensorByteCount == expected.reduce(0) { $0 + $1.count })
  }

  @Test func dataMayComeInPiecesAndProgressIsReported() throws {
    let bytes = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    var writer = GGUFWriter()
    writer.addTensor("small", .f32, dimensions: [], bytes: [1, 2, 3, 4])
    writer.addTensor("large", .i8, dimensions: [bytes.count]) { sink throws(GGUFError) in
      var (start, step) = (0, 1)
      while start < bytes.count {
        let end = min(start + step, bytes.count)
        try sink.write(Array(bytes[start..<end]))
        (start, step) = (end, step * 3)
      }
    }
    var reports: [[Int]] = []
    try writer.write(to: path) { reports.append([$0, $1]) }
    let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    #expect(reports.count == 2 && reports[0][0] < reports[1][0])
    #expect(reports[0][1] == size && reports[1] == [size, size])
    #expect(try GGUFFile(path: path).tensor("large").withBytes { Array($0) } == bytes)
  }

  @Test func fileWithoutTensorsOpens() throws {
    try GGUFWriter().write(to: path)
    let file = try GGUFFile(path: path)
    #expect(file.tensors.isEmpty && file.metadata.keys.isEmpty && file.version == 3 && file.shardCount == 1)
  }
}

/// Failed writes leave no files.
@Suite struct WriterFailureTests {
  private static let refusal = GGUFError(.outOfRange, file: "elsewhere", found: "nothing", expected: "something")

  @Test(arguments: [
    ("too few bytes", GGUFError.Code.wrongTensorSize), ("too many bytes", .wrongTensorSize),
    ("no bytes", .wrongTensorSize), ("throws", .outOfRange), ("throws after megabytes", .outOfRange),
  ])
  func failedProducerLeavesTheOldFile(_ fault: String, _ code: GGUFError.Code) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("precious".utf8))
    var writer = GGUFWriter()
    writer.addTensor("good", .f32, dimensions: [2], bytes: [UInt8](repeating: 1, count: 8))
    writer.addTensor("bad", .i8, dimensions: [3_000_000]) { sink throws(GGUFError) in
      switch fault {
      case "too few bytes": try sink.write([UInt8](repeating: 0, count: 2_999_999))
      case "too many bytes": try sink.write([UInt8](repeating: 0, count: 3_000_001))
      case "no bytes": break
      case "throws": throw Self.refusal
      default:
        try sink.write([UInt8](repeating: 0, count: 2_500_000))
        throw Self.refusal
      }
    }
    let error = #expect(throws: GGUFError.self) { try writer.write(to: path) }
    #expect(error?.code == code)
    if code == .wrongTensorSize { #expect(error?.subject == .tensor("bad") && error?.file == path) }
    if code == .outOfRange { #expect(error == Self.refusal) }
    #expect(try folder.entries == ["test.gguf"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
  }

  @Test func replacesAnExistingFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("obsolete".utf8))
    try GGUFWriter().write(to: path)
    #expect(try GGUFFile(path: path).version == 3)
    #expect(try folder.entries == ["test.gguf"])
  }

  @Test func unwritablePlacesAreReported() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.filePath("taken"), withIntermediateDirectories: true)
    for target in ["missing/out.gguf", "taken"] {
      let error = #expect(throws: GGUFError.self) { try GGUFWriter().write(to: folder.filePath(target)) }
      #expect(error?.code == .cannotWrite)
      // An error of the system stands alone.
      let text = target == "taken" ? "found a folder, expected the path of a file" : "No such file or directory"
      #expect(error?.description == "\(folder.filePath(target)): \(text)")
    }
    #expect(try folder.entries == ["taken"])
  }

  @Test(arguments: [GGUFValue.uint32(0), .uint32(48), .int32(-32), .uint32(1 << 21), .int64(1 << 62), .text("32")])
  func alignmentsThatTheReaderRefusesAreNotWritten(_ alignment: GGUFValue) throws {
    let folder = try TemporaryFolder()
    var writer = GGUFWriter()
    writer.metadata["general.alignment"] = alignment
    writer.addTensor("t", .f32, dimensions: [1], bytes: [0, 0, 0, 0])
    let error = #expect(throws: GGUFError.self) { try writer.write(to: folder.filePath("out.gguf")) }
    #expect(error?.code == (alignment == .text("32") ? .wrongType : .badAlignment))
    #expect(try folder.entries.isEmpty)
  }
}
