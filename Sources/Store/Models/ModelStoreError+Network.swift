internal import Foundation
internal import SwiftletHTTP

extension ModelStoreError {
  /// Creates the error of a model for a failure of a request or a file; others are returned unchanged.
  ///
  /// - Parameters:
  ///   - error: The failure.
  ///   - name: The name of the model.
  /// - Returns: The error.
  static func error(_ error: any Error, about name: ModelName) -> any Error {
    switch error {
    case let error as HubError: ModelStoreError(error, about: name)
    case let error as DownloadError: ModelStoreError(error)
    case is CancellationError: ModelStoreError.interrupted(resumableBytes: 0)
    default: error
    }
  }

  private init(_ error: HubError, about name: ModelName) {
    switch error {
    case .repositoryNotFound(_, hasToken: false):
      self = .notFound(
        name: name,
        reason: "the hub has no such repository, or it is private: both look alike without a token; "
          + "set HF_TOKEN if it is private")
    case .repositoryNotFound:
      self = .notFound(name: name, reason: "the hub has no such repository, or it is not open to this token")
    case .revisionNotFound(_, let revision):
      self = .notFound(name: name, reason: "the repository has no branch, tag or commit \(revision)")
    case .entryNotFound(_, let path): self = .notFound(name: name, reason: "the repository has no file \(path)")
    case .gated(let page, let hasToken): self = .gated(page, hasToken: hasToken)
    case .status(let status, let url, _) where status == 401 || status == 403: self = .needsToken(url)
    case .status(404, let url, _): self = .notFound(name: name, reason: "\(url.host() ?? "") has no such file")
    case .status(let status, _, let message): self = .http(status: status, message: message)
    case .redirection(let url, let reason): self = .network(host: url.host() ?? "", reason: "redirection: \(reason)")
    case .connection(let host, let failure): self = .network(host: host, reason: failure.reason)
    case .malformed(let url, let reason): self = .network(host: url.host() ?? "", reason: reason)
    case .invalidEndpoint, .invalidToken: self = .network(host: "hub", reason: error.description)
    }
  }

  private init(_ error: DownloadError) {
    switch error {
    case .damaged(let file, let expected, let got):
      self = .damaged(file: file, expected: "the checksum \(expected)", got: got)
    case .incomplete(let file, let expected, let got):
      self = .damaged(file: file, expected: "\(expected) bytes", got: "\(got) bytes from the server")
    case .webPage(let file, let type): self = .damaged(file: file, expected: "the file", got: "\(type) from the server")
    case .wrongRange(let file, let expected, let got): self = .damaged(file: file, expected: expected, got: got)
    case .noRanges(let file, let count, let limit):
      self = .damaged(
        file: file, expected: "a server that sends parts, or at most \(ByteCount.text(limit))",
        got: "whole files only, this one of \(count.map { ByteCount.text($0) } ?? "an unknown size")")
    case .changing(let file):
      self = .damaged(file: file, expected: "the same file", got: "another entity tag or size with each request")
    case .noSpace(let needed, let free, let folder): self = .noSpace(needed: needed, free: free, folder: folder)
    case .diskFull(let path, let bytes): self = .diskFull(path: path, resumableBytes: bytes)
    case .interrupted(let bytes): self = .interrupted(resumableBytes: bytes)
    case .cannotWrite(let path, let reason): self = .cannotWrite(path: path, reason: reason)
    }
  }
}
