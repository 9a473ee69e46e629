import Foundation
import TestSupport

/// A text with the result of Python's `json`, as written by Tests/Reference/json_cases.py.
struct ReferenceCase: Decodable {
  /// The text, with one character for each byte.
  private var text: String
  /// The value in a canonical form, nil if the text is not JSON.
  var value: String?
  /// The value with unpaired surrogates replaced.
  var lenient: String?

  var bytes: [UInt8] { text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }

  static let all = Result {
    let file = URL(filePath: TestFiles.fixture("json/cases.json"))
    return try JSONDecoder().decode([ReferenceCase].self, from: Data(contentsOf: file))
  }
}
