import Foundation

/// A text with what Python's `json` makes of it, as Tests/Reference/json_cases.py wrote it.
struct ReferenceCase: Decodable {
  /// The text, whose characters stand for its bytes.
  private var text: String
  /// The value in a canonical form, nil if the text is not JSON.
  var value: String?
  /// The value where halves of surrogate pairs are replaced.
  var lenient: String?

  var bytes: [UInt8] { text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }

  static let all = Result {
    let file = URL(filePath: #filePath).appending(path: "../../../Fixtures/json/cases.json").standardized
    return try JSONDecoder().decode([ReferenceCase].self, from: Data(contentsOf: file))
  }
}
