import SwiftletJSON
import Synchronization

/// The identity of a value that a model generates, the same in every snapshot of that value.
///
/// Lists that show elements while they are generated can use it to tell the elements apart:
///
/// ```swift
/// @Generable struct Stop: Identifiable {
///   var id: GenerationID
///   var place: String
/// }
/// ```
public struct GenerationID: Sendable, Hashable {
  /// Counted up for values that nobody generates in parts; what the place says for those of a stream.
  private let number: UInt64

  /// Creates an identity that differs from all others of this process.
  public init() {
    number = Self.next.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  /// Creates the identity of a value that is generated at a place.
  init(_ place: JSONPlace) {
    number = place.number
  }

  /// A place from which others can follow, whose identity this is.
  var place: JSONPlace { JSONPlace(root: number) }

  private static let next = Atomic<UInt64>(0)
}
