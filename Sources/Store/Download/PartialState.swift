internal import Foundation
internal import SwiftletJSON

/// The state of an unfinished download, in a JSON file beside it.
struct PartialState: Sendable, Equatable {
  /// The address of the file, without its query, which can be a signature.
  var url: String
  /// The entity tag, or the checksum.
  var etag: String?
  /// The size in bytes.
  var byteCount: Int?
  /// The commit of the file's repository.
  var commit: String?
  /// The bytes on disk.
  var ranges = ByteRanges()

  /// The maximum size of a state in bytes.
  private static let maximumByteCount = 1 << 20

  /// Reads a state; nil if there is none or it is damaged, which costs only time.
  init?(path: String) {
    guard let bytes = try? FileSystem.contents(path, limit: Self.maximumByteCount),
      let value = try? JSONReader<JSONValue>.read(bytes), let url = value["url"]?.string
    else { return nil }
    self.url = url
    (etag, byteCount, commit) = (value["etag"]?.string, value["size"]?.integer, value["commit"]?.string)
    for range in value["ranges"]?.elements ?? [] {
      guard let bounds = range.elements?.map(\.integer), bounds.count == 2, let start = bounds[0], let end = bounds[1],
        0 <= start, start <= end
      else { return nil }
      ranges.insert(start..<end)
    }
  }

  /// Creates a state without bytes.
  init(url: String, etag: String?, byteCount: Int?, commit: String?) {
    (self.url, self.etag, self.byteCount, self.commit) = (url, etag, byteCount, commit)
  }

  /// The JSON text.
  var bytes: [UInt8] {
    var members: [JSONValue.Member] = [.init(name: "url", value: .string(url))]
    if let etag { members.append(.init(name: "etag", value: .string(etag))) }
    if let byteCount { members.append(.init(name: "size", value: .number("\(byteCount)"))) }
    if let commit { members.append(.init(name: "commit", value: .string(commit))) }
    let pairs = ranges.ranges.map {
      JSONValue.array([.number("\($0.lowerBound)"), .number("\($0.upperBound)")])
    }
    members.append(.init(name: "ranges", value: .array(pairs)))
    return Array(JSONWriter.text(.object(members), layout: .line).utf8)
  }
}
