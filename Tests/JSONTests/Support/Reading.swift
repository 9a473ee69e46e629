import SwiftletJSON

/// All events of a text, and what ended it if it was not the end of a document.
struct Reading: Equatable {
  var events: [JSONEvent] = []
  /// The value that a text without an end ends in.
  var unfinished: JSONEvent?
  var error: JSONError?

  init(_ text: String, _ options: JSONScanner.Options = .init()) { self.init(Array(text.utf8), options) }

  init(_ bytes: [UInt8], _ options: JSONScanner.Options = .init()) {
    var scanner = JSONScanner(bytes, options: options)
    do throws(JSONError) {
      while let event = try scanner.next() { events.append(event) }
      if !scanner.isComplete { unfinished = scanner.unfinished }
    } catch {
      self.error = error
    }
  }

  /// The same of a text that comes in pieces.
  init(pieces: [ArraySlice<UInt8>], _ options: JSONScanner.Options = .init(allowsMissingEnd: true)) {
    var scanner = JSONScanner(options: options)
    do throws(JSONError) {
      for piece in pieces {
        scanner.append(piece)
        while let event = try scanner.next() { events.append(event) }
      }
      if !scanner.isComplete { unfinished = scanner.unfinished }
    } catch {
      self.error = error
    }
  }

  /// The events as text in a canonical form: no white space, and all escaped that is not printable ASCII.
  var canonical: String {
    var text = ""
    for (index, event) in events.enumerated() {
      let previous = index > 0 ? events[index - 1] : .arrayStart
      switch (previous, event) {
      case (.arrayStart, _), (.objectStart, _), (.key, _), (_, .arrayEnd), (_, .objectEnd): break
      default: text += ","
      }
      switch event {
      case .objectStart: text += "{"
      case .objectEnd: text += "}"
      case .arrayStart: text += "["
      case .arrayEnd: text += "]"
      case .key(let name): text += JSONString.quoted(name, escapingNonASCII: true) + ":"
      case .string(let string): text += JSONString.quoted(string, escapingNonASCII: true)
      case .number(let number): text += number
      case .bool(let value): text += "\(value)"
      case .null: text += "null"
      }
    }
    return text
  }
}
