import Foundation
import TestSupport
import Testing

/// Inputs that are too long end in an error that says so, and not in the memory that they would take.
@Suite struct LongInputTests {
  @Test(arguments: [
    "respond -", "respond - --raw", "tokenize", "embed --file -", "perplexity --text -",
    "template --messages -", "respond Hi --schema /dev/stdin", "chat",
  ])
  func seventyMegabytesAreRefused(_ command: String) throws {
    let result = try CommandLineTool.shell(
      "head -c 70000000 /dev/zero | tr '\\0' 'a' | \"$SWIFTLET\" \(command)")
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.errors.contains("has more than 67108864 bytes"), "\(result.errors)")
  }

  @Test("49.13 a prompt that cannot fit is not counted to its end", arguments: ["respond -", "respond - --raw"])
  func aPromptThatCannotFitIsNotCountedToItsEnd(_ command: String) throws {
    let result = try CommandLineTool.shell(
      "yes 'the dog and the ball ' | head -c 3000000 | \"$SWIFTLET\" \(command) --context 100")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errors.contains("more than 65536 tokens"), "\(result.errors)")
    let short = try CommandLineTool.shell(
      "yes 'the dog and the ball ' | head -c 3000 | \"$SWIFTLET\" \(command) --context 100")
    #expect(short.status == 1 && !short.errors.contains("more than"), "\(short.errors)")
  }

  /// A template would end at one of its limits, and take memory until then.
  @Test(arguments: ["respond -", "respond - --raw", "chat"])
  func aPromptThatNoTemplateRendersIsRefusedForItsTokens(_ command: String) throws {
    let result = try CommandLineTool.shell(
      "yes 'the dog and the ball ' | tr '\\n' ' ' | head -c 40000000 | \"$SWIFTLET\" \(command)")
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("more than 65536 tokens"), "\(result.errors)")
    #expect(!result.errors.contains("template"), "\(result.errors)")
  }

  /// The limit of memory, in KiB, is three times the input and 60 MB for the model, as Linux knows.
  @Test("49.13 a prompt takes less than three times its size", arguments: ["respond -", "respond - --raw", "chat"])
  func longPromptsTakeLittleMemory(_ command: String) throws {
    let result = try CommandLineTool.shell(
      "ulimit -d 240000; export SWIFT_BACKTRACE=enable=no; "
        + "yes 'the dog and the ball ' | tr '\\n' ' ' | head -c 60000000 | \"$SWIFTLET\" \(command)")
    #expect(result.output.isEmpty && result.errors.contains("more than 65536 tokens"), "\(result.errors)")
  }

  @Test func theTokensOfLongTextsAreWrittenInParts() throws {
    let line = "the dog and the ball "
    let text = String(repeating: line, count: 40_000)
    let ids = try CommandLineTool.run("tokenize", "--no-bos", input: text).text.dropLast().split(separator: " ")
    #expect(ids.count > 1 << 17)
    let read = try CommandLineTool.run("detokenize", input: ids.joined(separator: " "))
    #expect(read.text == text, "\(read.errors)")
    #expect(try CommandLineTool.run("tokenize", "--no-bos", input: "").text == "\n")
  }

  /// Ids are read and their text is written piece by piece, in any piece a character may begin or end.
  @Test func detokenizingTakesNoMemoryForTheText() throws {
    let text = "日本語 🦊 ünïcödé the dog\n"
    let ids = try CommandLineTool.run("tokenize", "--no-bos", input: text).text.dropLast()
    let count = ids.utf8.count + 1
    let repetitions = 5_000_000 / count
    // The limit of memory, in KiB, is not enough for all ids, as Linux knows; elsewhere it has no effect.
    let result = try CommandLineTool.shell(
      "ulimit -d 60000; export SWIFT_BACKTRACE=enable=no; yes '\(ids)' | head -n \(repetitions) "
        + "| \"$SWIFTLET\" detokenize | cksum")
    #expect(result.errors.isEmpty, "\(result.errors)")
    let line = String(text.dropLast())
    let expected = try CommandLineTool.shell("yes '\(line)' | head -n \(repetitions) | cksum")
    #expect(result.text == expected.text)
    // A word that does not end is not read to its end.
    let word = try CommandLineTool.shell("head -c 70000000 /dev/zero | tr '\\0' '7' | \"$SWIFTLET\" detokenize")
    #expect(word.status == 2 && word.errors.contains("expected a token id as number 1"), "\(word.errors)")
    #expect(word.errors.utf8.count < 1000)
  }

  /// Requests are read as they are answered, so that their number has no limit.
  @Test func linesOfABatchArePulledOneByOne() throws {
    let line = #"{"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 1, "id": ID}"#
    let lines = (0..<40).map { line.replacing("ID", with: "\($0)") + ($0 % 3 == 0 ? "\n\n \r\n" : "\n") }.joined()
    let result = try CommandLineTool.run("batch", "-", "--parallel", "3", input: String(lines.dropLast()))
    #expect(result.status == 0, "\(result.errors)")
    let ids = try result.text.split(separator: "\n").map { try object($0)["id"] as? Int }
    #expect(ids == (0..<40).map { $0 })
    let missing = try CommandLineTool.run("batch", "/nowhere/batch.jsonl")
    #expect(missing.status == 1 && missing.errors.contains("/nowhere/batch.jsonl: No such file or directory"))
  }

  /// The limit is that of a line: the file may be longer.
  @Test func batchesMayBeLongerThanALine() throws {
    let good = #"{"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 1}"#
    let bad = "head -c 1000000 /dev/zero | tr '\\0' x; echo"
    let input = "{ echo '\(good)'; for i in $(seq 70); do \(bad); done; echo '\(good)'; }"
    let result = try CommandLineTool.shell("\(input) | \"$SWIFTLET\" batch -")
    #expect(result.status == 0, "\(result.errors)")
    let answers = try result.text.split(separator: "\n").map { try object($0) }
    try #require(answers.count == 72)
    #expect(answers[0]["text"] is String && answers[71]["text"] is String)
    #expect((answers[70]["error"] as? String)?.hasPrefix("-, line 71: not JSON") == true, "\(answers[70])")
  }

  /// The error of a line that is too long is that line's, whether it ends in the file or with it.
  @Test("49.5 a line that is too long costs no other")
  func aLineThatIsTooLongCostsNoOther() throws {
    let good = #"{"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 1, "id": ID}"#
    let long = "head -c 70000000 /dev/zero | tr '\\0' x"
    let lines = (1...2).map { good.replacing("ID", with: "\($0)") }
    let result = try CommandLineTool.shell(
      "{ echo '\(lines[0])'; \(long); echo; echo '\(lines[1])'; \(long); } | \"$SWIFTLET\" batch -")
    #expect(result.status == 0, "\(result.errors)")
    let answers = try result.text.split(separator: "\n").map { try object($0) }
    try #require(answers.count == 4, "\(result.text)")
    #expect(answers[0]["text"] is String && answers[0]["id"] as? Int == 1)
    #expect(answers[2]["text"] is String && answers[2]["id"] as? Int == 2)
    for index in [1, 3] {
      let error = answers[index]["error"] as? String
      #expect(error == "-, line \(index + 1): has more than 67108864 bytes in a line")
    }
  }

  @Test("49.12 metadata that is not used is not read")
  func metadataThatIsNotUsedIsNotRead() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).gguf").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    func number<Number: FixedWidthInteger>(_ number: Number) -> Data {
      withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }
    func text(_ text: String) -> Data { number(UInt64(text.utf8.count)) + Data(text.utf8) }
    // An array of strings and one of numbers, whose elements are the zeros of a sparse file.
    let strings = text("tokenizer.ggml.tokens") + number(UInt32(9)) + number(UInt32(8)) + number(UInt64(10_000_000))
    let numbers = text("k") + number(UInt32(9)) + number(UInt32(11)) + number(UInt64(1_900_000_000))
    for (array, count, byteCount) in [(strings, 10_000_000, 80_000_000), (numbers, 1_900_000_000, 15_200_000_000)] {
      let head = Data("GGUF".utf8) + number(UInt32(3)) + number(UInt64(0)) + number(UInt64(1)) + array
      try head.write(to: URL(filePath: path))
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.truncate(atOffset: UInt64(head.count + byteCount))
      try file.close()
      // The limit of memory, in KiB, as Linux knows.
      let result = try CommandLineTool.shell(
        "ulimit -d 190000; export SWIFT_BACKTRACE=enable=no; \"$SWIFTLET\" inspect '\(path)'")
      #expect(result.status == 0 && result.text.contains("\(count) × "), "\(result.errors)")
    }
  }
}
