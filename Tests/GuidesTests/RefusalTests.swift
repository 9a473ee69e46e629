import Foundation
import TestSupport
import Testing

@testable import SwiftletGuides

/// The article about schema support matches the implementation.
struct RefusalTests {
  private static let article = TestFiles.path("Sources/Swiftlet/Swiftlet.docc/SchemaSupport.md")

  /// Returns the rows of the table of unsupported keywords: an example, and a part of the error's text.
  private static func rows() throws -> [(schema: String, reason: String)] {
    let text = try String(contentsOfFile: article, encoding: .utf8)
    let section = try #require(text.split(separator: "### Unsupported keywords").last?.split(separator: "###").first)
    return section.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, cells[1].hasPrefix("`{") else { return nil }
      return (String(cells[1].dropFirst().dropLast()), cells[2])
    }
  }

  @Test("each example is refused for the reason given")
  func refusesExamples() throws {
    let index = try SmallIndex.index.get()
    let rows = try Self.rows()
    #expect(rows.count > 20)
    for (schema, reason) in rows {
      let error = #expect(throws: GuideError.self, "\(schema)") { try Guide(schema: schema, index: index) }
      guard case .unsupported(_, let text)? = error else {
        Issue.record("\(schema): \(String(describing: error))")
        continue
      }
      #expect(text.contains(reason), "\(schema)")
    }
  }

  @Test(
    "all refusals in the official tests have a reason in the table",
    .enabled(if: TestData.schemaSuite.isPresent, "\(TestData.schemaSuite.absence)"),
    arguments: [("draft7", SchemaDraft.draft7), ("draft2020-12", .draft2020)])
  func listsReasons(folder: String, draft: SchemaDraft) throws {
    let reasons = try Self.rows().map(\.reason)
    let account = try SuiteTests.run(folder, draft) { $0.assertsFormats = false }
    let text = try String(contentsOfFile: Self.article, encoding: .utf8)
    for refusal in account.refusals {
      // Exceeded limits are not in the table.
      let reason = refusal.components(separatedBy: ": ").last ?? refusal
      #expect(reasons.contains { refusal.contains($0) } || text.contains(reason), "\(refusal)")
    }
    // The counts in the article.
    let total = account.refused + account.right
    let count = total > 999 ? "\(total / 1000),\(String(total % 1000 + 1000).dropFirst())" : "\(total)"
    #expect(text.contains("\(account.refused) of \(count)"), "\(account.refused) of \(count)")
  }
}
