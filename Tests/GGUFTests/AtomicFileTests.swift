import Foundation
import SwiftletGGUF
import Testing

/// An output replaces regular files as a whole or not at all, and nothing else.
@Suite struct AtomicFileTests {
  private static let magic: UInt64 = 7
  private let folder: TemporaryFolder
  private var path: String { folder.filePath("file") }

  init() throws { folder = try TemporaryFolder() }

  private func contents(_ name: String = "file") throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: folder.filePath(name))))
  }

  private func mode(_ name: String) throws -> Int {
    try #require(
      try FileManager.default.attributesOfItem(atPath: folder.filePath(name))[.posixPermissions] as? Int)
  }

  private func kind(_ name: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: folder.filePath(name))[.type] as? FileAttributeType
  }

  private func replace(_ name: String, with bytes: [UInt8], magic: UInt64? = nil) throws(OutputError) {
    let file = try AtomicFile(replacing: folder.filePath(name), magic: magic)
    try file.append(bytes)
    try file.commit()
  }

  @Test(arguments: [true, false])
  func committedContentsTakeTheName(_ prefersUnnamed: Bool) throws {
    for words: [UInt64] in [[1, 2, 3], [4]] {
      let file = try AtomicFile(
        replacing: path, magic: Self.magic, permissions: 0o600, prefersUnnamed: prefersUnnamed)
      try file.resize(to: 8 * words.count + 8)
      try file.write([Self.magic], at: 0)
      try file.write(words, at: 8)
      try file.commit()
      #expect(try contents() == ([Self.magic] + words).flatMap { little($0) })
      #expect(try mode("file") == 0o600)
    }
    #expect(try folder.entries == ["file"])
  }

  @Test(arguments: [true, false])
  func whatIsNotCommittedNeverWas(_ prefersUnnamed: Bool) throws {
    try folder.write([1, 2, 3], to: "file")
    do {
      let file = try AtomicFile(replacing: path, prefersUnnamed: prefersUnnamed)
      try file.append([9, 9])
      #expect(try contents() == [1, 2, 3])
    }
    #expect(try contents() == [1, 2, 3])
    #expect(try folder.entries == ["file"])
  }

  @Test func cachesReplaceCachesOnly() throws {
    for (bytes, mayBeReplaced) in [
      ([UInt8](repeating: 1, count: 3), false), ([UInt8](repeating: 1, count: 30), false), ([], true),
      (little(Self.magic), true), (little(Self.magic.byteSwapped) + [5], true),
    ] {
      try folder.write(bytes, to: "file")
      let check = Result { () throws(OutputError) in try AtomicFile.check(path, magic: Self.magic) }
      let outcome = Result { () throws(OutputError) in
        try replace("file", with: little(Self.magic), magic: Self.magic)
      }
      for result in [check, outcome] {
        switch result {
        case .success: #expect(mayBeReplaced, "\(bytes)")
        case .failure(let error):
          #expect(!mayBeReplaced && error.found == "a file of another kind, which is not replaced", "\(bytes)")
        }
      }
      #expect(try contents() == (mayBeReplaced ? little(Self.magic) : bytes))
    }
    #expect(try folder.entries == ["file"])
  }

  @Test func foldersAndLinksToNowhereAreRefused() throws {
    try FileManager.default.createDirectory(atPath: folder.filePath("folder"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.filePath("link"), withDestinationPath: folder.filePath("nowhere"))
    for (name, found) in [
      ("folder", "a folder"), ("link", "a symbolic link that leads nowhere"),
      ("none/file", "No such file or directory"),
    ] {
      for magic in [nil, Self.magic] {
        let error = #expect(throws: OutputError.self) { try replace(name, with: [1], magic: magic) }
        #expect(error?.path == folder.filePath(name) && error?.found == found)
      }
    }
    #expect(throws: OutputError.self) { try AtomicFile(replacing: "") }
    let slash = #expect(throws: OutputError.self) { try AtomicFile(replacing: folder.filePath("none/")) }
    #expect(slash?.found == "a path that ends in a slash")
    #expect(try folder.entries == ["folder", "link"])
  }

  @Test func linksAreFollowedAndStay() throws {
    let other = try TemporaryFolder()
    let target = try other.write([1], to: "target")
    try FileManager.default.createSymbolicLink(atPath: folder.filePath("link"), withDestinationPath: target)
    try replace("link", with: [2, 3])
    #expect(try kind("link") == .typeSymbolicLink)
    #expect(try contents("link") == [2, 3])
    #expect(try folder.entries == ["link"])
    #expect(try other.entries == ["target"])
    // A cache's link leads to a cache, or nothing is written.
    let error = #expect(throws: OutputError.self) { try replace("link", with: [4], magic: Self.magic) }
    #expect(error?.found == "a file of another kind, which is not replaced")
    #expect(try contents("link") == [2, 3])
  }

  @Test(arguments: [0o600, 0o640, 0o604, 0o755, 0o444])
  func anExistingFileKeepsItsMode(_ own: Int) throws {
    try folder.write([1], to: "file")
    try FileManager.default.setAttributes([.posixPermissions: own], ofItemAtPath: path)
    try replace("file", with: [2])
    #expect(try contents() == [2])
    #expect(try mode("file") == own)
    // A limit, as for conversations that only their owner may read, holds for an existing file too.
    try AtomicFile(replacing: path, permissions: 0o600).commit()
    #expect(try mode("file") == own & 0o600 | 0o600)
  }

  @Test func aNewFileHasTheModeOfTheProcess() throws {
    #expect(FileManager.default.createFile(atPath: folder.filePath("plain"), contents: Data()))
    try replace("file", with: [1])
    #expect(try mode("file") == mode("plain"))
  }

  @Test func theLongestNameIsWritten() throws {
    let name = String(repeating: "n", count: 255)
    try replace(name, with: [1])
    try replace(name, with: [2])
    #expect(try contents(name) == [2])
  }

  @Test func pipesAreWrittenThrough() throws {
    let pipe = folder.filePath("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    // Opened for both, so that neither end waits for the other.
    let descriptor = open(pipe, O_RDWR | O_NONBLOCK)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try replace("pipe", with: [1, 2, 3])
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(descriptor, &bytes, 8) == 3)
    #expect(bytes.prefix(3) == [1, 2, 3])
    #expect(try kind("pipe") != .typeRegular)
    // A cache is read again, which a pipe cannot be.
    #expect(throws: OutputError.self) { try replace("pipe", with: [1], magic: Self.magic) }
    #expect(try folder.entries == ["pipe"])
  }

  #if os(Linux)
    /// Makes a null device, which is not that of the machine; containers may forbid to make or to open one.
    private static func makeNullDevice(_ path: String) -> Bool {
      guard mknod(path, S_IFCHR | 0o666, 1 << 8 | 3) == 0 else { return false }
      let descriptor = open(path, O_WRONLY)
      if descriptor >= 0 { close(descriptor) }
      return descriptor >= 0
    }

    private static let canMakeDevices: Bool = {
      guard let folder = try? TemporaryFolder() else { return false }
      return withExtendedLifetime(folder) { makeNullDevice(folder.filePath("null")) }
    }()

    @Test(.enabled(if: canMakeDevices, "makes a device"))
    func devicesAreWrittenThroughAndStay() throws {
      try #require(Self.makeNullDevice(folder.filePath("null")))
      try replace("null", with: [1, 2, 3])
      var writer = GGUFWriter()
      writer.addTensor("t", .f32, dimensions: [1], bytes: [0, 0, 0, 0])
      try writer.write(to: folder.filePath("null"))
      #expect(try kind("null") == .typeCharacterSpecial)
      #expect(throws: OutputError.self) { try replace("null", with: [1], magic: Self.magic) }
      #expect(try folder.entries == ["null"])
    }
  #endif

  /// The shell has opened the file, perhaps to append; opening it again would lose that.
  @Test(arguments: [false, true])
  func openDescriptorsAreWrittenWhereTheyAre(_ appends: Bool) throws {
    try folder.write(Array("keep".utf8), to: "file")
    let descriptor = open(path, appends ? O_WRONLY | O_APPEND : O_WRONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    for folder in ["/dev/fd", "/proc/self/fd"] {
      let file = try AtomicFile(replacing: "\(folder)/\(descriptor)")
      try file.append([1, 2])
      try file.append([3])
      try file.commit()
    }
    let before: [UInt8] = appends ? Array("keep".utf8) : []
    #expect(try contents() == before + [1, 2, 3, 1, 2, 3])
    #expect(try folder.entries == ["file"])
    #expect(throws: OutputError.self) { try AtomicFile(replacing: "/dev/fd/\(descriptor)", magic: Self.magic) }
  }

  @Test func descriptorsThatCannotBeWrittenAreRefused() throws {
    try folder.write([1], to: "file")
    let descriptor = open(path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    for number in [descriptor, 1_000_000] {
      #expect(throws: OutputError.self) { try AtomicFile(replacing: "/dev/fd/\(number)") }
    }
    #expect(try contents() == [1])
  }

  @Test func pathsNameDescriptors() {
    for (path, number) in [
      ("/dev/stdin", 0), ("/dev/stdout", 1), ("/dev/stderr", 2), ("/dev/fd/63", 63), ("/proc/self/fd/7", 7),
      ("/dev/fd/", nil), ("/dev/fd/+1", nil), ("/dev/fd/1/x", nil), ("/dev/null", nil), ("-", nil), ("", nil),
    ] as [(String, Int32?)] {
      #expect(OutputDescriptor.number(of: path) == number, "\(path)")
    }
  }

  @Test func linksHaveTheIdentifierOfTheirFile() throws {
    try folder.write([1], to: "file")
    try FileManager.default.createSymbolicLink(atPath: folder.filePath("link"), withDestinationPath: path)
    try FileManager.default.linkItem(atPath: path, toPath: folder.filePath("hard"))
    try folder.write([1], to: "other")
    let identifier = try #require(MappedFile.Identifier(regularFile: path))
    for name in ["link", "hard"] {
      #expect(MappedFile.Identifier(regularFile: folder.filePath(name)) == identifier)
    }
    #expect(MappedFile.Identifier(regularFile: folder.filePath("other")) != identifier)
    #expect(MappedFile.Identifier(regularFile: folder.path) == nil)
    #expect(MappedFile.Identifier(regularFile: folder.filePath("none")) == nil)
  }

  @Test func writersDoNotFollowLinksInThePlaceOfTheirTemporaryFile() throws {
    let victim = try folder.write(Array("precious".utf8), to: "victim")
    let output = folder.filePath("out.gguf")
    for name in ["\(output).\(getpid()).partial", "\(output).tmp", "\(output).partial"] {
      try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: victim)
    }
    try GGUFWriter().write(to: output)
    #expect(try GGUFFile(path: output).version == 3)
    #expect(try contents("victim") == Array("precious".utf8))
    #expect(try folder.entries.count == 5)
  }
}
