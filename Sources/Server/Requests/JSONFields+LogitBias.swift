import SwiftletJSON

/// The biases of a request: of tokens, and of texts whose tokens the model's tokenizer finds.
struct LogitBiases: Sendable, Equatable {
  /// The biases of tokens.
  var tokens: [Int: Float] = [:]
  /// The biases of all tokens of texts.
  var texts: [String: Float] = [:]
}

extension JSONFields {
  /// The biases of `logit_bias`: an object, or pairs as on llama.cpp's server; `false` bans a token.
  ///
  /// Names and first elements are ids of tokens, or texts. Elements may also have the form of the command line, such as
  /// `29889-inf`.
  var logitBiases: LogitBiases {
    get throws(FieldError) {
      var biases = LogitBiases()
      guard let value = member("logit_bias") else { return biases }
      let path = path(of: "logit_bias")
      if let members = value.members {
        for member in members {
          try biases.add(member.value, ofText: member.name, at: "\(path).\(member.name.prefix(40))")
        }
        return biases
      }
      guard let elements = value.elements else {
        throw FieldError(path, "found \(value.excerpt), expected an object, or an array of pairs of a token and a bias")
      }
      for (index, element) in elements.enumerated() {
        try biases.add(element, at: "\(path).\(index)")
      }
      return biases
    }
  }
}

extension LogitBiases {
  /// Adds an element of an array.
  fileprivate mutating func add(_ element: JSONValue, at path: String) throws(FieldError) {
    if let pair = element.elements, pair.count == 2 {
      if let id = pair[0].integer {
        tokens[id] = try Self.bias(pair[1], at: path)
        return
      }
      if let text = pair[0].string { return try add(pair[1], ofText: text, at: path) }
    }
    if let text = element.string, let sign = text.firstIndex(where: { $0 == "+" || $0 == "-" }),
      let id = Int(text[..<sign])
    {
      tokens[id] = try Self.bias(.string(String(text[sign...])), at: path)
      return
    }
    throw FieldError(path, "found \(element.excerpt), expected a pair of a token or a text and a bias")
  }

  fileprivate mutating func add(_ bias: JSONValue, ofText text: String, at path: String) throws(FieldError) {
    let bias = try Self.bias(bias, at: path)
    if let id = Int(text) { tokens[id] = bias } else { texts[text] = bias }
  }

  private static func bias(_ value: JSONValue, at path: String) throws(FieldError) -> Float {
    let number: Float? =
      switch value {
      case .bool(false): -.infinity
      case .number(let text), .string(let text): Float(text)
      default: nil
      }
    guard let number, number.isFinite || number == -.infinity else {
      throw FieldError(path, "found \(value.excerpt), expected a number, or false for never")
    }
    return number
  }
}
