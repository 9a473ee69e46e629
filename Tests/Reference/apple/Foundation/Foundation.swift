// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Foundation as Apple documents it, as far as Swiftlet uses it: values and files.
//
// Classes are `@unchecked Sendable` where Apple's are so: the conformance is a part of the declaration. Here it holds
// since nothing of this is ever linked or run, so that no two threads share an instance.

@_exported import Darwin
@_exported import Dispatch

open class NSObject: Equatable, Hashable {
  public init() {}
  public static func == (_ one: NSObject, _ other: NSObject) -> Bool { one === other }
  public func hash(into hasher: inout Hasher) {}
}

public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}
extension Array: DataProtocol where Element == UInt8 {}

public struct Data: DataProtocol, RangeReplaceableCollection, MutableCollection, Hashable, Sendable, Codable {
  public typealias Index = Int
  public struct Base64DecodingOptions: OptionSet, Sendable {
    public static var ignoreUnknownCharacters: Self { Self(rawValue: 1) }
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public struct Base64EncodingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let atomic = WritingOptions(rawValue: 1)
    public static let withoutOverwriting = WritingOptions(rawValue: 2)
  }
  public init(contentsOf url: URL, options: ReadingOptions = []) throws {}
  public func write(to url: URL, options: WritingOptions = []) throws {}
  private var storage: [UInt8] = []
  public init() {}
  public init(capacity: Int) {}
  public init<Bytes: Sequence>(_ elements: Bytes) where Bytes.Element == UInt8 {}
  public init?(base64Encoded text: String, options: Base64DecodingOptions = []) {}
  public func base64EncodedString(options: Base64EncodingOptions = []) -> String { "" }
  @unsafe public init(_ buffer: UnsafeRawBufferPointer) {}
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(index: Int) -> UInt8 {
    get { 0 }
    set {}
  }
  public subscript(bounds: Range<Int>) -> Data {
    get { self }
    set {}
  }
  public mutating func replaceSubrange<Bytes: Collection>(_ range: Range<Int>, with bytes: Bytes)
  where Bytes.Element == UInt8 {}
  public mutating func append(_ other: Data) {}
  @discardableResult
  @unsafe public func copyBytes<Element>(to buffer: UnsafeMutableBufferPointer<Element>) -> Int { 0 }
  @unsafe public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    unsafe try storage.withUnsafeBytes(body)
  }
  public var span: Span<UInt8> {
    @_lifetime(borrow self) get { storage.span }
  }
  public var bytes: RawSpan {
    @_lifetime(borrow self) get { storage.span.bytes }
  }
}

public typealias TimeInterval = Double

public struct Date: Hashable, Comparable, Sendable, Codable {
  public func ISO8601Format() -> String { "" }
  public struct ISO8601FormatStyle: Sendable {
    public init(includingFractionalSeconds: Bool = false) {}
  }
  public static var now: Date { Date() }
  public init() {}
  public init(timeIntervalSinceNow: TimeInterval) {}
  public init(timeIntervalSince1970: TimeInterval) {}
  public var timeIntervalSince1970: TimeInterval { 0 }
  public func timeIntervalSince(_ date: Date) -> TimeInterval { 0 }
  public func formatted(_ style: ISO8601FormatStyle) -> String { "" }
  public static func < (_ one: Date, _ other: Date) -> Bool { false }
}
extension Date.ISO8601FormatStyle {
  public static var iso8601: Date.ISO8601FormatStyle { Date.ISO8601FormatStyle() }
}

public struct UUID: Hashable, Sendable, Codable {
  public init() {}
  public var uuidString: String { "" }
}

public struct Decimal: Hashable, Comparable, Sendable, Codable {
  public init?(string: String, locale: Locale? = nil) {}
  public static var nan: Decimal { Decimal() }
  private init() {}
  public var isFinite: Bool { true }
  public static func < (_ one: Decimal, _ other: Decimal) -> Bool { false }
}
extension Decimal: CustomStringConvertible {
  public var description: String { "" }
}

public struct Locale: Hashable, Sendable {
  public struct LanguageCode: Hashable, Sendable, ExpressibleByStringLiteral {
    public init(stringLiteral: String) {}
    public init(_ identifier: String) {}
    public var identifier: String { "" }
  }
  public struct Language: Hashable, Sendable {
    public init(identifier: String) {}
    public var languageCode: LanguageCode? { nil }
    public var minimalIdentifier: String { "" }
    public var maximalIdentifier: String { "" }
  }
  public static var current: Locale { Locale() }
  public var language: Language { Language(identifier: "") }
}

public struct CharacterSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  public init(arrayLiteral: Unicode.Scalar...) {}
  public init(charactersIn: String) {}
  public static var whitespaces: CharacterSet { [] }
  public static var whitespacesAndNewlines: CharacterSet { [] }
  public static var alphanumerics: CharacterSet { [] }
  public func union(_ other: CharacterSet) -> CharacterSet { self }
  public mutating func insert(charactersIn: String) {}
}
extension String {
  public init(contentsOfFile path: String, encoding: Encoding) throws { self = "" }
  public struct CompareOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let caseInsensitive = CompareOptions(rawValue: 1)
    public static let regularExpression = CompareOptions(rawValue: 1024)
  }
}
extension StringProtocol {
  public func trimmingCharacters(in set: CharacterSet) -> String { "" }
  public var removingPercentEncoding: String? { nil }
  public func addingPercentEncoding(withAllowedCharacters set: CharacterSet) -> String? { nil }
  public func range<Text: StringProtocol>(
    of text: Text, options mask: String.CompareOptions = [], range: Range<Index>? = nil, locale: Locale? = nil
  ) -> Range<Index>? { nil }
}

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
  var failureReason: String? { get }
  var recoverySuggestion: String? { get }
  var helpAnchor: String? { get }
}
extension LocalizedError {
  public var errorDescription: String? { nil }
  public var failureReason: String? { nil }
  public var recoverySuggestion: String? { nil }
  public var helpAnchor: String? { nil }
}
public protocol CustomNSError: Error {
  static var errorDomain: String { get }
  var errorCode: Int { get }
  var errorUserInfo: [String: Any] { get }
}
extension CustomNSError {
  public static var errorDomain: String { "" }
  public var errorCode: Int { 0 }
  public var errorUserInfo: [String: Any] { [:] }
}
extension Error {
  public var localizedDescription: String { "" }
}
open class NSError: NSObject, Error, @unchecked Sendable {
  public init(domain: String, code: Int, userInfo: [String: Any]? = nil) {}
  public var domain: String { "" }
  public var code: Int { 0 }
  public var userInfo: [String: Any] { [:] }
  public var localizedDescription: String { "" }
}
/// The conversion that the compiler calls for `error as NSError`.
public func _convertErrorToNSError(_ error: any Error) -> NSError { NSError(domain: "", code: 0) }
public let NSLocalizedDescriptionKey = ""
public let NSLocalizedFailureReasonErrorKey = ""
public let NSLocalizedRecoverySuggestionErrorKey = ""
public let NSUnderlyingErrorKey = ""
public let NSPOSIXErrorDomain = ""
public let NSFilePathErrorKey = ""
public let NSURLErrorKey = ""
public struct CocoaError: Error {}
public struct POSIXError: Error {}

open class NSRecursiveLock: NSObject, @unchecked Sendable {
  public func lock() {}
  public func unlock() {}
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

open class JSONEncoder: @unchecked Sendable {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
  }
  public init() {}
  open var outputFormatting: OutputFormatting {
    get { [] }
    set {}
  }
  open func encode<Value: Encodable>(_ value: Value) throws -> Data { Data() }
}

open class JSONDecoder: @unchecked Sendable {
  public init() {}
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}

open class Thread: NSObject, @unchecked Sendable {
  public override init() {}
  public convenience init(block: @escaping @Sendable () -> Void) { self.init() }
  open func start() {}
  open var name: String? {
    get { nil }
    set {}
  }
  public class var current: Thread { Thread() }
  public class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
}

open class ProcessInfo: NSObject, @unchecked Sendable {
  public class var processInfo: ProcessInfo { ProcessInfo() }
  public var environment: [String: String] { [:] }
  public var activeProcessorCount: Int { 1 }
}

open class Bundle: NSObject, @unchecked Sendable {
  public class var main: Bundle { Bundle() }
  public var executableURL: URL? { nil }
  public var resourceURL: URL? { nil }
}
