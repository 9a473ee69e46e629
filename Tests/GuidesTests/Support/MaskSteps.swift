import Testing

@testable import SwiftletGuides

/// The number of steps that masks take, which unlike times is the same on every machine.
enum MaskSteps {
  /// Returns a builder of masks for a schema and the small vocabulary.
  static func builder(_ schema: String) throws -> MaskBuilder {
    let guide = try Guide(schema: schema, index: SmallIndex.index.get())
    return MaskBuilder(machine: PushdownAutomaton(guide.grammar), index: guide.index, endsAtDelimiter: true)
  }

  /// Returns the number of steps of single configurations, texts and nodes that the mask after a text takes.
  static func count(_ schema: String, after text: String) throws -> Int {
    var builder = try builder(schema)
    var state = builder.machine.start()
    for byte in text.utf8 { state = builder.machine.step(state, byte) }
    try #require(state >= 0)
    let before = builder.machine.stepCount
    _ = builder.mask(state)
    return builder.machine.stepCount - before
  }

  /// Returns a schema of alternatives.
  static func anyOf(_ count: Int, _ alternative: (Int) -> String) -> String {
    #"{"anyOf":[\#((0..<count).map(alternative).joined(separator: ","))]}"#
  }

  /// Returns a word that differs from those of other numbers.
  static func word(_ number: Int) -> String {
    var rest = number
    var letters = ""
    for _ in 0..<4 {
      letters.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "a") + UInt8(rest % 26)))
      rest = rest / 26 + 7 * (rest % 5)
    }
    return letters + "\(number)"
  }
}
