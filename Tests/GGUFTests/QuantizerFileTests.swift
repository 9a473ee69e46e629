import Foundation
@testable import SwiftletGGUF
import Testing

/// Files before and after they are quantised.
@Suite struct QuantizerFileTests {
  private let folder = Result { try TemporaryFolder() }

  private func values(_ count: Int, seed: UInt64) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Float.random(in: -1...1, using: &generator) }
  }

  private func write(_ tensors: [(name: String, dimensions: [Int])], to name: String = "in.gguf") throws -> GGUFFile {
    var writer = GGUFWriter()
    writer.metadata["general.architecture"] = .text("llama")
    writer.metadata["general.name"] = .text("small")
    writer.metadata["general.file_type"] = .uint32(0)
    writer.metadata["own.key"] = .array(.int32([1, 2, 3]))
    for (index, (name, dimensions)) in tensors.enumerated() {
      let values = values(dimensions.reduce(1, *), seed: UInt64(index))
      writer.addTensor(name, .f32, dimensions: dimensions, bytes: F32.quantized(values))
    }
    let path = try folder.get().filePath(name)
    try writer.write(to: path)
    return try GGUFFile(path: path)
  }

  private let tensors: [(name: String, dimensions: [Int])] = [
    ("token_embd.weight", [256, 12]), ("blk.0.attn_norm.weight", [256]), ("blk.0.ffn_up.weight", [256, 30]),
    ("blk.0.ffn_down_exps.weight", [32, 5, 3]), ("output.weight", [256, 12]),
  ]

  @Test(arguments: ["F16", "Q8_0", "Q4_0", "Q4_K_S", "IQ4_XS"])
  func tensorsAreThoseOfTheirFormats(_ name: String) throws {
    let file = try write(tensors)
    let quantizer = try GGUFQuantizer(file, mix: try #require(QuantizationMix(name: name)))
    let path = try folder.get().filePath("out.gguf")
    var parts: [Double] = []
    try quantizer.write(to: path) {
      parts.append($0)
    } parallel: { count, body in
      // In odd parts, last ones first.
      for start in stride(from: 0, to: count, by: 7).reversed() { body(start..<min(start + 7, count)) }
    }
    #expect(parts.last == 1 && parts == parts.sorted())
    let output = try GGUFFile(path: path)
    #expect(output.tensors.map(\.name) == file.tensors.map(\.name))
    for (tensor, choice) in zip(output.tensors, quantizer.choices) {
      #expect(tensor.type == choice.type && tensor.dimensions == choice.tensor.dimensions)
      #expect(tensor.byteCount == choice.byteCount)
      let expected = try #require(choice.type.writableFormat).quantized(choice.tensor.floats())
      #expect(tensor.withBytes { Array($0) } == expected, "\(tensor.name)")
    }
    #expect(try output.metadata.integer("general.file_type") == Int(try #require(QuantizationMix(name: name)).fileType))
    #expect(try output.metadata.integers("own.key") == [1, 2, 3])
    #expect(try output.metadata.string("general.name") == "small")
  }

  @Test func tensorsAreWrittenInPiecesIfTheyAreLarge() throws {
    let file = try write([("blk.0.ffn_up.weight", [256, 17_001]), ("blk.0.ffn_gate.weight", [256, 16_384])])
    let path = try folder.get().filePath("out.gguf")
    try GGUFQuantizer(file, mix: try #require(QuantizationMix(name: "Q8_0"))).write(to: path)
    let output = try GGUFFile(path: path)
    #expect(output.tensors.map(\.name) == file.tensors.map(\.name) && output.tensors.count == 2)
    for tensor in output.tensors {
      #expect(tensor.withBytes { Array($0) } == Q8_0.quantized(try file.tensor(tensor.name).floats()))
    }
  }

  @Test func theInputIsNeverOverwritten() throws {
    let file = try write(tensors)
    let before = try Data(contentsOf: URL(fileURLWithPath: file.path))
    let link = try folder.get().filePath("link.gguf")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
    let quantizer = try GGUFQuantizer(file, mix: try #require(QuantizationMix(name: "Q8_0")))
    for path in [file.path, link, try folder.get().path + "/./in.gguf"] {
      let error = #expect(throws: GGUFError.self) { try quantizer.write(to: path) }
      #expect(error?.code == .cannotWrite)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == before)
  }

  @Test func whatCannotBeReadIsNamed() throws {
    var writer = GGUFWriter()
    writer.metadata["general.architecture"] = .text("llama")
    writer.addTensor("blk.0.ffn_up.weight", .q8_K, dimensions: [256, 2], bytes: [UInt8](repeating: 0, count: 584))
    let path = try folder.get().filePath("in.gguf")
    try writer.write(to: path)
    let error = #expect(throws: GGUFError.self) {
      try GGUFQuantizer(GGUFFile(path: path), mix: try #require(QuantizationMix(name: "Q8_0")))
    }
    #expect(error?.code == .badTensorType && error?.subject == .tensor("blk.0.ffn_up.weight"))
  }

  /// Sums of squares over two rows of activations for one expert, over none for the other.
  private func writeImportance(_ change: (inout GGUFWriter) -> Void = { _ in }) throws -> String {
    var writer = GGUFWriter()
    writer.metadata["general.type"] = .text("imatrix")
    writer.metadata["imatrix.datasets"] = .array(.string(ByteStrings(["some.txt"])))
    writer.metadata["imatrix.chunk_count"] = .uint32(7)
    let sums = (0..<256).map { Float($0 < 32 ? 1000 : 0.5) }
    writer.addTensor("blk.0.ffn_up.weight.in_sum2", .f32, dimensions: [256, 1], bytes: F32.quantized(sums))
    writer.addTensor("blk.0.ffn_up.weight.counts", .f32, dimensions: [1, 1], bytes: F32.quantized([2]))
    change(&writer)
    let path = try folder.get().filePath("importance.gguf")
    try writer.write(to: path)
    return path
  }

  @Test func importantColumnsLoseLess() throws {
    let file = try write(tensors)
    let importance = try ImportanceMatrix(path: try writeImportance())
    #expect(importance.count == 1 && importance.chunkCount == 7 && importance.datasets == ["some.txt"])
    #expect(try importance.columns(of: file.tensor("blk.0.ffn_up.weight"))?.prefix(33).suffix(2) == [500, 0.25])
    #expect(try importance.columns(of: file.tensor("output.weight")) == nil)
    for name in ["Q2_K", "Q3_K_S", "Q4_K_S", "Q5_K_S", "Q6_K", "IQ4_XS"] {
      var mix = try #require(QuantizationMix(name: name))
      mix.isPure = true
      let path = try folder.get().filePath("out.gguf")
      let errors = try [nil, importance].map { importance in
        try GGUFQuantizer(file, mix: mix, importance: importance).write(to: path)
        let output = try GGUFFile(path: path)
        #expect((output.metadata["quantize.imatrix.entries_count"] != nil) == (importance != nil))
        let pairs = zip(
          try file.tensor("blk.0.ffn_up.weight").floats(), try output.tensor("blk.0.ffn_up.weight").floats())
        return pairs.enumerated().reduce(Float(0)) { sum, pair in
          let difference = pair.element.0 - pair.element.1
          return sum + difference * difference * (pair.offset % 256 < 32 ? 500 : 0.25)
        }
      }
      #expect(errors[1] < errors[0], "\(name)")
    }
  }

  /// The rows at the borders of experts and of the pieces in which large tensors are written.
  @Test func eachExpertHasItsImportance() throws {
    let (columns, rowsPerExpert, experts) = (32, 70_000, 3)
    let rows = [0, 69_999, 70_000, 131_071, 131_072, 139_999, 140_000, 209_999]
    var elements = [Float](repeating: 0, count: columns * rowsPerExpert * experts)
    for row in rows {
      elements.replaceSubrange(row * columns..<(row + 1) * columns, with: values(columns, seed: UInt64(row)))
    }
    var writer = GGUFWriter()
    writer.metadata["general.architecture"] = .text("llama")
    let name = "blk.0.ffn_up_exps.weight"
    writer.addTensor(name, .f32, dimensions: [columns, rowsPerExpert, experts], bytes: F32.quantized(elements))
    let path = try folder.get().filePath("experts.gguf")
    try writer.write(to: path)
    let sums = values(columns * experts, seed: 99).map { $0 * $0 * 1000 }
    let importance = try ImportanceMatrix(
      path: try writeImportance {
        $0.addTensor(name + ".in_sum2", .f32, dimensions: [columns, experts], bytes: F32.quantized(sums))
        $0.addTensor(name + ".counts", .f32, dimensions: [1, experts], bytes: F32.quantized([1, 1, 1]))
      })
    var mix = try #require(QuantizationMix(name: "Q4_0"))
    mix.isPure = true
    let output = try folder.get().filePath("out.gguf")
    try GGUFQuantizer(GGUFFile(path: path), mix: mix, importance: importance).write(to: output)
    let found = try GGUFFile(path: output).tensor(name).withBytes { Array($0) }
    for row in rows {
      var expected = [UInt8](repeating: 0, count: 18)
      let expert = row / rowsPerExpert
      elements[row * columns..<(row + 1) * columns].withUnsafeBufferPointer { elements in
        sums[expert * columns..<(expert + 1) * columns].withUnsafeBufferPointer { sums in
          expected.withUnsafeMutableBytes { Q4_0.quantize(elements, importance: sums, into: $0) }
        }
      }
      #expect(Array(found[row * 18..<(row + 1) * 18]) == expected, "row \(row)")
    }
  }

  @Test func brokenImportanceIsNamed() throws {
    let file = try write([("blk.0.ffn_up.weight", [32, 4])])
    let mix = try #require(QuantizationMix(name: "Q8_0"))
    let wide = try ImportanceMatrix(path: try writeImportance())
    let width = #expect(throws: GGUFError.self) { try GGUFQuantizer(file, mix: mix, importance: wide) }
    #expect(width?.code == .badDimensions && width?.subject == .tensor("blk.0.ffn_up.weight.in_sum2"))
    let kind = #expect(throws: GGUFError.self) { try ImportanceMatrix(path: file.path) }
    #expect(kind?.code == .outOfRange && kind?.subject == .key("general.type"))
    let uncounted = try writeImportance { writer in
      writer.addTensor("a.in_sum2", .f32, dimensions: [32, 1], bytes: F32.quantized(values(32, seed: 1).map(abs)))
    }
    let counts = #expect(throws: GGUFError.self) { try ImportanceMatrix(path: uncounted) }
    #expect(counts?.code == .missingTensor && counts?.subject == .tensor("a.counts"))
    for broken in [Float.nan, .infinity, -1] {
      let path = try writeImportance { writer in
        writer.addTensor(
          "a.in_sum2", .f32, dimensions: [32, 1], bytes: F32.quantized([Float](repeating: broken, count: 32)))
        writer.addTensor("a.counts", .f32, dimensions: [1, 1], bytes: F32.quantized([1]))
      }
      let error = #expect(throws: GGUFError.self) { try ImportanceMatrix(path: path) }
      #expect(error?.subject == .tensor("a.in_sum2"))
    }
  }
}
