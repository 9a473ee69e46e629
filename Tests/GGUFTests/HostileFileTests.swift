import Foundation
import SwiftletGGUF
import Testing

/// Broken files: each is refused with an error that says why, and none costs memory in proportion to its claims.
@Suite struct HostileFileTests {
  @Test(arguments: HostileCase.all)
  func isRefused(_ hostile: HostileCase) throws {
    let folder = try TemporaryFolder()
    let path = try hostile.make(folder)
    let error = #expect(throws: GGUFError.self) { try GGUFFile(path: path) }
    #expect(error?.code == hostile.code, "\(error?.description ?? "no error")")
    #expect(error?.found.isEmpty == false && error?.expected.isEmpty == false)
  }

  @Test func everyPrefixOfAValidFileIsRefused() throws {
    let folder = try TemporaryFolder()
    let whole = FileImage.valid.bytes
    #expect(try GGUFFile(path: folder.write(whole)).tensors.count == 4)
    for end in 0..<whole.count {
      let path = try folder.write(whole.prefix(end))
      #expect(throws: GGUFError.self, "\(end) bytes") { try GGUFFile(path: path) }
    }
  }

  #if os(Linux)
    // In a process of its own, since the peak is that of all tests which run at the same time.
    @Test func allCasesTogetherStayBelow50MB() async {
      await #expect(processExitsWith: .success) {
        let files = try HostileCase.all.map { hostile in
          let folder = try TemporaryFolder()
          return (folder, try hostile.make(folder))
        }
        let before = try peakMemory()
        for (_, path) in files { _ = try? GGUFFile(path: path) }
        let growth = try peakMemory() - before
        #expect(growth < 50_000_000)
      }
    }
  #endif
}

#if os(Linux)
  /// The most memory in bytes that this process has had resident so far.
  func peakMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter { $0.isNumber })) * 1024
  }
#endif
