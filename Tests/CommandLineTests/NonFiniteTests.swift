import Foundation
import SwiftletGGUF
import TestSupport
import Testing

/// Commands on models with weights that are NaN or infinite, or whose results are very large.
@Suite struct NonFiniteTests {
  /// Copies a file with one weight of a tensor of 32-bit floats replaced.
  private func damaged(_ fixture: String, _ tensor: String, element: Int, _ value: Float) throws -> URL {
    let file = try GGUFFile(path: TestFiles.fixture(fixture))
    var writer = GGUFWriter()
    writer.metadata = file.metadata
    for old in file.tensors {
      var bytes = old.withBytes { Array($0) }
      if old.name == tensor { bytes.replaceSubrange(element * 4..<element * 4 + 4, with: F32.quantized([value])) }
      writer.addTensor(old.name, old.type, dimensions: old.dimensions, bytes: bytes)
    }
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gguf")
    try writer.write(to: url.path(percentEncoded: false))
    return url
  }

  @Test("49.14 every command names the tensor and the block")
  func everyCommandNamesTheTensorAndTheBlock() throws {
    let url = try damaged("models/grouped-f32.gguf", "blk.1.ffn_up.weight", element: 12, .nan)
    defer { try? FileManager.default.removeItem(at: url) }
    let path = url.path(percentEncoded: false)
    let output = path + ".out"
    for arguments in [
      ["respond", "hi", "--raw", "--model", path], ["respond", "hi", "--raw", "--eager", "--model", path],
      ["bench", "--cold", "--prompt", "4", "--model", path],
      ["logits", "--tokens", "1,2", "--output", output, "--model", path],
      ["bench", "--prompt", "8", "--generate", "1", "--repetitions", "1", "--model", path],
      ["embed", "hi", "--pooling", "mean", "--model", path], ["quantize", path, output, "--type", "Q8_0"],
      ["perplexity", "--text", TestFiles.path("Package.swift"), "--context", "8", "--model", path],
      ["inspect", path, "--check"],
    ] {
      let result = try CommandLineTool.run(arguments: arguments)
      #expect(result.status == 1, "\(arguments)")
      #expect(result.errors.contains("tensor blk.1.ffn_up.weight, block 12, byte "), "\(arguments): \(result.errors)")
      #expect(!result.text.contains("nan"))
    }
    // These go on with the next line.
    let chat = try CommandLineTool.run("chat", "--model", path, input: "hi\n")
    #expect(chat.output.isEmpty)
    #expect(chat.errors.contains("tensor blk.1.ffn_up.weight, block 12, byte "), "\(chat.errors)")
    let batch = try BatchRun(["{\(BatchRun.message("hi"))}"], ["--model", path])
    #expect(batch.result.status == 0 && batch.errors.count == 1)
    #expect(batch.errors[0]?.contains("tensor blk.1.ffn_up.weight, block 12, byte ") == true, "\(batch.lines)")
    let check = try CommandLineTool.run("inspect", path, "--check")
    #expect(check.text.contains("blk.1.ffn_up.weight  1 of "))
    let allowed = try CommandLineTool.run("quantize", path, output, "--type", "Q8_0", "--allow-non-finite")
    defer { try? FileManager.default.removeItem(atPath: output) }
    #expect(allowed.status == 0 && allowed.errors.contains("set 1 weights to 0"))
    let fixed = try CommandLineTool.run("inspect", output, "--check")
    #expect(fixed.status == 0 && fixed.text.contains("finite"))
    #expect(try CommandLineTool.run("respond", "hi", "--raw", "--max-tokens", "2", "--model", output).status == 0)
  }

  /// A damaged token of a table that is read row by row is found by eager loading, before a text has it.
  @Test func eagerLoadingChecksEmbeddingsThatAreNotPacked() throws {
    let file = try GGUFFile(path: TestFiles.fixture("models/grouped-f32.gguf"))
    var writer = GGUFWriter()
    writer.metadata = file.metadata
    for old in file.tensors {
      var bytes = old.withBytes { Array($0) }
      if old.name == "token_embd.weight" {
        writer.addTensor("output.weight", old.type, dimensions: old.dimensions, bytes: bytes)
        let start = Int(UInt8(ascii: "~")) * old.bytesPerRow
        bytes.replaceSubrange(start..<start + 4, with: F32.quantized([.nan]))
      }
      writer.addTensor(old.name, old.type, dimensions: old.dimensions, bytes: bytes)
    }
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gguf")
    defer { try? FileManager.default.removeItem(at: url) }
    let path = url.path(percentEncoded: false)
    try writer.write(to: path)
    let words = ["respond", "hi", "--raw", "--max-tokens", "1", "--model", path]
    let lazy = try CommandLineTool.run(arguments: words)
    #expect(lazy.status == 0, "\(lazy.errors)")
    let eager = try CommandLineTool.run(arguments: words + ["--eager"])
    #expect(eager.status == 1 && eager.output.isEmpty)
    #expect(eager.errors.contains("tensor token_embd.weight, block "), "\(eager.errors)")
  }

  /// The last norm is so large that its products overflow, though each weight is finite.
  @Test("49.14 embeddings that are no numbers are an error and no JSON")
  func embeddingsThatAreNoNumbersAreAnErrorAndNoJSON() throws {
    let file = try GGUFFile(path: TestFiles.fixture("embeddings/bert.gguf"))
    let names = file.tensors.map(\.name).filter { $0.hasSuffix(".layer_output_norm.weight") }
    let last = try #require(names.sorted().last)
    var writer = GGUFWriter()
    writer.metadata = file.metadata
    for old in file.tensors {
      var bytes = old.withBytes { Array($0) }
      if old.name == last { bytes = F32.quantized([Float](repeating: 3e38, count: old.elementCount)) }
      writer.addTensor(old.name, old.name == last ? .f32 : old.type, dimensions: old.dimensions, bytes: bytes)
    }
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gguf")
    defer { try? FileManager.default.removeItem(at: url) }
    try writer.write(to: url.path(percentEncoded: false))
    for format in ["json", "text", "binary"] {
      let result = try CommandLineTool.run(
        "embed", "the fox", "--format", format, "--model", url.path(percentEncoded: false))
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(result.errors.contains("NaN or an infinity in the embedding of text 0"), "\(result.errors)")
    }
  }

  /// Large logits make perplexities with more digits than an integer has, and then ones that are no numbers.
  @Test("49.18 huge perplexities are printed, or are errors")
  func hugePerplexitiesArePrintedOrErrors() throws {
    let text = String(repeating: "Once upon a time there was a little dog. ", count: 4)
    for (factor, isNumber) in [(Float(1e2), true), (1e4, false), (1e6, false)] {
      let file = try GGUFFile(path: TestFiles.fixture("models/grouped-f32.gguf"))
      var writer = GGUFWriter()
      writer.metadata = file.metadata
      for old in file.tensors {
        var bytes = old.withBytes { Array($0) }
        if old.name == "output_norm.weight" { bytes = F32.quantized(try old.floats().map { $0 * factor }) }
        writer.addTensor(old.name, old.type, dimensions: old.dimensions, bytes: bytes)
      }
      let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gguf")
      defer { try? FileManager.default.removeItem(at: url) }
      try writer.write(to: url.path(percentEncoded: false))
      let result = try CommandLineTool.run(
        "perplexity", "--model", url.path(percentEncoded: false), "--text", "-", "--context", "32", input: text)
      #expect(result.status == (isNumber ? 0 : 1), "\(factor): \(result.text)\(result.errors)")
      guard isNumber else {
        #expect(result.output.isEmpty && result.errors.contains("found a perplexity or standard error above"))
        continue
      }
      let line = try #require(result.text.split(separator: "\n").first { $0.contains("  perplexity") })
      let words = line.split(separator: " ")
      #expect(words.count == 4 && words[1...].filter { Double($0)?.isFinite == true }.count == 2, "\(line)")
    }
  }
}
