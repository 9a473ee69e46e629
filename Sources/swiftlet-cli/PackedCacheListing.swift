import Foundation
import SwiftletGGUF
import SwiftletKernels

extension Command {
  /// Returns the text of `inspect --packed-caches`: the user's folder of packed weights, and the files in it.
  static func packedCaches() throws(UsageError) -> String {
    let folder = try PackedCacheFolder.listed(by: "--packed-caches")
    let files = folder.files
    let total = files.reduce(0) { $0 + $1.byteCount }
    let limit = megabytes(folder.maximumByteCount)
    let head = "\(TerminalText.line(folder.path)): \(count(files)), \(megabytes(total)) of at most \(limit)\n"
    let now = Int(clamping: Date.now.timeIntervalSince1970 * 1e9)
    let rows = files.map { file -> (left: String, help: String) in
      let days = max(0, now - file.lastUse) / (24 * 3600 * 1_000_000_000)
      let age = days == 0 ? "in the last 24 hours" : days == 1 ? "a day ago" : "\(days) days ago"
      return (TerminalText.line(file.name), "\(megabytes(file.byteCount)), used \(age)")
    }
    return head + (rows.isEmpty ? "" : "\n" + table(rows))
  }

  /// Removes the packed weights in the user's folder, and returns the text of `inspect --clear-packed-caches`.
  static func clearPackedCaches() throws(UsageError) -> String {
    let folder = try PackedCacheFolder.listed(by: "--clear-packed-caches")
    let removed = folder.removeAll()
    let left = folder.files
    let size = megabytes(removed.reduce(0) { $0 + $1.byteCount })
    let rest = left.isEmpty ? "" : "; \(count(left)) in use or not writable left"
    return "\(TerminalText.line(folder.path)): removed \(count(removed)), \(size)\(rest)\n"
  }

  private static func count(_ files: [PackedCacheFile]) -> String {
    files.count == 1 ? "1 file" : "\(files.count) files"
  }
}
