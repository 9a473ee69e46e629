import SwiftletJSON

/// A reader of tool calls that a model writes as plain JSON instead of in its template's format.
///
/// Some models always answer `{"name": "f", "arguments": {…}}`, whatever their template says (Qwen2.5-Coder is one):
/// as an object, several of them, an array of objects, with `parameters` for `arguments`, or in a Markdown code block.
/// Only an answer that is such calls as a whole is read as calls. Its text is held back while it may still become one,
/// which is decided at the tool's name for nearly all other JSON.
public struct BareCallReader: Sendable {
  /// A call with its arguments as JSON text.
  public struct Call: Sendable, Equatable {
    /// The name of the tool.
    public var name: String
    /// The arguments: a JSON object.
    public var arguments: String

    /// Creates a call.
    public init(name: String, arguments: String) {
      self.name = name
      self.arguments = arguments
    }
  }

  /// The longest text that is held back, in bytes.
  private static let limit = 1 << 16

  private let tools: [String]
  private var held: [UInt8] = []
  private var isDecided = false

  /// The calls that are complete so far, each without its white space.
  private var complete: [Call] = []
  /// The reader of the current object; `nil` between objects.
  private var object: JSONReader<JSONValue>?
  /// The offset of the current object in the text that is held back.
  private var objectStart = 0
  /// The number of bytes of the text that have been searched for objects.
  private var readCount = 0

  /// True once a call is complete that is the same as an earlier one, after which models tend to repeat it without end.
  public private(set) var isRepeating = false

  /// Creates a reader of calls to tools with the given names.
  public init(tools: [String]) {
    self.tools = tools
  }

  /// Reads the next text of an answer.
  ///
  /// - Returns: The text that is certainly not part of a call.
  public mutating func append(_ text: String) -> String {
    guard !isDecided else { return text }
    held += text.utf8
    readObjects()
    return held.count <= Self.limit && mayBecomeCall ? "" : release()
  }

  /// Reads the objects in the text since the last call, as far as they are complete.
  ///
  /// Text between them, and objects that are no calls, are judged at the end.
  private mutating func readObjects() {
    while readCount < held.count, !isRepeating {
      guard object != nil || beginObject() else { return }
      // Moved out meanwhile, so that the object is not copied.
      guard var reader = object.take() else { return }
      do throws(JSONError) {
        try reader.append(held[readCount...])
        readCount = held.count
        if reader.isComplete { endObject(reader.value) } else { object = reader }
      } catch {
        guard case .trailingText = error.problem else {
          readCount = held.count
          return
        }
        readCount = objectStart + error.offset
        endObject(reader.value)
      }
    }
  }

  /// Begins the next object; returns false if there is none yet.
  private mutating func beginObject() -> Bool {
    guard let start = held[readCount...].firstIndex(of: UInt8(ascii: "{")) else {
      readCount = held.count
      return false
    }
    (objectStart, readCount) = (start, start)
    object = JSONReader(options: .init(allowsIncompleteText: true))
    return true
  }

  private mutating func endObject(_ value: JSONValue) {
    guard let call = call(value) else { return }
    isRepeating = complete.contains(call)
    complete.append(call)
  }

  /// Ends the reading, and returns the text that has been held back.
  public mutating func release() -> String {
    defer { held = [] }
    isDecided = true
    return String(decoding: held, as: UTF8.self)
  }

  /// Ends the reading at the end of the answer, or once it repeats calls.
  ///
  /// - Parameter isValid: Returns true if a tool accepts the arguments.
  /// - Returns: The calls, or the text that has been held back if it is not calls.
  public mutating func finish(isValid: (Call) -> Bool) -> (calls: [Call], text: String) {
    guard !isDecided, let calls = isRepeating ? complete : calls(), calls.allSatisfy(isValid) else {
      return ([], release())
    }
    held = []
    return (calls, "")
  }

  /// The calls that the whole text consists of.
  private func calls() -> [Call]? {
    let text = Array(unfenced)
    guard let values = try? JSONValue.readAll(text) else { return nil }
    let calls = (values.count == 1 ? values[0].elements ?? values : values).map { call($0) }
    return calls.isEmpty || calls.contains(nil) ? nil : calls.compactMap(\.self)
  }

  private func call(_ value: JSONValue) -> Call? {
    guard let members = value.distinctMembers, let name = value["name"]?.string, tools.contains(name) else {
      return nil
    }
    // Copies of the call objects of servers have these too.
    let others = members.filter { !["name", "arguments", "parameters", "id", "type"].contains($0.name) }
    guard others.isEmpty, (value["arguments"] == nil) != (value["parameters"] == nil),
      value["type"]?.string ?? "function" == "function", let arguments = value["arguments"] ?? value["parameters"]
    else { return nil }
    let object = arguments.string.flatMap { try? JSONValue.read(Array($0.utf8), options: .init()) } ?? arguments
    return object.members == nil ? nil : Call(name: name, arguments: JSONWriter.text(object))
  }

  /// The text without white space at its ends and without the lines of a code block around it.
  private var unfenced: ArraySlice<UInt8> {
    let text = held[...].trimmedAtStart.trimmedAtEnd
    guard text.starts(with: Self.fence) else { return text }
    let body = text.dropFirst(3).drop { $0.isNamePart }
    return body.ends(with: Self.fence) ? body.dropLast(3) : body
  }

  private static let fence = Array("```".utf8)
}

extension JSONValue {
  /// Reads documents that follow one another.
  fileprivate static func readAll(_ text: [UInt8]) throws(JSONError) -> [JSONValue] {
    var (values, start): ([JSONValue], Int) = ([], 0)
    while true {
      do throws(JSONError) {
        return values + [try JSONReader<JSONValue>.read(text, from: start)]
      } catch {
        guard case .trailingText = error.problem, error.offset > start else { throw error }
        values.append(try JSONReader<JSONValue>.read(Array(text[start..<error.offset])))
        start = error.offset
      }
    }
  }
}

// MARK: - Beginnings

extension BareCallReader {
  /// True if the text may be the beginning of calls.
  private var mayBecomeCall: Bool {
    var rest = held[...].trimmedAtStart
    if Self.fence.starts(with: rest.prefix(3)) {
      rest = rest.dropFirst(3).drop { $0.isNamePart }.trimmedAtStart
    }
    for (symbol, isOptional) in [(UInt8(ascii: "["), true), (UInt8(ascii: "{"), false), (UInt8(ascii: "\""), false)] {
      guard let first = rest.first else { return true }
      if first == symbol { rest = rest.dropFirst().trimmedAtStart } else if !isOptional { return false }
    }
    guard let key = Self.string(&rest) else {
      return ["name", "arguments", "parameters", "id", "type"].contains { $0.utf8.starts(with: rest) }
    }
    guard key == "name" else { return ["arguments", "parameters", "id", "type"].contains(key) }
    for symbol in [UInt8(ascii: ":"), UInt8(ascii: "\"")] {
      rest = rest.trimmedAtStart
      guard let first = rest.first else { return true }
      guard first == symbol else { return false }
      rest = rest.dropFirst()
    }
    guard let name = Self.string(&rest) else { return tools.contains { $0.utf8.starts(with: rest) } }
    return tools.contains(name)
  }

  /// The rest of a string without escapes, which is consumed; `nil` if it is unfinished.
  private static func string(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }
}
