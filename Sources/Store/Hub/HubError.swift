internal import Foundation
internal import SwiftletHTTP

/// A failure of a request to a hub or another server of models.
enum HubError: Error, Equatable {
  /// The address of the hub is invalid.
  case invalidEndpoint(String)
  /// The token cannot be part of a header field.
  case invalidToken
  /// There is no such repository, or it is private; both look alike without a valid token.
  case repositoryNotFound(repository: String, hasToken: Bool)
  /// The repository has no such branch, tag or commit.
  case revisionNotFound(repository: String, revision: String)
  /// The repository has no such file.
  case entryNotFound(repository: String, path: String)
  /// The user has to accept terms on a page, and to send a token.
  case gated(page: URL, hasToken: Bool)
  /// Another status.
  case status(Int, url: URL, message: String)
  /// A redirection that is not followed.
  case redirection(url: URL, reason: String)
  /// The connection failed.
  case connection(host: String, HTTPFailure)
  /// The answer has other contents than expected.
  case malformed(url: URL, reason: String)

  /// True if the same request can succeed later.
  var isTransient: Bool {
    switch self {
    case .status(let status, _, _): [408, 425, 429].contains(status) || status >= 500
    case .connection(_, let failure): failure.isTransient
    default: false
    }
  }
}

extension HubError: CustomStringConvertible {
  /// A description in one line.
  var description: String {
    switch self {
    case .invalidEndpoint(let text): "HF_ENDPOINT: found \(text), expected an address such as https://huggingface.co"
    case .invalidToken: "the token: found blanks or control characters in it"
    case .repositoryNotFound(let repository, let hasToken):
      "\(repository): not found on the hub, or private"
        + (hasToken
          ? " and not open to this token" : ": both look alike without a token; set HF_TOKEN if it is private")
    case .revisionNotFound(let repository, let revision): "\(repository): has no branch, tag or commit \(revision)"
    case .entryNotFound(let repository, let path): "\(repository): has no file \(path)"
    case .gated(let page, false): "accept the terms at \(page.absoluteString), then set HF_TOKEN"
    case .gated(let page, true): "accept the terms at \(page.absoluteString) as the user of the token"
    case .status(let status, let url, let message):
      "\(url.host() ?? ""): status \(status)\(message.isEmpty ? "" : ": \(message)")"
    case .redirection(let url, let reason): "\(url.host() ?? ""): redirection: \(reason)"
    case .connection(let host, let failure): "\(host): \(failure.reason)"
    case .malformed(let url, let reason): "\(url.absoluteString): \(reason)"
    }
  }
}
