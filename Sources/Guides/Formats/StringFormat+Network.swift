/// Formats of Internet addresses and identifiers.
extension StringFormat {
  static let network: [String: String] = [
    "ipv4": ipv4, "ipv6": ipv6, "hostname": hostname, "email": email(atom),
    "uri": uri(URIParts.ascii), "uri-reference": reference(URIParts.ascii), "url": uri(URIParts.ascii),
    "iri": uri(URIParts.wide), "iri-reference": reference(URIParts.wide), "uri-template": template,
  ]

  private static let ipv4: String = {
    let byte = "(?:[0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])"
    return "\(byte)(?:\\.\(byte)){3}"
  }()

  /// Eight groups, a run of which may be abbreviated to `::`; the last two may be an IPv4 address.
  private static let ipv6: String = {
    let group = "[0-9a-fA-F]{1,4}"
    let tail = "(?:\(group):\(group)|\(ipv4))"
    var forms = ["(?:\(group):){6}\(tail)"]
    for before in 0...7 {
      let head = before == 0 ? "" : "\(group)(?::\(group)){\(before - 1)}"
      // At most seven groups are written besides `::`.
      let after = 7 - before
      var rest = [""]
      if after >= 1 { rest.append("\(group)(?::\(group)){0,\(after - 1)}") }
      if after >= 2 { rest.append("(?:\(group):){0,\(after - 2)}\(ipv4)") }
      forms.append("\(head)::(?:\(rest.joined(separator: "|")))")
    }
    return "(?:\(forms.joined(separator: "|")))"
  }()

  /// A label of letters, digits and hyphens.
  ///
  /// Hyphens in the third and fourth position indicate Punycode, which is not decoded.
  private static let hostname: String = {
    let letter = "[a-zA-Z0-9]"
    let inner = "[a-zA-Z0-9-]"
    let long = "\(letter)\(inner)(?:\(letter)\(inner)|-\(letter))(?:\(inner){0,58}\(letter))?"
    let encoded = "[xX][nN]--(?:\(inner){0,58}\(letter))"
    let label = "(?:\(letter)|\(letter){2}|\(letter)\(inner)\(letter)|\(long)|\(encoded))"
    return "\(label)(?:\\.\(label))*"
  }()

  private static let atom = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]"

  private static func email(_ atom: String) -> String {
    let quoted = "\"(?:[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\\x20-\\x7e])*\""
    return "(?:\(atom)+(?:\\.\(atom)+)*|\(quoted))@(?:\(domain)|\\[(?:\(ipv4)|IPv6:\(ipv6))\\])"
  }

  private static let domain: String = {
    let label = "[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?"
    return "\(label)(?:\\.\(label))*"
  }()

  /// The character classes of RFC 3986, or of RFC 3987 with all of Unicode.
  private struct URIParts {
    /// The contents of the class of unreserved characters.
    var unreserved: String
    /// The contents of the class of characters allowed only in a query.
    var privateUse: String

    static let ascii = URIParts(unreserved: "a-zA-Z0-9._~-", privateUse: "")
    static let wide = URIParts(
      unreserved: "a-zA-Z0-9._~\\u00a0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef\\u{10000}-\\u{effff}-",
      privateUse: "\\ue000-\\uf8ff\\u{f0000}-\\u{10fffd}")

    private var percent: String { "%[0-9a-fA-F]{2}" }
    var character: String { "(?:[!$&'()*+,;=:@\(unreserved)]|\(percent))" }
    var noColon: String { "(?:[!$&'()*+,;=@\(unreserved)]|\(percent))" }
    var queryAndFragment: String {
      let query = "(?:[!$&'()*+,;=:@/?\(unreserved)]|\(percent))*"
      let wideQuery = "(?:[!$&'()*+,;=:@/?\(privateUse)\(unreserved)]|\(percent))*"
      return "(?:\\?\(wideQuery))?(?:#\(query))?"
    }
    var authority: String {
      let name = "(?:[!$&'()*+,;=\(unreserved)]|\(percent))*"
      let user = "(?:(?:[!$&'()*+,;=:\(unreserved)]|\(percent))*@)?"
      let future = "[vV][0-9a-fA-F]+\\.[!$&'()*+,;=:a-zA-Z0-9._~-]+"
      return "//\(user)(?:\(name)|\\[(?:\(ipv6)|\(future))\\])(?::[0-9]*)?(?:/\(character)*)*"
    }
    var path: String { "(?:/(?:\(character)+(?:/\(character)*)*)?|\(character)+(?:/\(character)*)*)?" }
    var relativePath: String { "(?:/(?:\(character)+(?:/\(character)*)*)?|\(noColon)+(?:/\(character)*)*)?" }
  }

  private static func uri(_ parts: URIParts) -> String {
    "[a-zA-Z][a-zA-Z0-9+.-]*:(?:\(parts.authority)|\(parts.path))\(parts.queryAndFragment)"
  }

  private static func reference(_ parts: URIParts) -> String {
    "(?:\(uri(parts))|(?:\(parts.authority)|\(parts.relativePath))\(parts.queryAndFragment))"
  }

  private static let template: String = {
    let literal = "(?:[!#$&'()*+,./:;=?@\\[\\]_~a-zA-Z0-9-]|[^\\x00-\\x9f]|%[0-9a-fA-F]{2})"
    let name = "(?:[a-zA-Z0-9_]|%[0-9a-fA-F]{2})(?:\\.?(?:[a-zA-Z0-9_]|%[0-9a-fA-F]{2}))*"
    let variable = "\(name)(?:\\*|:[1-9][0-9]{0,3})?"
    return "(?:\(literal)|\\{[+#./;?&=,!@|]?\(variable)(?:,\(variable))*\\})*"
  }()
}
