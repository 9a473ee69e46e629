/// JSON Schemas made at random, all of which something satisfies: for checking that what is generated does.
struct RandomSchema<Generator: RandomNumberGenerator> {
  private var generator: Generator

  init(_ generator: Generator) { self.generator = generator }

  /// The text of a further schema.
  mutating func next() -> String { object(depth: 0) }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func value(depth: Int) -> String {
    let kinds = depth < 3 ? 11 : 8
    switch number(0...kinds - 1) {
    case 0: return #"{"type":"boolean"}"#
    case 1: return string()
    case 2: return patterned()
    case 3: return integer()
    case 4: return decimal()
    case 5: return enumeration()
    case 6: return chance(50) ? #"{"const":"fixed value"}"# : #"{"type":["integer","null"],"minimum":-3,"maximum":3}"#
    case 7: return formatted()
    case 8: return object(depth: depth + 1)
    case 9: return array(depth: depth + 1)
    default:
      return #"{"anyOf":["# + (0..<number(2...3)).map { _ in value(depth: depth + 1) }.joined(separator: ",") + "]}"
    }
  }

  private mutating func object(depth: Int) -> String {
    let names = ["name", "kind", "quantity", "street_address", "is_active", "größe", "tag list", "x"]
      .shuffled(using: &generator).prefix(number(1...5))
    let properties = names.map { "\"\($0)\":" + value(depth: depth) }
    let required = names.filter { _ in chance(65) }.map { "\"\($0)\"" }
    return #"{"type":"object","properties":{"# + properties.joined(separator: ",") + "},\"required\":["
      + required.joined(separator: ",") + #"],"additionalProperties":false}"#
  }

  private mutating func array(depth: Int) -> String {
    let least = number(0...2)
    return #"{"type":"array","items":"# + value(depth: depth)
      + ",\"minItems\":\(least),\"maxItems\":\(least + number(0...3))}"
  }

  private mutating func string() -> String {
    switch number(0...3) {
    case 0: return #"{"type":"string"}"#
    case 1: return "{\"type\":\"string\",\"maxLength\":\(number(0...20))}"
    case 2: return "{\"type\":\"string\",\"minLength\":\(number(1...12))}"
    default:
      let least = number(0...8)
      return "{\"type\":\"string\",\"minLength\":\(least),\"maxLength\":\(least + number(0...10))}"
    }
  }

  private mutating func patterned() -> String {
    let patterns = [
      "^[a-z]{2,9}$", "^[A-Z]{3}-[0-9]{4}$", "^(red|green|blue)( (red|green|blue)){0,2}$", "[0-9]",
      #"^\\+?[0-9]{5,11}$"#, "^[^a-z]{1,6}$", "^(a|bc)*d$", #"^[a-z0-9._]+@[a-z]+\\.(com|org)$"#, "ing$",
    ]
    let length = chance(30) ? ",\"maxLength\":\(number(26...40))" : ""
    return "{\"type\":\"string\",\"pattern\":\"\(patterns.randomElement(using: &generator) ?? "a")\"\(length)}"
  }

  private mutating func formatted() -> String {
    let format = ["date", "ipv4", "uuid", "email"].randomElement(using: &generator) ?? "date"
    return "{\"type\":\"string\",\"format\":\"\(format)\"}"
  }

  private mutating func integer() -> String {
    let least = number(-1000...1000)
    switch number(0...3) {
    case 0: return #"{"type":"integer"}"#
    case 1: return "{\"type\":\"integer\",\"minimum\":\(least),\"maximum\":\(least + number(0...5000))}"
    case 2: return "{\"type\":\"integer\",\"exclusiveMinimum\":\(least)}"
    default:
      let step = number(2...12)
      return
        "{\"type\":\"integer\",\"multipleOf\":\(step),\"minimum\":\(least),\"maximum\":\(least + step * number(1...50))}"
    }
  }

  private mutating func decimal() -> String {
    let least = number(-500...500)
    switch number(0...3) {
    case 0: return #"{"type":"number"}"#
    case 1: return "{\"type\":\"number\",\"minimum\":\(least).25,\"maximum\":\(least + number(1...90)).75}"
    case 2: return "{\"type\":\"number\",\"exclusiveMinimum\":\(least),\"exclusiveMaximum\":\(least + number(1...9))}"
    default: return "{\"type\":\"number\",\"multipleOf\":0.25,\"maximum\":\(least)}"
    }
  }

  private mutating func enumeration() -> String {
    let all = [
      "\"north\"", "\"north-east\"", "\"a \\\"quoted\\\" word\"", "\"\"", "17", "-2.5", "true", "null", "\"ä\"",
    ]
    let chosen = all.shuffled(using: &generator).prefix(number(1...6))
    return #"{"enum":["# + chosen.joined(separator: ",") + "]}"
  }
}
