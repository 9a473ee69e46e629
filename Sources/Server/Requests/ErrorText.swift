import Foundation
import Swiftlet

/// The description of an error in one line.
package struct ErrorText: CustomStringConvertible {
  package let description: String

  package init(_ error: any Error) {
    let text =
      switch error {
      case let error as LanguageModelError: error.debugDescription
      case let error as SystemLanguageModel.Error: error.debugDescription
      case let error as DecodingError: Self.text(error)
      case let error as CocoaError: Self.text(error as NSError)
      case let error as POSIXError: Self.text(error as NSError)
      default: type(of: error) is NSError.Type ? Self.text(error as NSError) : "\(error)"
      }
    description = text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// The path of the file, if the error names one, and the system's reason.
  private static func text(_ error: NSError) -> String {
    let underlying = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
    let code = [error, underlying].lazy.compactMap { $0 }.first { $0.domain == NSPOSIXErrorDomain }?.code
    let reason = code.map { unsafe String(cString: strerror(Int32($0))) } ?? error.localizedDescription
    let path = error.userInfo[NSFilePathErrorKey] as? String ?? (error.userInfo[NSURLErrorKey] as? URL)?.path
    return path.map { "\($0): \(reason)" } ?? reason
  }

  /// The path in the document, and the reason.
  private static func text(_ error: DecodingError) -> String {
    let context: DecodingError.Context
    var reason: String?
    switch error {
    case .typeMismatch(let type, let details), .valueNotFound(let type, let details):
      (context, reason) = (details, "expected \(type)")
    case .keyNotFound(let key, let details): (context, reason) = (details, "expected the key \"\(key.stringValue)\"")
    case .dataCorrupted(let details): context = details
    @unknown default: return "invalid data"
    }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    // The debug description names types of this program in some cases, so it is used where it is the only reason.
    return (path.isEmpty ? "" : "at $\(path): ") + (reason ?? context.debugDescription)
  }
}
