import Foundation
import SwiftletGGUF

/// The identifiers of answers, calls and requests.
package enum Identifier {
  /// Returns a new identifier of 32 letters and digits.
  package static func new() -> String { UUID().uuidString.replacing("-", with: "").lowercased() }

  /// Returns a new identifier of 24 letters and digits.
  package static func short() -> String { String(new().prefix(24)) }
}

/// The time of the day.
package enum UnixTime {
  /// The seconds since 1970.
  package static var now: Int { Int(clamping: Date().timeIntervalSince1970) }
}
