// Arrays and objects, which are kept on the reader's own stack until their ends are read.

extension JSONReader {
  mutating func begin(isObject: Bool) throws(JSONReadingError) {
    guard open.count < Self.maximumDepth else { throw error(.tooDeep(limit: Self.maximumDepth)) }
    open.append(Container(isObject: isObject))
    offset += 1
  }

  mutating func firstElement(end: UInt8) throws(JSONReadingError) -> Reading<GeneratedContent>? {
    skipSpace()
    guard let byte = peek else { return .ended(nil) }
    if byte == end { return finish() }
    return open[open.count - 1].isObject ? try key() : nil
  }

  /// Reads what stands between two elements, up to where the next value begins, or the container's end.
  mutating func afterElement() throws(JSONReadingError) -> Reading<GeneratedContent>? {
    skipSpace()
    let isObject = open[open.count - 1].isObject
    switch peek {
    case nil: return .ended(nil)
    case UInt8(ascii: ","):
      offset += 1
      return isObject ? try key() : nil
    case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject: return finish()
    default: throw unexpected(expected: isObject ? "',' or '}'" : "',' or ']'")
    }
  }

  mutating func key() throws(JSONReadingError) -> Reading<GeneratedContent>? {
    skipSpace()
    guard let byte = peek else { return .ended(nil) }
    guard byte == UInt8(ascii: "\"") else { throw unexpected(expected: "a property name") }
    guard case .complete(let key) = try string() else { return .ended(nil) }
    skipSpace()
    guard let separator = peek else { return .ended(nil) }
    guard separator == UInt8(ascii: ":") else { throw unexpected(expected: "':'") }
    offset += 1
    open[open.count - 1].key = key
    return nil
  }

  mutating func finish() -> Reading<GeneratedContent> {
    offset += 1
    return .complete(popped(isComplete: true))
  }

  mutating func popped(isComplete: Bool) -> GeneratedContent {
    let container = open.removeLast()
    let storage: GeneratedContent.Storage =
      container.isObject
      ? .structure(properties: container.properties, keys: container.keys) : .array(container.elements)
    return GeneratedContent(storage, isComplete: isComplete)
  }

  mutating func attach(_ value: GeneratedContent) {
    let top = open.count - 1
    guard open[top].isObject else { return open[top].elements.append(value) }
    guard let key = open[top].key.take() else { return }
    if open[top].properties.updateValue(value, forKey: key) == nil { open[top].keys.append(key) }
  }
}
