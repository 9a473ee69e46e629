/// A violation of the GGUF format: what is wrong, where, and what was expected instead.
public struct GGUFError: Error, Equatable, Sendable {
  /// The kinds of violation.
  public enum Code: String, Sendable {
    case cannotOpen, cannotWrite, notGGUF, unsupportedVersion, bigEndian, truncated
    case badCount, badLength, badKey, duplicateKey, badValueType, badBoolean, nestedArray
    case missingKey, wrongType, outOfRange
    case badAlignment, badTensorName, duplicateTensor, badDimensions, badTensorType
    case misalignedTensor, tensorOutsideFile, overlappingTensors, missingTensor, wrongTensorSize
    case badShard
  }

  /// The part of the file that an error is about.
  public enum Subject: Equatable, Sendable {
    case key(String)
    case tensor(String)
  }

  /// What kind of violation it is.
  public var code: Code
  /// The path of the file.
  public var file: String
  /// The metadata key or the tensor concerned.
  public var subject: Subject?
  /// Where in the file, in bytes from its start.
  public var offset: Int?
  /// What the file says.
  public var found: String
  /// What it should say.
  public var expected: String

  /// Creates an error from its parts.
  public init(
    _ code: Code, file: String, subject: Subject? = nil, offset: Int? = nil, found: String, expected: String
  ) {
    self.code = code
    self.file = file
    self.subject = subject
    self.offset = offset
    self.found = found
    self.expected = expected
  }
}

extension GGUFError: CustomStringConvertible {
  /// One line: file, place, found, expected.
  public var description: String {
    var place = file
    switch subject {
    case .key(let key): place += ", key \(Self.printable(key))"
    case .tensor(let name): place += ", tensor \(Self.printable(name))"
    case nil: break
    }
    if let offset { place += ", byte \(offset)" }
    return "\(place): found \(found), expected \(expected)"
  }

  /// A name from a file; cut, quoted and escaped unless it is short and of visible ASCII characters only.
  static func printable(_ name: String) -> String {
    let isPlain = name.utf8.count <= 100 && name.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    return isPlain ? name : GGUFValue.shortened(Array(name.utf8)[...], limit: 100)
  }
}
