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

  /// Returns true if the token of a place is missing.
  func contains(_ place: Int) -> Bool { places[place] == place }

  /// Removes the tokens in a range of places.
  mutating func remove(_ range: Range<Int>) {
    // Where the last ranges are removed first, the way to the next missing token remains a single step.
    let next = places[range.upperBound]
    var places = places.mutableSpan
    for place in range { places[place] = next }
  }
}
