import SwiftletGGUF
import Testing

/// A file that has to be refused.
struct HostileCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// How the reader should call what is wrong.
  let code: GGUFError.Code
  /// Makes the file, with others that belong to it, and returns its path.
  let make: @Sendable (TemporaryFolder) throws -> String

  init(_ name: String, _ code: GGUFError.Code, make: @escaping @Sendable (TemporaryFolder) throws -> String) {
    (testDescription, self.code, self.make) = (name, code, make)
  }

  init(_ name: String, _ code: GGUFError.Code, _ image: FileImage) {
    self.init(name, code) { try $0.write(image.bytes) }
  }

  /// All cases.
  static let all: [HostileCase] = header + truncations + metadata + alignments + tensors + tensorData + shards
}
