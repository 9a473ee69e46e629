public import Foundation

/// An error of finding, downloading or managing models.
public enum ModelStoreError: Error, Sendable, Equatable {
  /// No store has the model, or the hub does not.
  case notFound(name: ModelName, reason: String)
  /// The name fits several models.
  case ambiguous(name: ModelName, candidates: [ModelCandidate], reason: String)
  /// The model is not on disk, or only a part of it is; the bytes that are missing, where the size is known.
  case notDownloaded(name: ModelName, missingBytes: Int?)
  /// The model is found but cannot be run from there.
  case notRunnable(name: ModelName, reason: String)
  /// The server wants a token.
  case needsToken(URL)
  /// The hub wants the user to accept the terms of the repository first, on a page; with the user of a token that was
  /// sent, or without one.
  case gated(URL, hasToken: Bool)
  /// The network would be needed, and is forbidden.
  case offline(name: ModelName)
  /// The volume has less space than the download needs, in bytes.
  case noSpace(needed: Int, free: Int, folder: String)
  /// The volume became full during a download; the bytes that the next one need not fetch again.
  case diskFull(path: String, resumableBytes: Int)
  /// A file differs from what its checksum or its size says.
  case damaged(file: String, expected: String, got: String)
  /// A server answered with an error.
  case http(status: Int, message: String)
  /// A server could not be reached, or what it answered makes no sense.
  case network(host: String, reason: String)
  /// A download was interrupted; the bytes that the next one need not fetch again.
  case interrupted(resumableBytes: Int)
  /// A file or folder cannot be read.
  case unreadable(path: String, reason: String)
  /// A file or folder cannot be written.
  case cannotWrite(path: String, reason: String)
  /// A file cannot be removed.
  case cannotRemove(path: String, reason: String)
  /// A download of the file runs, in the process of that number if it is known.
  case inUse(path: String, process: Int?)
  /// The store belongs to another program and is only read.
  case readOnly(name: ModelName, store: ModelOrigin)
}

extension ModelStoreError: CustomStringConvertible {
  /// A description in one line, without the candidates of an ambiguous name.
  public var description: String {
    switch self {
    case .notFound(let name, let reason): "\(name): not found: \(reason)"
    case .ambiguous(let name, let candidates, let reason):
      "\(name): \(reason): \(candidates.prefix(6).map(\.label).joined(separator: ", "))"
        + (candidates.count > 6 ? ", …" : "")
    case .notDownloaded(let name, let missing?):
      "\(name): not downloaded: \(ByteCount.text(missing)) are missing; swiftlet pull \(name) fetches them"
    case .notDownloaded(let name, nil): "\(name): not downloaded; swiftlet pull \(name) fetches it"
    case .notRunnable(let name, let reason): "\(name): \(reason)"
    case .needsToken(let url):
      "\(url.host() ?? ""): the server wants a token for \(url.path(percentEncoded: false)); set HF_TOKEN"
    case .gated(let url, false): "\(url.absoluteString): accept the terms on that page, then set HF_TOKEN"
    case .gated(let url, true): "\(url.absoluteString): accept the terms on that page as the user of the token"
    case .offline(let name): "\(name): not on disk, and the network is forbidden"
    case .noSpace(let needed, let free, let folder):
      "\(folder): found \(ByteCount.text(free)) of free space, expected \(ByteCount.text(needed))"
    case .diskFull(let path, let bytes):
      "\(path): the disk is full; \(ByteCount.text(bytes)) are kept, and the same command continues from there"
    case .damaged(let file, let expected, let got): "\(file): found \(got), expected \(expected)"
    case .http(let status, let message): "HTTP status \(status)\(message.isEmpty ? "" : ": \(message)")"
    case .network(let host, let reason): "\(host): \(reason)"
    case .interrupted(let bytes):
      "interrupted; \(ByteCount.text(bytes)) are kept, and the same command continues from there"
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .cannotWrite(let path, let reason): "\(path): cannot be written: \(reason)"
    case .inUse(let path, let process):
      "\(path): being downloaded by " + (process.map { "process \($0)" } ?? "another process")
    case .cannotRemove(let path, let reason): "\(path): cannot be removed: \(reason)"
    case .readOnly(let name, let store): "\(name): the store of \(store.title) is only read; use its own program"
    }
  }
}

/// Arithmetic and text of sizes in bytes.
package enum ByteCount {
  /// Adds sizes, which servers may claim to be of any number; the sum is at most the largest integer.
  static func sum(_ counts: some Sequence<Int>) -> Int {
    counts.reduce(0) { sum, count in
      let (next, overflows) = sum.addingReportingOverflow(max(0, count))
      return overflows ? .max : next
    }
  }

  /// Formats a size with decimal units and one digit after the point, such as `4.7 GB`.
  package static func text(_ count: Int) -> String {
    let units = [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")]
    guard let (size, unit) = units.first(where: { count >= $0.0 }) else { return "\(count) bytes" }
    let tenths = (count / (size / 100) + 5) / 10
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
