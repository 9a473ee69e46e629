// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Foundation as Apple documents it, as far as Swiftlet uses it: paths, and what lies there.
//
// Classes are `@unchecked Sendable` where Apple's are so: the conformance is a part of the declaration. Here it holds
// since nothing of this is ever linked or run, so that no two threads share an instance.

public struct URLResourceKey: Hashable, Sendable {
  public static let contentModificationDateKey = URLResourceKey()
  public static let fileSizeKey = URLResourceKey()
  public static let isRegularFileKey = URLResourceKey()
}

public struct URLResourceValues {
  public var contentModificationDate: Date? { nil }
  public var fileSize: Int? { nil }
  public var isRegularFile: Bool? { nil }
}

public struct URL: Hashable, Sendable, Codable {
  public enum DirectoryHint: Sendable {
    case isDirectory, notDirectory, checkFileSystem, inferFromPath
  }
  public init?(string: String) {}
  public init?(string: String, relativeTo base: URL?) {}
  public var absoluteURL: URL { self }
  public func query(percentEncoded: Bool = true) -> String? { nil }
  public func fragment(percentEncoded: Bool = true) -> String? { nil }
  public func user(percentEncoded: Bool = true) -> String? { nil }
  public func password(percentEncoded: Bool = true) -> String? { nil }
  public init(filePath: String, directoryHint: DirectoryHint = .inferFromPath, relativeTo base: URL? = nil) {}
  public var absoluteString: String { "" }
  public var scheme: String? { nil }
  public var host: String? { nil }
  public var port: Int? { nil }
  public var user: String? { nil }
  public var password: String? { nil }
  public var query: String? { nil }
  public var fragment: String? { nil }
  public var path: String { "" }
  public var lastPathComponent: String { "" }
  public var isFileURL: Bool { true }
  public func path(percentEncoded: Bool = true) -> String { "" }
  public func host(percentEncoded: Bool = true) -> String? { nil }
  public func appending<Path: StringProtocol>(path: Path, directoryHint: DirectoryHint = .inferFromPath) -> URL { self }
  public func appending<Part: StringProtocol>(
    component: Part, directoryHint: DirectoryHint = .inferFromPath
  ) -> URL { self }
  public func deletingLastPathComponent() -> URL { self }
  public func deletingPathExtension() -> URL { self }
  public func resolvingSymlinksInPath() -> URL { self }
  public var standardizedFileURL: URL { self }
  public func resourceValues(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues { URLResourceValues() }
}

public struct URLComponents: Hashable, Sendable {
  public init?(url: URL, resolvingAgainstBaseURL: Bool) {}
  public init?(string: String) {}
  public var encodedHost: String? { nil }
  public var percentEncodedPath: String {
    get { "" }
    set {}
  }
  public var percentEncodedQuery: String? { nil }
  public var port: Int? { nil }
  public var scheme: String? { nil }
  public var host: String? { nil }
  public var query: String? {
    get { nil }
    set {}
  }
  public var fragment: String? {
    get { nil }
    set {}
  }
  public var path: String {
    get { "" }
    set {}
  }
  public var string: String? { nil }
  public var url: URL? { nil }
}

/// Objective-C's, one of C's types there.
public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
  public var boolValue: Bool
  public init(booleanLiteral value: Bool) { boolValue = value }
}

open class FileManager: NSObject, @unchecked Sendable {
  public enum SearchPathDirectory: Sendable { case applicationSupportDirectory, cachesDirectory }
  public struct SearchPathDomainMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let userDomainMask = SearchPathDomainMask(rawValue: 1)
  }
  public class var `default`: FileManager { FileManager() }
  public var temporaryDirectory: URL { URL(filePath: "") }
  public func contents(atPath path: String) -> Data? { nil }
  public func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
  public func createFile(
    atPath path: String, contents: Data?, attributes: [FileAttributeKey: Any]? = nil
  ) -> Bool { false }
  @unsafe public func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool { false }
  public func fileExists(atPath path: String) -> Bool { false }
  public func removeItem(at url: URL) throws {}
  public func removeItem(atPath path: String) throws {}
  public func createDirectory(
    atPath path: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  public func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { [:] }
  public func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
  public func urls(for: SearchPathDirectory, in: SearchPathDomainMask) -> [URL] { [] }
}

extension String {
  public struct Encoding: Hashable, Sendable {
    public static let utf8 = Encoding()
  }
}
extension StringProtocol {
  public func write(toFile path: String, atomically: Bool, encoding: String.Encoding) throws {}
}

public struct FileAttributeKey: Hashable, Sendable {
  public static let modificationDate = FileAttributeKey()
  public static let posixPermissions = FileAttributeKey()
}

public func NSHomeDirectory() -> String { "" }

open class FileHandle: NSObject, @unchecked Sendable {
  public convenience init?(forReadingAtPath path: String) { nil }
  public convenience init?(forWritingAtPath path: String) { nil }
  public convenience init(forReadingFrom url: URL) throws { self.init() }
  public convenience init(forWritingTo url: URL) throws { self.init() }
  public convenience init(fileDescriptor: Int32, closeOnDealloc: Bool) { self.init() }
  public func truncate(atOffset offset: UInt64) throws {}
  public func close() throws {}
  public func read(upToCount count: Int) throws -> Data? { nil }
  public func readToEnd() throws -> Data? { nil }
  public func seek(toOffset offset: UInt64) throws {}
  public func seekToEnd() throws -> UInt64 { 0 }
  public func write<Bytes: DataProtocol>(contentsOf data: Bytes) throws {}
}
