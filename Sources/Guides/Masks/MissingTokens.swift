/// The tokens of an unconstrained string that are not found yet, by their places in the order of their texts.
struct MissingTokens {
  /// For each place, itself if its token is missing, else a later one before which none is.
  private var places: [Int32]

  init(_ free: FreeNodes) { places = free.places }

  /// Returns the first place from a given one on whose token is missing; the number of all places if there is none.
  mutating func first(from place: Int) -> Int {
    var current = place
    while true {
      let next = Int(places[current])
      guard next != current else { return current }
      // Shortens the way for later calls.
      places[current] = places[next]
      current = next
    }
  }

  /// Records that a token is found.
  mutating func remove(_ place: Int) { places[place] = Int32(place + 1) }
}
