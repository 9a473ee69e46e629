import SwiftletJSON

/// All events of a text, with the partial value or the error at its end.
struct Reading: Equatable {
  var events: [JSONEvent] = []
  /// The incomplete scalar at the end of an incomplete text.
  var partialValue: JSONEvent?
  var error: JSONError?

  init(_ text: String, _ options: JSONScanner.Options = .init()) { self.init(Array(text.utf8), options) }

  init(_ bytes: [UInt8], _ options: JSONScanner.Options = .init()) {
    var scanner = JSONScanner(bytes, options: options)
    do throws(JSONError) {
      while let event = try scanner.next() { events.append(event) }
      if !scanner.isComplete { partialValue = scanner.partialValue }
    } catch {
      self.error = error
    }
  }

  /// Reads a text that arrives in pieces.
  init(pieces: [ArraySlice<UInt8>], _ options: JSONScanner.Options = .init(allowsIncompleteText: true)) {
    var scanner = JSONScanner(options: options)
    do throws(JSONError) {
      for piece in pieces {
        scanner.append(piece)
        while let event = try scanner.next() { events.append(event) }
      }
      if !scanner.isComplete { partialValue = scanner.partialValue }
    } catch {
      self.error = error
    }
  }

  /// The events as canonical text, without white space and with everything escaped except printable ASCII.
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
