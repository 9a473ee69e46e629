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
  private let number: UInt64

  /// Creates an identity that differs from all others of this process.
  public init() {
    number = Self.next.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  private static let next = Atomic<UInt64>(0)
}
