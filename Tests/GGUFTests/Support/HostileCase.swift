import SwiftletGGUF
import Testing

/// An invalid file that the reader has to reject.
struct HostileCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The expected error code.
  let code: GGUFError.Code
  /// Creates the file, and others that belong to it, and returns its path.
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
