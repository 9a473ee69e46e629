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
  /// Finds out where the file is at present.
  ///
  /// Signed addresses expire, so it is called again then.
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
  /// The entity tag without quotes; of files of a hub the checksum.
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
  /// - Throws: ``HubError`` or `CancellationError`.
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
    default: throw HubError(answer.head, body: [], url: url, subject: subject, hasToken: answer.route.carriesToken)
    }
    let size = fields["x-linked-size"] ?? (answer.head.status == 200 ? fields["content-length"] : nil)
    return FileLocation(
      route: route, etag: (fields["x-linked-etag"] ?? fields["etag"]).map(EntityTag.text),
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
      let answer = try await send("HEAD", to: route(to: url))
      answer.exchange.cancel()
      switch answer.head.status {
      case 200:
        return FileLocation(
          route: answer.route, etag: answer.head.fields["etag"].map(EntityTag.text),
          byteCount: answer.head.fields["content-length"].flatMap { Int($0) })
      case 403, 405, 501:
        // Addresses that are signed for reading, and servers without the method: the first read tells the size.
        return FileLocation(route: answer.route)
      default:
        throw HubError(answer.head, body: [], url: url, subject: nil, hasToken: answer.route.carriesToken)
      }
    }
  }
}

/// The syntax of entity tags (RFC 9110, section 8.8.3).
enum EntityTag {
  /// Returns a tag without quotes and without the mark of weak ones.
  static func text(_ field: String) -> String {
    let tag = field.hasPrefix("W/") ? field.dropFirst(2) : field[...]
    return tag.trimmingCharacters(in: ["\"", " "])
  }
}
