import SwiftletHashing
import Synchronization

/// The identity of the contents that embeddings were computed from: a SHA-256 digest.
public struct ContentKey: Hashable, Sendable {
  private let digest: HashDigest

  /// Creates the key of some bytes, such as the pixels of a picture with the parameters of its processing.
  public init(_ bytes: [UInt8]) { digest = SHA256.digest(of: bytes.span) }

  /// The number of this key in the process: equal keys have equal numbers, different keys different ones.
  var number: Int {
    Self.numbers.withLock { numbers in
      if let known = numbers[self] { return known }
      let number = numbers.count
      numbers[self] = number
      return number
    }
  }

  /// The numbers of all keys so far, about 100 bytes for each.
  private static let numbers = Mutex<[ContentKey: Int]>([:])
}
