internal import Foundation
internal import SwiftletHTTP

/// A file on a server.
struct RemoteFile: Sendable {
  /// The name in messages.
  var name: String
  /// The size in bytes; nil if only the server knows it.
  var byteCount: Int?
  /// The checksum of the whole file; nil if there is none.
  var checksum: FileChecksum?
  /// The commit of the file's repository.
  var commit: String?
  /// The address, if it was found out already.
  var location: FileLocation?
  /// Finds out where the file is at present.
  ///
  /// Signed addresses expire, so it is called again then. It throws ``TransientHubError`` for failures that may pass.
  var locate: @Sendable () async throws -> FileLocation
}

/// The expected checksum of a file.
enum FileChecksum: Sendable, Hashable {
  /// SHA-256, in 64 hexadecimal digits.
  case sha256(String)
  /// The name of a git blob, in 40 hexadecimal digits.
  case gitBlob(String)

  /// The hexadecimal digits.
  var digits: String {
    switch self {
    case .sha256(let digits), .gitBlob(let digits): digits
    }
  }
}

/// The present address of a file, with what the server says about it.
struct FileLocation: Sendable {
  /// The address to read from.
  var route: RequestRoute
  /// The entity tag, or what stands for it (``EntityTag/validator(_:)``); of files of a hub the checksum.
  var etag: String?
  /// The size in bytes.
  var byteCount: Int?
  /// True if reads have the same entity tag, which those of a hub's storage do not.
  var isDirect = true
}

extension HubClient {
  /// Returns a file of a repository.
  ///
  /// - Parameters:
  ///   - path: The path in the repository.
  ///   - entry: The listing's entry of the file; nil to learn size and checksum from the server.
  ///   - repository: The user and the repository.
  ///   - commit: The commit.
  /// - Returns: The file.
  func file(_ path: String, entry: CachedTree.Entry?, of repository: String, at commit: String) -> RemoteFile {
    let checksum = entry.map { $0.sha256.map(FileChecksum.sha256) ?? .gitBlob($0.gitHash) }
    return RemoteFile(name: path, byteCount: entry?.byteCount, checksum: checksum, commit: commit) {
      try await locate(path, of: repository, at: commit)
    }
  }

  /// Asks the hub where a file is.
  ///
  /// - Throws: ``TransientHubError``, ``HubError`` or `CancellationError`.
  func locate(_ path: String, of repository: String, at commit: String) async throws -> FileLocation {
    let url = url(repository.split(separator: "/").map(String.init) + ["resolve", commit], path: path)
    let subject = subject(repository, revision: commit, path: path)
    // A redirection with these fields leads to the contents; others, as of renamed repositories and mirrors, to a hub.
    let answer = try await requester.send("HEAD", to: requester.route(to: url)) {
      $0.fields["x-linked-etag"] != nil || $0.fields["x-linked-size"] != nil
    }
    answer.exchange.cancel()
    let fields = answer.head.fields
    var route = answer.route
    switch answer.head.status {
    case 200: break
    case let status where RequestRoute.isRedirection(status): try route.follow(fields["location"])
    default: throw answer.failure(of: url, about: subject)
    }
    let size = fields["x-linked-size"] ?? (answer.head.status == 200 ? fields["content-length"] : nil)
    return FileLocation(
      route: route, etag: fields["x-linked-etag"].map(EntityTag.text) ?? EntityTag.validator(fields),
      byteCount: size.flatMap { Int($0) }, isDirect: answer.head.status == 200)
  }
}

extension HubRequester {
  /// Returns the file at an address.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - name: The name in messages.
  ///   - checksum: The checksum, if it is known.
  /// - Returns: The file.
  func file(at url: URL, name: String, checksum: FileChecksum? = nil) -> RemoteFile {
    RemoteFile(name: name, byteCount: nil, checksum: checksum, commit: nil) {
      try await locate(url)
    }
  }

  private func locate(_ url: URL) async throws -> FileLocation {
    let answer = try await send("HEAD", to: route(to: url))
    answer.exchange.cancel()
    switch answer.head.status {
    case 200:
      return FileLocation(
        route: answer.route, etag: EntityTag.validator(answer.head.fields),
        byteCount: answer.head.fields["content-length"].flatMap { Int($0) })
    case 403, 405, 501: return try await locateByReading(url)
    default: throw answer.failure(of: url, about: nil)
    }
  }

  /// Reads the first byte, for addresses that are signed for reading, and servers without the method `HEAD`.
  private func locateByReading(_ url: URL) async throws -> FileLocation {
    let answer = try await send("GET", to: route(to: url), fields: ["Range": "bytes=0-0"], limits: Limits(unread: 1))
    answer.exchange.cancel()
    let fields = answer.head.fields
    let etag = EntityTag.validator(fields)
    switch answer.head.status {
    case 206:
      let total = fields["content-range"].flatMap { ContentRange($0) }?.total
      return FileLocation(route: answer.route, etag: etag, byteCount: total)
    case 200:
      return FileLocation(
        route: answer.route, etag: etag, byteCount: fields["content-length"].flatMap { Int($0) })
    case 416: return FileLocation(route: answer.route)
    default: throw answer.failure(of: url, about: nil)
    }
  }
}

/// The fields that tell whether a file is still the same (RFC 9110, section 8.8).
enum EntityTag {
  /// Returns the entity tag; without one the date of the last change, which says less; nil without either.
  static func validator(_ fields: [String: String]) -> String? {
    fields["etag"].map(text) ?? fields["last-modified"].map { datePrefix + $0 }
  }

  /// Returns true for a date of the last change, which counts only together with the size.
  static func isDate(_ validator: String) -> Bool { validator.hasPrefix(datePrefix) }

  private static let datePrefix = "last modified "

  /// Returns a tag without quotes and without the mark of weak ones.
  static func text(_ field: String) -> String {
    let tag = field.hasPrefix("W/") ? field.dropFirst(2) : field[...]
    return tag.trimmingCharacters(in: ["\"", " "])
  }
}
