import Foundation
import SwiftletGGUF

extension HostileCase {
  /// Things that are no GGUF file at all, and counts that no file of their size can hold.
  static let header: [HostileCase] = [
    HostileCase("an empty file", .cannotOpen) { try $0.write([]) },
    HostileCase("no file", .cannotOpen) { $0.filePath("missing.gguf") },
    HostileCase("an empty path", .cannotOpen) { _ in "" },
    HostileCase("a directory", .cannotOpen) { $0.path },
    HostileCase("a file taken for a directory", .cannotOpen) { try $0.write([1]) + "/model.gguf" },
    HostileCase("a device", .cannotOpen) { _ in "/dev/zero" },
    HostileCase("a named pipe that nobody writes to", .cannotOpen) { folder in
      let path = folder.filePath("pipe.gguf")
      _ = mkfifo(path, 0o600)
      return path
    },
    HostileCase("a link to itself", .cannotOpen) { folder in
      let path = folder.filePath("loop.gguf")
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
      return path
    },
    HostileCase("an unknown magic number", .notGGUF, FileImage(magic: "GGML")),
    HostileCase("a magic number in the wrong order", .notGGUF, FileImage(magic: "FUGG")),
    HostileCase("a text", .notGGUF) { try $0.write("Entry not found\n".utf8) },
    HostileCase("version 0", .unsupportedVersion, FileImage(version: 0)),
    HostileCase("version 1", .unsupportedVersion, FileImage(version: 1)),
    HostileCase("version 4", .unsupportedVersion, FileImage(version: 4)),
    HostileCase("the greatest version", .unsupportedVersion, FileImage(version: .max)),
    HostileCase("version 2, big-endian", .bigEndian, FileImage(version: 0x0200_0000)),
    HostileCase("version 3, big-endian", .bigEndian, FileImage(version: 0x0300_0000)),
    HostileCase("a tensor too many", .badCount, FileImage(tensors: 1)),
    HostileCase("2^60 tensors", .badCount, FileImage(tensors: 1 << 60)),
    HostileCase("a negative number of tensors", .badCount, FileImage(tensors: 1 << 63)),
    HostileCase("the greatest number of tensors", .badCount, FileImage(tensors: .max)),
    HostileCase("a key too many", .badCount, FileImage(keys: 1)),
    HostileCase("2^60 keys", .badCount, FileImage(keys: 1 << 60)),
    HostileCase("a negative number of keys", .badCount, FileImage(keys: 1 << 63)),
    HostileCase("the greatest number of keys", .badCount, FileImage(keys: .max)),
    HostileCase("fewer keys than counted", .truncated, FileImage(keys: 2).key("k", text: "a text of some length")),
  ]

  /// A valid file cut before each field and in the middle of it.
  static let truncations: [HostileCase] = {
    let whole = FileImage.valid
    // The least sizes of 4 tensor descriptions and 25 keys: in a shorter file it is the counts that are refused first.
    let (leastForTensors, leastForKeys) = (16 + 4 * 25, 24 + 25 * 14)
    return whole.fields.flatMap { field in
      let cuts = Set([field.range.lowerBound, (field.range.lowerBound + field.range.upperBound) / 2])
      return cuts.sorted().compactMap { end -> HostileCase? in
        if end == 0 || field.range.isEmpty { return nil }
        let isShort = 16..<leastForTensors ~= end || 24..<leastForKeys ~= end
        let position = end == field.range.lowerBound ? "before" : "inside"
        return HostileCase("cut \(position) \(field.name)", isShort ? .badCount : field.codeIfCut) {
          try $0.write(whole.bytes.prefix(end))
        }
      }
    }
  }()
}
