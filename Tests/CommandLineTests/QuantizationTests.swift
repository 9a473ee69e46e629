import Foundation
import SwiftletGGUF
import SwiftletWeights
import Testing

/// Quantising the bundled model, and the divergence that results.
@Suite struct QuantizationTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  private func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

  @Test func fewerBitsDivergeMore() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = try #require(DefaultModel.url).path(percentEncoded: false)
    let text = String(
      repeating: "Once upon a time there was a little dog. It had a red ball and a big bone. ", count: 12)
    try Data(text.utf8).write(to: folder.appending(path: "text"))
    let own = try CommandLineTool.run(
      "perplexity", "--model", model, "--text", path("text"), "--context", "64", "--save-logits", path("logits"))
    #expect(own.status == 0 && own.text.contains("perplexity") && !own.text.contains("divergence"))
    var divergences: [Double] = []
    for type in ["Q8_0", "Q6_K", "Q2_K"] {
      let quantized = try CommandLineTool.run("quantize", model, path(type), "--type", type)
      #expect(quantized.status == 0 && quantized.text.contains("bits per weight"))
      #expect(try GGUFFile(path: path(type)).tensorByteCount <= GGUFFile(path: model).tensorByteCount)
      let measured = try CommandLineTool.run(
        "perplexity", "--model", path(type), "--text", "-", "--context", "64", "--reference", path("logits"),
        input: text)
      #expect(measured.status == 0)
      let line = try #require(measured.text.split(separator: "\n").first { $0.contains("divergence, mean") })
      divergences.append(try #require(Double(line.split(separator: " ").last ?? "")))
    }
    #expect(divergences[0] == 0 && divergences[1] > 0 && divergences[2] > 2 * divergences[1])
  }

  @Test func mistakesAreNamed() throws {
    let model = try #require(DefaultModel.url).path(percentEncoded: false)
    for (words, name) in [
      (["quantize", model], "IN OUT"), (["quantize", model, "/tmp/x", "--type", "Q9"], "--type"),
      (["perplexity", "--text", "-"], "--text"), (["perplexity"], "--text"),
      (["respond", "x", "--logit-bias", "five"], "--logit-bias"), (["respond", "x", "--mirostat", "1"], "--mirostat"),
    ] {
      let result = try CommandLineTool.shell("\"$SWIFTLET\" " + words.joined(separator: " ") + " < /dev/null")
      #expect(result.status == 2 && result.errors.contains(name), "\(words)")
    }
    let missing = try CommandLineTool.run("perplexity", "--text", "/nowhere")
    #expect(missing.status == 1 && missing.errors.contains("/nowhere"))
    let same = try CommandLineTool.run("quantize", model, model, "--type", "Q4_0")
    #expect(same.status == 1 && same.errors.contains("the file that is read"))
  }

  @Test func optionsReachTheSampler() throws {
    func answer(_ options: String) throws -> String {
      let result = try CommandLineTool.shell(
        "\"$SWIFTLET\" respond 'Once upon a time' --raw --max-tokens 12 " + options)
      #expect(result.status == 0)
      return result.text
    }
    let greedy = try answer("--greedy")
    #expect(try answer("--greedy --logit-bias 300+100") != greedy)
    #expect(try answer("--greedy --repeat-penalty 50") != greedy)
    let hot = "--temp 3 --seed 4"
    #expect(try answer(hot + " --top-k 0 --top-p 1") != greedy)
    // Each of these options leaves only the most likely token.
    for bound in ["--top-k 1", "--top-p 0", "--min-p 1", "--top-nsigma 0.000001", "--mirostat 2 --mirostat-ent 0.01"] {
      #expect(try answer(hot + " --top-k 0 " + bound) == greedy, "\(bound)")
    }
  }
}
