internal import Foundation
internal import SwiftletHTTP
internal import SwiftletJSON

extension HubError {
  /// The subject of a request, for errors that name it.
  struct Subject: Sendable {
    var repository: String
    var revision: String?
    var path: String?
    /// The page of the repository.
    var page: URL
  }

  /// Creates the error for an answer of a hub, by its field `X-Error-Code`, else by its status.
  ///
  /// - Parameters:
  ///   - head: The head of the answer.
  ///   - body: The body, or its beginning.
  ///   - url: The URL of the request.
  ///   - subject: The subject of the request; nil for other servers.
  ///   - hasToken: True if the request had a token.
  init(_ head: HTTPExchange.Head, body: [UInt8], url: URL, subject: Subject?, hasToken: Bool) {
    let message = Self.message(head, body: body)
    guard let subject else {
      self = .status(head.status, url: url, message: message)
      return
    }
    switch (head.fields["x-error-code"], head.status) {
    case ("GatedRepo", _): self = .gated(page: subject.page, hasToken: hasToken)
    case ("RepoNotFound", _), (nil, 401):
      self = .repositoryNotFound(repository: subject.repository, hasToken: hasToken)
    case ("RevisionNotFound", _):
      self = .revisionNotFound(repository: subject.repository, revision: subject.revision ?? "main")
    case ("EntryNotFound", _): self = .entryNotFound(repository: subject.repository, path: subject.path ?? "")
    case (nil, 404):
      if let path = subject.path {
        self = .entryNotFound(repository: subject.repository, path: path)
      } else {
        self = .repositoryNotFound(repository: subject.repository, hasToken: hasToken)
      }
    default: self = .status(head.status, url: url, message: message)
    }
  }

  /// The server's words about an error, at most 300 characters in one line.
  private static func message(_ head: HTTPExchange.Head, body: [UInt8]) -> String {
    let text =
      head.fields["x-error-message"] ?? (try? JSONReader<JSONValue>.read(body))?["error"]?.string
      ?? (head.contentType == "text/html" ? "the server sent text/html" : "")
    let printable = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }
    return String(String(printable).prefix(300))
  }
}
