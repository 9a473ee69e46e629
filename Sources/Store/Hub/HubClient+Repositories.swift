internal import Foundation
internal import SwiftletJSON

/// A revision of a repository.
struct HubRevision: Sendable, Equatable {
  /// The commit, 40 hexadecimal digits.
  var commit: String
  /// The paths of the files.
  var paths: [String]
}

extension HubClient {
  /// The maximum number of pages of a listing.
  private static let maximumPages = 1000

  /// Returns the commit and the files of a branch, a tag or a commit.
  ///
  /// - Parameters:
  ///   - name: The revision; nil for the default branch.
  ///   - repository: The user and the repository, `user/repo`.
  /// - Returns: The commit and the paths of its files.
  /// - Throws: ``HubError`` or `CancellationError`.
  func revision(_ name: String? = nil, of repository: String) async throws -> HubRevision {
    let url = url(apiParts(repository) + ["revision", name ?? "main"])
    let subject = subject(repository, revision: name)
    do {
      return try Self.revision(try await json(url, about: subject).value, url: url)
    } catch HubError.revisionNotFound where name == nil {
      // The default branch has another name.
      let branches = try await branches(of: repository)
      guard let branch = branches.first else {
        throw HubError.revisionNotFound(repository: repository, revision: "main")
      }
      return try await revision(branch.commit, of: repository)
    }
  }

  /// Returns the branches and their commits, `main` first.
  ///
  /// - Throws: ``HubError`` or `CancellationError`.
  func branches(of repository: String) async throws -> [(name: String, commit: String)] {
    let url = url(apiParts(repository) + ["refs"])
    let value = try await json(url, about: subject(repository)).value
    let branches = (value["branches"]?.elements ?? []).compactMap { branch -> (name: String, commit: String)? in
      guard let name = branch["name"]?.string, let commit = branch["targetCommit"]?.string, Self.isCommit(commit) else {
        return nil
      }
      return (name, commit)
    }
    return branches.filter { $0.name == "main" } + branches.filter { $0.name != "main" }
  }

  /// Returns all files of a commit with their sizes and checksums.
  ///
  /// - Throws: ``HubError`` or `CancellationError`.
  func tree(of repository: String, at commit: String) async throws -> CachedTree {
    let subject = subject(repository, revision: commit)
    var next: URL? = url(apiParts(repository) + ["tree", commit], query: "recursive=true&expand=false")
    var files: [String: CachedTree.Entry] = [:]
    var leading: String?
    var pages = 0
    while let url = next {
      pages += 1
      guard pages <= Self.maximumPages else {
        throw HubError.malformed(url: url, reason: "found more than \(Self.maximumPages) pages of files")
      }
      let page = try await json(url, about: subject)
      guard let entries = page.value.elements else {
        throw HubError.malformed(url: url, reason: "found no array, expected the files of the repository")
      }
      for entry in entries where entry["type"]?.string == "file" {
        let path = entry["path"]?.string ?? ""
        // A name that leads out of the repository does not keep the other files away.
        guard NameRules.isSafePath(path) else {
          leading = leading ?? path
          continue
        }
        files[path] = try Self.entry(entry, path, url: url)
      }
      next = page.next
    }
    if files.isEmpty, let leading {
      throw HubError.malformed(
        url: url(apiParts(repository)),
        reason: "found the file \(NameRules.printable(leading)), expected a path inside the repository")
    }
    return CachedTree(files: files)
  }

  private func apiParts(_ repository: String) -> [String] {
    ["api", "models"] + repository.split(separator: "/").map(String.init)
  }

  private static func revision(_ value: JSONValue, url: URL) throws(HubError) -> HubRevision {
    guard let commit = value["sha"]?.string, isCommit(commit) else {
      throw .malformed(url: url, reason: "found no commit of 40 digits under sha")
    }
    let paths = (value["siblings"]?.elements ?? []).compactMap { $0["rfilename"]?.string }
    return HubRevision(commit: commit, paths: paths.filter(NameRules.isSafePath))
  }

  private static func entry(
    _ value: JSONValue, _ path: String, url: URL
  ) throws(HubError) -> CachedTree.Entry {
    guard let size = value["size"]?.integer, size >= 0, let oid = value["oid"]?.string, isHex(oid, 40) else {
      throw .malformed(url: url, reason: "\(path): found no size or no checksum")
    }
    let large = value["lfs"]
    guard let sha256 = large?["oid"]?.string else { return CachedTree.Entry(byteCount: size, gitHash: oid) }
    guard isHex(sha256, 64), let largeSize = large?["size"]?.integer, largeSize >= 0 else {
      throw .malformed(url: url, reason: "\(path): found no size or no SHA-256 under lfs")
    }
    return CachedTree.Entry(
      byteCount: largeSize, gitHash: oid, sha256: sha256, xetHash: value["xetHash"]?.string)
  }

  private static func isCommit(_ text: String) -> Bool { isHex(text, 40) }

  private static func isHex(_ text: String, _ count: Int) -> Bool {
    text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
