import Foundation
import SwiftletGGUF
import Testing

/// Metadata that is not used costs nothing, however long the file says it is.
@Suite struct MetadataCostTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a file that goes on with zeros, which take no space on disk.
  private func write(_ image: FileImage, zeros: Int) throws -> String {
    let path = try folder.write(image.bytes)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: UInt64(image.bytes.count + zeros))
    try file.close()
    return path
  }

  /// Such a file is larger than the memory of most machines once it is read.
  @Test func arraysOfBillionsAreOpenedAndDescribed() throws {
    let image = FileImage(keys: 1).array("k", of: ValueType.int64.rawValue, count: 1_900_000_000)
    let metadata = try GGUFFile(path: write(image, zeros: 8 * 1_900_000_000)).metadata
    #expect(metadata.contains("k") && metadata.elementCount("k") == 1_900_000_000)
    #expect(metadata.summary("k") == "1900000000 × int64: [0, 0, 0, 0, 0, 0, …]")
    for read: (GGUFMetadata) throws -> Any? in [
      { try $0.integers("k") }, { try $0.integers("k", perLayer: 32) },
    ] {
      let error = #expect(throws: GGUFError.self) { try read(metadata) }
      #expect(error?.code == .outOfRange && error?.subject == .key("k"))
    }
    for read: (GGUFMetadata) throws -> Any? in [
      { try $0.string("k") }, { try $0.integer("k") }, { try $0.float("k") }, { try $0.bool("k") },
      { try $0.floats("k") }, { try $0.byteStrings("k") },
    ] {
      let error = #expect(throws: GGUFError.self) { try read(metadata) }
      #expect(error?.code == .wrongType)
    }
  }

  @Test func tenMillionEmptyStringsAreOpened() throws {
    let image = FileImage(keys: 1).array("k", of: ValueType.string.rawValue, count: 10_000_000)
    let metadata = try GGUFFile(path: write(image, zeros: 80_000_000)).metadata
    #expect(metadata.elementCount("k") == 10_000_000)
    #expect(metadata.summary("k")?.hasPrefix(#"10000000 × string: ["", ""#) == true)
    let error = #expect(throws: GGUFError.self) { try metadata.byteStrings("k") }
    #expect(error?.code == .outOfRange)
  }

  @Test func whatWouldHaveToBeVisitedIsLimited() throws {
    for (image, zeros) in [
      (FileImage(tensors: 1_000_000), 60_000_000), (FileImage(keys: 1_000_000), 60_000_000),
      (FileImage(keys: 1).array("k", of: ValueType.string.rawValue, count: 1_900_000_000), 8 * 1_900_000_000),
      (FileImage(keys: 1).array("k", of: ValueType.bool.rawValue, count: 1_900_000_000), 1_900_000_000),
    ] {
      let path = try write(image, zeros: zeros)
      let error = #expect(throws: GGUFError.self) { try GGUFFile(path: path) }
      #expect(error?.code == .badCount)
    }
    let text = FileImage(keys: 1).key("k", type: ValueType.string.rawValue).number("length", UInt64(1) << 30)
    let path = try write(text, zeros: 1 << 30)
    let error = #expect(throws: GGUFError.self) { try GGUFFile(path: path) }
    #expect(error?.code == .badLength && error?.subject == .key("k"))
  }

  #if os(Linux)
    // In a process of its own, since the peak is that of all tests which run at the same time.
    @Test("49.12 what files say they have costs less than 200 MB to inspect or to refuse")
    func claimsCostLessThan200MB() async {
      await #expect(processExitsWith: .success) {
        // A folder for each file.
        let tests = try (0..<3).map { _ in try MetadataCostTests() }
        let numbers = FileImage(keys: 1).array("k", of: ValueType.int64.rawValue, count: 1_900_000_000)
        let strings = FileImage(keys: 1).array("k", of: ValueType.string.rawValue, count: 10_000_000)
        let paths = [
          try tests[0].write(numbers, zeros: 8 * 1_900_000_000), try tests[1].write(strings, zeros: 80_000_000),
          try tests[2].write(FileImage(tensors: 1_000_000), zeros: 60_000_000),
        ]
        let before = try peakMemory()
        let summaries = paths.map { path in try? GGUFFile(path: path).metadata.summary("k") }
        let growth = try peakMemory() - before
        #expect(summaries.map { $0 == nil } == [false, false, true])
        #expect(growth < 200_000_000)
      }
    }
  #endif

  /// The file is changed after it was opened, which shows when it is read.
  @Test func arraysAreReadWhenTheyAreAskedFor() throws {
    var writer = GGUFWriter()
    writer.metadata["numbers"] = .array(.uint8([1, 2, 3]))
    writer.metadata["text"] = .string([UInt8](repeating: 0x61, count: 5000))
    writer.metadata["short"] = .text("abc")
    let path = folder.filePath("lazy.gguf")
    try writer.write(to: path)
    let metadata = try GGUFFile(path: path).metadata
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let numbers = try #require(bytes.firstRange(of: [1, 2, 3] as [UInt8]))
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seek(toOffset: UInt64(numbers.lowerBound))
    try file.write(contentsOf: Data([4, 5, 6]))
    try file.close()
    bytes.replaceSubrange(numbers, with: [4, 5, 6])
    #expect([UInt8](try Data(contentsOf: URL(filePath: path))) == bytes)
    #expect(metadata["numbers"] == .array(.uint8([4, 5, 6])))
    #expect(try metadata.integers("numbers") == [4, 5, 6])
    #expect(metadata.summary("numbers") == "3 × uint8: [4, 5, 6]")
    #expect(try metadata.string("text")?.count == 5000)
    #expect(metadata.summary("text") == metadata["text"]?.description)
    #expect(metadata.summary("text")?.hasSuffix("… (5000 bytes)") == true)
    #expect(metadata.summary("short") == "\"abc\"" && metadata.summary("none") == nil)
  }
}
