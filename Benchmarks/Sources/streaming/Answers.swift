import Swiftlet

/// The kinds of answers that the scripted model sends.
enum Answer: String, CaseIterable {
  case text, integers, structure, structures

  /// The title in the table.
  var title: String {
    switch self {
    case .text: "text"
    case .integers: "[Int]"
    case .structure: "50 members"
    case .structures: "500 structs"
    }
  }

  /// The maximum microseconds per fragment.
  var limit: Double { self == .text ? 3 : 10 }

  /// Returns the text of the answer in `count` fragments.
  func fragments(_ count: Int) -> [String] {
    switch self {
    case .text: (0..<count).map { "word\($0 % 10) " }
    case .integers:
      (0..<count).map { ($0 == 0 ? "[" : ", ") + "\($0 % 1000)" + ($0 == count - 1 ? "]" : "") }
    case .structure:
      Self.split(
        "{" + (0..<50).map { "\"member\($0)\": \"\(Self.words(count / 50))\"" }.joined(separator: ", ") + "}", count)
    case .structures:
      Self.split(
        "[" + (0..<500).map { #"{"name": "\#(Self.words(count / 500))", "age": \#($0)}"# }.joined(separator: ", ")
          + "]",
        count)
    }
  }

  private static func words(_ count: Int) -> String { String(repeating: "word ", count: max(1, count)) }

  /// Splits a text into pieces of nearly equal length.
  private static func split(_ text: String, _ count: Int) -> [String] {
    let bytes = Array(text.utf8)
    return (0..<count).map { index in
      String(decoding: bytes[bytes.count * index / count..<bytes.count * (index + 1) / count], as: UTF8.self)
    }
  }
}

/// A structure of 50 members, with a manual conformance for brevity.
struct Record: Generable {
  var members: [String]

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, properties: (0..<50).map { .init(name: "member\($0)", type: String.self) })
  }

  init(_ content: GeneratedContent) throws {
    members = try (0..<50).compactMap { try content.value(String?.self, forProperty: "member\($0)") }
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(
      properties: members.enumerated().map { ("member\($0.offset)", $0.element) }, uniquingKeysWith: { $1 })
  }
}

/// A small structure, the element of a long array.
@Generable
struct Person {
  var name: String
  var age: Int
}
