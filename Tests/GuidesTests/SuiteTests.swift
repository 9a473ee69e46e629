import TestSupport
import Testing

@testable import SwiftletGuides
import SwiftletJSON

/// The official JSON Schema test suite: unsupported schemas are errors, and no answer is wrong.
@Suite(.enabled(if: TestData.schemaSuite.isPresent, "\(TestData.schemaSuite.absence)"))
struct SuiteTests {
  /// The outcomes of the tests of a folder.
  struct Account {
    var right = 0
    var refused = 0
    var wrong: [String] = []
    var refusals: [String] = []
  }

  /// Runs the files of a folder.
  static func run(_ folder: String, _ draft: SchemaDraft, _ change: (inout GuideOptions) -> Void = { _ in }) throws
    -> Account
  {
    var account = Account()
    var options = GuideOptions.validating
    options.draft = draft
    change(&options)
    let index = try SmallIndex.index.get()
    for path in TestData.schemaSuite.paths(below: "tests/" + folder, suffix: ".json") {
      let name = path.dropFirst("tests/\(folder)/".count)
      // Folders inside are runs of their own, with other options.
      guard !name.contains("/") else { continue }
      for group in try JSONValue.read(Array(TestData.schemaSuite.contents(path))).elements ?? [] {
        let tests = group["tests"]?.elements ?? []
        let title = "\(folder)/\(name): \(group["description"]?.string ?? "")"
        let schema = JSONWriter.text(group["schema"] ?? .bool(true))
        let guide: Guide?
        do throws(GuideError) { guide = try Guide(schema: schema, options: options, index: index) } catch {
          if case .unsatisfiable = error {
            guide = nil
          } else {
            account.refused += tests.count
            account.refusals.append("\(title): \(error)")
            continue
          }
        }
        for test in tests {
          let text = JSONWriter.text(test["data"] ?? .null)
          let isAccepted = guide?.accepts(text) ?? false
          if isAccepted == test["valid"]?.bool {
            account.right += 1
          } else {
            account.wrong.append("\(title): \(text) for \(schema.prefix(400))")
          }
        }
      }
    }
    return account
  }

  @Test(
    "no wrong answer, few refusals", arguments: [("draft7", SchemaDraft.draft7, 64), ("draft2020-12", .draft2020, 151)])
  func answersRightly(folder: String, draft: SchemaDraft, mostRefusals: Int) throws {
    // The tests in the folder itself treat formats as annotations, the default of the specification.
    let account = try Self.run(folder, draft) { $0.assertsFormats = false }
    #expect(account.wrong == [])
    #expect(account.refused <= mostRefusals, "\(account.refusals.joined(separator: "\n"))")
    #expect(account.right > 850)
  }

  /// The formats whose tests must all pass.
  private static let exactFormats: Set<String> = [
    "date", "duration", "email", "ipv4", "ipv6", "iri", "iri-reference", "json-pointer", "relative-json-pointer", "uri",
    "uri-reference", "uri-template", "uuid", "unknown",
  ]

  @Test("formats", arguments: [("draft7", SchemaDraft.draft7), ("draft2020-12", .draft2020)])
  func answersFormatsRightly(folder: String, draft: SchemaDraft) throws {
    let account = try Self.run(folder + "/optional/format", draft)
    let wrong = account.wrong.filter { text in Self.exactFormats.contains { text.contains("/\($0).json") } }
    #expect(wrong == [])
    #expect(account.right > 500)
    // Leap seconds beyond UTC, Punycode and some regular expressions: see `StringFormat`.
    #expect(account.wrong.count <= 30)
  }
}
