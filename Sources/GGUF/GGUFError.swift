/// An error in reading or writing a GGUF file, with its location, and what was found and expected.
public struct GGUFError: Error, Equatable, Sendable {
  /// The kinds of violation.
  public enum Code: String, Sendable {
    case cannotOpen, cannotWrite, notGGUF, unsupportedVersion, bigEndian, truncated
    case badCount, badLength, badKey, duplicateKey, badValueType, badBoolean, nestedArray
    case missingKey, wrongType, outOfRange
    case badAlignment, badTensorName, duplicateTensor, badDimensions, badTensorType
    case misalignedTensor, tensorOutsideFile, overlappingTensors, missingTensor, wrongTensorSize
    case notFinite
    case badShard
  }

  /// The part of the file that an error is about.
  public enum Subject: Equatable, Sendable {
    case key(String)
    case tensor(String)
    /// A quantisation block of a tensor, or an element of a tensor without blocks, with its index.
    case block(tensor: String, index: Int)
  }

  /// The kind of violation.
  public var code: Code
  /// The path of the file.
  public var file: String
  /// The metadata key, the tensor or the block concerned.
  public var subject: Subject?
  /// The byte offset in the file.
  public var offset: Int?
  /// The value or condition that was found.
  public var found: String
  /// The value or condition that was expected; empty for an error of the system, which says all.
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
  /// A one-line description: file, location, found, expected.
  public var description: String {
    var location = file
    switch subject {
    case .key(let key): location += ", key \(Self.printable(key))"
    case .tensor(let name): location += ", tensor \(Self.printable(name))"
    case .block(let name, let index): location += ", tensor \(Self.printable(name)), block \(index)"
    case nil: break
    }
    if let offset { location += ", byte \(offset)" }
    return expected.isEmpty ? "\(location): \(found)" : "\(location): found \(found), expected \(expected)"
  }

  /// Formats a name from a file, truncated, quoted and escaped unless it is short and of visible ASCII characters only.
  static func printable(_ name: String) -> String {
    let isPlain = name.utf8.count <= 100 && name.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    return isPlain ? name : GGUFValue.shortened(Array(name.utf8)[...], limit: 100)
  }
}
