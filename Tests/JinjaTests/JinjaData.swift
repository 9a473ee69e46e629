import Foundation
import TestSupport
import Testing

@testable import SwiftletJinja

/// The locations of the cases of the template tests.
enum JinjaData {
  static func fixture(_ name: String) throws -> JinjaValue {
    try JinjaValue(json: Data(contentsOf: URL(filePath: TestFiles.fixture("templates/" + name))))
  }

  /// The source of a template file, which may be JSON with the template in it.
  static func template(_ name: String) throws -> String {
    let data = try TestData.templates.contents(name)
    guard name.hasSuffix(".json") else { return String(decoding: data, as: UTF8.self) }
    return try #require(JinjaValue(json: data)["chat_template"]?.string)
  }

  /// The time at which the fixtures were generated.
  static let now = JinjaDate(year: 2025, month: 7, day: 26, hour: 9, minute: 5, second: 3)
}

extension JinjaValue {
  var string: String? { if case .string(let string, _) = self { string } else { nil } }
  var list: [JinjaValue]? { if case .list(let list) = self { list } else { nil } }
  var dictionary: JinjaDictionary? { if case .dictionary(let dictionary) = self { dictionary } else { nil } }
}

extension JinjaTemplate {
  /// The output of a source at the time of the fixtures.
  static func text(_ source: String, _ variables: JinjaDictionary = [:]) throws(JinjaError) -> String {
    try JinjaTemplate(source).render(variables, now: { JinjaData.now }).map(\.text).joined()
  }
}

/// Returns true if two texts have the same bytes; `==` compares by canonical equivalence.
func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
