import SwiftletJSON
import Synchronization

/// The identity of a generated value, stable across the snapshots of a stream.
///
/// Lists that show elements while they are generated can use it to identify them:
///
/// ```swift
/// @Generable struct Stop: Identifiable {
///   var id: GenerationID
///   var place: String
/// }
/// ```
public struct GenerationID: Sendable, Hashable {
  /// A counter for standalone values; a hash of the JSON path for values of a stream.
  private let number: UInt64

  /// Creates an identity that is unique in this process.
  public init() {
    number = Self.next.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  /// Creates the identity of a generated value at a JSON path.
  init(_ path: JSONPathID) {
    number = path.rawValue
  }

  /// The path identity from which those of nested values are derived.
  var path: JSONPathID { JSONPathID(root: number) }

  private static let next = Atomic<UInt64>(0)
}
