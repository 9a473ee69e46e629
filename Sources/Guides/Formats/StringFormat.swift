/// The supported string formats, as regular expressions that match the entire text.
///
/// Each follows the standard named by the JSON Schema specification, with two restrictions: leap seconds are allowed
/// only in UTC, and groups in a `regex` nest at most three deep. Punycode labels are checked only for their form, since
/// their decoded content is not regular.
enum StringFormat {
  /// Returns the pattern of a format, nil if the format is unknown or unsupported.
  static func source(_ name: String) -> String? { sources[name] }

  /// The formats of the specification that are not supported, as they are not regular.
  static let unsupported: Set<String> = ["idn-hostname", "idn-email"]

  private static let sources: [String: String] = {
    var sources = network
    sources["date"] = date
    sources["time"] = time
    sources["date-time"] = "(?:\(date))[Tt](?:\(time))"
    sources["duration"] = duration
    sources["uuid"] = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
    sources["json-pointer"] = pointer
    sources["relative-json-pointer"] = "(?:0|[1-9][0-9]*)(?:#|\(pointer))"
    sources["regex"] = regex
    return sources
  }()

  private static let date: String = {
    let leap = "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)"
    let days = "(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    return "(?:[0-9]{4}-(?:\(days)|02-(?:0[1-9]|1[0-9]|2[0-8]))|\(leap)-02-29)"
  }()

  private static let time: String = {
    let hour = "(?:[01][0-9]|2[0-3])"
    return "(?:\(hour):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-]\(hour):[0-5][0-9])"
      + "|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00))"
  }()

  private static let duration: String = {
    let time = "T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)"
    let date = "(?:[0-9]+D|[0-9]+M(?:[0-9]+D)?|[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?)"
    return "P(?:[0-9]+W|\(date)(?:\(time))?|\(time))"
  }()

  private static let pointer = "(?:/(?:[^/~]|~[01])*)*"

  private static let regex: String = {
    let escape = "\\\\(?:c[a-zA-Z]|[dDwWsStnrvf0^$\\\\.*+?()[\\]{}|/-]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4})"
    let member = "(?:[^\\\\\\]-]|\(escape))"
    let range = "(?:a-z|A-Z|0-9|a-f|A-F|0-7|1-9)"
    let bracket = "\\[\\^?(?:\(range)|\(member))*-?\\]"
    let ordered = (1...9).map { "[0-\($0 - 1)],\($0)|\($0),\($0)|\($0 == 9 ? "" : "\($0)[0-9],[\($0 + 1)-9][0-9]|")" }
      .joined()
    let count = "(?:[*+?]|\\{(?:[0-9]{1,3},?|\(ordered)[0-9],[1-9][0-9]{1,2}|[1-9][0-9],[1-9][0-9]{2})\\})\\??"
    var level = "(?:[^\\\\^$.*+?()[\\]{}|]|[.^$]|\(escape)|\(bracket))"
    for depth in 0..<3 {
      let items = "(?:(?:\(level))(?:\(count))?)*"
      let group = "\\((?:\\?:|\\?<[a-zA-Z][a-zA-Z0-9]*>)?\(items)(?:\\|\(items))*\\)"
      if depth < 2 { level = "(?:[^\\\\^$.*+?()[\\]{}|]|[.^$]|\(escape)|\(bracket)|\(group))" }
    }
    let items = "(?:\\^|\\$|\(level)(?:\(count))?)*"
    return "\(items)(?:\\|\(items))*"
  }()
}
