/// Gives the values within a stream's snapshots their identities, the same in each snapshot.
///
/// A value is the same if the same keys and places lead to it. Identities go to the whole and to every structure in
/// it, since these are what partially generated types have theirs from.
struct ContentIdentities: Sendable {
  private var root = Place()

  /// A place in the content, with those within it.
  private struct Place: Sendable {
    var id: GenerationID?
    var elements: [Place] = []
    var properties: [String: Place] = [:]
  }

  /// Gives identities to content.
  ///
  /// - Parameter content: The newest snapshot.
  /// - Returns: The same content, with identities wherever there have been none.
  mutating func identify(_ content: GeneratedContent) -> GeneratedContent {
    Self.identify(content, at: &root, isRoot: true)
  }

  private static func identify(_ content: GeneratedContent, at place: inout Place, isRoot: Bool) -> GeneratedContent {
    var storage = content.storage
    var needsIdentity = isRoot
    switch content.storage {
    case .array(let elements):
      while place.elements.count < elements.count { place.elements.append(Place()) }
      storage = .array(elements.indices.map { identify(elements[$0], at: &place.elements[$0], isRoot: false) })
    case .structure(var properties, let keys):
      for (key, value) in properties {
        properties[key] = identify(value, at: &place.properties[key, default: Place()], isRoot: false)
      }
      storage = .structure(properties: properties, keys: keys)
      needsIdentity = true
    default: break
    }
    if needsIdentity, place.id == nil { place.id = GenerationID() }
    return GeneratedContent(
      storage, id: content.id ?? (needsIdentity ? place.id : nil), isComplete: content.isComplete)
  }
}
