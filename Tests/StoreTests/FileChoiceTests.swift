import Testing

@testable import SwiftletStore

/// A repository, a request, and the file that is chosen.
struct ChoiceCase: Sendable, CustomTestStringConvertible {
  let files: [String]
  let request: String?
  /// The chosen file, or the kind of the error.
  let expected: String

  init(_ files: [String], _ request: String?, _ expected: String) {
    (self.files, self.request, self.expected) = (files, request, expected)
  }

  var testDescription: String { "\(request ?? "automatic") of \(files)" }

  private static let bartowski =
    [
      "IQ2_M", "IQ3_M", "IQ4_XS", "Q2_K", "Q3_K_L", "Q4_0", "Q4_0_4_4", "Q4_K_L", "Q4_K_M", "Q4_K_S", "Q5_K_M", "Q6_K",
      "Q8_0", "f16",
    ].map { "Llama-3.2-1B-Instruct-\($0).gguf" } + ["README.md", "Llama-3.2-1B-Instruct.imatrix"]

  private static let unsloth =
    ["Q4_K_M", "UD-Q4_K_XL", "UD-Q2_K_XL", "Q2_K", "Q6_K", "BF16", "IQ4_XS"].map { "Qwen3-4B-\($0).gguf" }
    + ["mmproj-F16.gguf", "mmproj-BF16.gguf", "imatrix_unsloth.gguf"]

  private static let folders =
    (1...3).map { "Q4_K_M/big-Q4_K_M-0000\($0)-of-00003.gguf" }
    + (1...5).map { "Q8_0/big-Q8_0-0000\($0)-of-00005.gguf" }

  private static let onlyUD = ["x-UD-Q4_K_XL.gguf", "x-UD-Q2_K_XL.gguf", "x-UD-Q8_K_XL.gguf"]
  private static let weighted = ["x.i1-Q4_K_M.gguf", "x.i1-IQ1_S.gguf", "x.i1-Q6_K.gguf"]
  private static let several = ["a-Q4_K_M.gguf", "b-Q4_K_M.gguf", "a-Q8_0.gguf"]

  static let all: [ChoiceCase] = [
    .init(bartowski, nil, "Llama-3.2-1B-Instruct-Q4_K_M.gguf"),
    .init(bartowski, "Q6_K", "Llama-3.2-1B-Instruct-Q6_K.gguf"),
    .init(bartowski, "q4_k_l", "Llama-3.2-1B-Instruct-Q4_K_L.gguf"),
    .init(bartowski, "F16", "Llama-3.2-1B-Instruct-f16.gguf"),
    .init(bartowski, "fp16", "Llama-3.2-1B-Instruct-f16.gguf"),
    .init(bartowski, "Q4_XS", "notFound"),
    .init(bartowski, "Q4_K", "notFound"),
    .init(bartowski, "IQ4_XS", "Llama-3.2-1B-Instruct-IQ4_XS.gguf"),
    .init(bartowski, "Q4_0_4_4", "notRunnable"),
    .init(unsloth, nil, "Qwen3-4B-Q4_K_M.gguf"),
    .init(unsloth, "UD-Q4_K_XL", "Qwen3-4B-UD-Q4_K_XL.gguf"),
    .init(unsloth, "Q4_K_XL", "notFound"),
    .init(unsloth, "Q2_K", "Qwen3-4B-Q2_K.gguf"),
    .init(unsloth, "ud-q2_k_xl", "Qwen3-4B-UD-Q2_K_XL.gguf"),
    .init(folders, nil, "Q4_K_M/big-Q4_K_M-00001-of-00003.gguf"),
    .init(folders, "Q8_0", "Q8_0/big-Q8_0-00001-of-00005.gguf"),
    .init(folders.filter { !$0.contains("00002-of-00003") }, "Q4_K_M", "notRunnable"),
    .init(folders.filter { !$0.contains("00001-of-00003") }, "Q4_K_M", "notRunnable"),
    .init(onlyUD, nil, "x-UD-Q4_K_XL.gguf"),
    .init(onlyUD, "Q8_0", "notFound"),
    .init(weighted, nil, "x.i1-Q4_K_M.gguf"),
    .init(weighted, "Q6_K", "x.i1-Q6_K.gguf"),
    .init(weighted, "i1-IQ1_S", "x.i1-IQ1_S.gguf"),
    .init(several, nil, "ambiguous"),
    .init(several, "Q4_K_M", "ambiguous"),
    .init(several, "Q8_0", "a-Q8_0.gguf"),
    .init(["x-Q8_0.gguf", "x-Q4_0.gguf"], nil, "x-Q4_0.gguf"),
    .init(["x-Q8_0.gguf", "x-F16.gguf"], nil, "x-Q8_0.gguf"),
    .init(["x-Q5_K_M.gguf", "x-Q4_K_S.gguf"], nil, "x-Q4_K_S.gguf"),
    .init(["x-Q6_K.gguf", "x-Q5_0.gguf", "x-Q2_K.gguf"], nil, "x-Q5_0.gguf"),
    .init(["x-F16.gguf", "x-BF16.gguf", "x-F32.gguf"], nil, "x-F16.gguf"),
    .init(["x-BF16.gguf", "x-F32.gguf"], nil, "x-BF16.gguf"),
    .init(["x-IQ2_M.gguf", "x-IQ1_S.gguf"], nil, "x-IQ2_M.gguf"),
    .init(["x.gguf"], nil, "x.gguf"),
    .init(["x.gguf", "mmproj-x.gguf", "README.md"], nil, "x.gguf"),
    .init(["x.gguf", "x-Q4_0.gguf"], nil, "x-Q4_0.gguf"),
    .init(["a.gguf", "b.gguf"], nil, "ambiguous"),
    .init(["x-Q4_K_M.gguf", "sub/x-Q4_K_M.gguf"], nil, "ambiguous"),
    .init(["x-Q4_K_M.gguf", "x-Q4_K_M-00001-of-00002.gguf", "x-Q4_K_M-00002-of-00002.gguf"], nil, "x-Q4_K_M.gguf"),
    .init(["x-IQ4_KSS.gguf"], nil, "notRunnable"),
    .init(["model.safetensors", "config.json"], nil, "notFound"),
    .init(["x.Q6_K.gguf.part1of2", "x.Q6_K.gguf.part2of2"], nil, "notFound"),
    .init(["mmproj-F16.gguf", "imatrix.gguf"], nil, "notFound"),
    .init([], nil, "notFound"),
    .init(
      ["Phi-3-mini-4k-instruct-q4.gguf", "Phi-3-mini-4k-instruct-fp16.gguf"], nil, "Phi-3-mini-4k-instruct-q4.gguf"),
  ]
}

@Suite struct FileChoiceTests {
  private static let name = ModelName.huggingFace(HuggingFaceName(repository: "me/repo"))

  private func choice(_ selection: ModelSelection, _ files: [ListedFile], memory: Int? = nil) throws -> FileChoice {
    try FileChoice(selection, from: files, of: Self.name, memory: memory)
  }

  /// Files whose sizes grow with their bits per weight, as on the hub.
  private func listed(_ paths: [String]) -> [ListedFile] {
    paths.map { path in
      let bits = ModelFileName(path)?.quantizationName?.bits ?? 1
      return ListedFile(path: path, byteCount: Int(exactly: (bits * 1000).rounded()))
    }
  }

  private func kind(_ error: ModelStoreError) -> String {
    switch error {
    case .notFound: "notFound"
    case .ambiguous: "ambiguous"
    case .notRunnable: "notRunnable"
    default: "\(error)"
    }
  }

  @Test("13: a quantization is exactly that one", arguments: ChoiceCase.all)
  func theRuleChooses(_ expected: ChoiceCase) {
    for files in [listed(expected.files), expected.files.reversed().map { ListedFile(path: $0) }] {
      let found: String
      do {
        found = try choice(expected.request.map { .quantization($0) } ?? .automatic, files).model.name.path
      } catch let error as ModelStoreError {
        found = kind(error)
      } catch {
        found = "\(error)"
      }
      #expect(found == expected.expected)
    }
  }

  @Test("20: any part stands for all of them")
  func anyPartStandsForAllOfThem() throws {
    let files = listed((1...3).map { "x-Q4_0-0000\($0)-of-00003.gguf" } + ["x-Q8_0.gguf"])
    let chosen = try choice(.file("x-Q4_0-00002-of-00003.gguf"), files)
    #expect(chosen.model.files.map(\.path) == files.prefix(3).map(\.path))
    #expect(chosen.model.byteCount == files.prefix(3).compactMap(\.byteCount).reduce(0, +))
    let error = #expect(throws: ModelStoreError.self) {
      try choice(.file("x-Q4_0-00002-of-00003.gguf"), files.filter { !$0.path.contains("00002") })
    }
    #expect(error?.description.contains("x-Q4_0-00002-of-00003.gguf") == true)
  }

  @Test func manyHostileNamesTakeLittleTime() throws {
    let files = (0..<2_000).map { ListedFile(path: "x\($0)-Q4_0-00001-of-99999.gguf", byteCount: .max) }
    let error = #expect(throws: ModelStoreError.self) { try choice(.automatic, files) }
    guard case .ambiguous(_, let candidates, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(candidates.count == 2_000 && candidates[0].fileCount == 99_999 && candidates[0].byteCount == nil)
    #expect((error?.description.count ?? 0) < 1000)
  }

  @Test func sizesOfAnyNumberDoNotOverflow() throws {
    let files = (1...3).map { ListedFile(path: "x-Q4_0-0000\($0)-of-00003.gguf", byteCount: .max) }
    let chosen = try choice(.automatic, files, memory: .max)
    #expect(chosen.model.byteCount == .max)
    #expect(FileChoice.candidates(files, of: Self.name, memory: 1 << 40).map(\.fitsInMemory) == [false])
  }

  @Test func ambiguousNamesListWhatThereIs() throws {
    let files = [
      ListedFile(path: "a-Q4_K_M.gguf", byteCount: 1000), ListedFile(path: "b-Q4_K_M.gguf", byteCount: 2000),
      ListedFile(path: "b-IQ4_KSS.gguf", byteCount: 500),
    ]
    guard
      case .ambiguous(_, let candidates, _)? = #expect(
        throws: ModelStoreError.self, performing: { try choice(.automatic, files, memory: 1500) })
    else {
      Issue.record("no candidates")
      return
    }
    #expect(candidates.map(\.name.description) == ["hf:me/repo/a-Q4_K_M.gguf", "hf:me/repo/b-Q4_K_M.gguf"])
    #expect(candidates.map(\.fitsInMemory) == [true, false])
    #expect(candidates.map(\.byteCount) == [1000, 2000])
    let all = FileChoice.candidates(files, of: Self.name, memory: nil)
    #expect(all.map(\.isRunnable) == [true, false, true])
    #expect(all.map(\.name.description)[1] == "hf:me/repo:IQ4_KSS")
  }

  @Test(arguments: [
    (["x-Q4_0.gguf", "mmproj-F16.gguf", "mmproj-BF16.gguf"], "mmproj-BF16.gguf"),
    (["x-Q8_0.gguf", "mmproj-F16.gguf", "mmproj-Q8_0.gguf"], "mmproj-Q8_0.gguf"),
    (["a/x-Q8_0.gguf", "mmproj-Q8_0.gguf", "a/mmproj-F16.gguf"], "a/mmproj-F16.gguf"),
    (["a/x-Q8_0.gguf", "b/mmproj-F16.gguf"], nil),
    (["x-Q8_0.gguf"], nil),
    (["x-Q4_K_M.gguf", "mmproj-F32.gguf", "mmproj-Q8_0.gguf"], "mmproj-Q8_0.gguf"),
  ])
  func projectorsComeAlong(_ files: [String], _ projector: String?) throws {
    #expect(try choice(.automatic, listed(files)).projector?.path == projector)
  }

  @Test func adaptersComeAlong() throws {
    let files = listed(["x-Q8_0.gguf", "x-lora-F16.gguf", "style-lora.gguf"])
    #expect(try choice(.automatic, files).adapters.map(\.path) == ["style-lora.gguf", "x-lora-F16.gguf"])
  }
}
