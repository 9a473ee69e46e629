import SwiftletStore

extension ModelStoreError {
  /// The exit status: 2 for a name that means several models, 3 for a model that is not found, 4 if a token is needed,
  /// 5 without enough space, 130 for an interrupted download, else 1.
  var exitStatus: Int32 {
    switch self {
    case .ambiguous: 2
    case .notFound, .notDownloaded, .offline: 3
    case .needsToken, .gated: 4
    case .noSpace, .diskFull: 5
    case .interrupted: 130
    default: 1
    }
  }
}

extension [ModelCandidate] {
  /// The candidates as a table, with their sizes and what fits into memory.
  var table: String {
    guard !isEmpty else { return "" }
    let rows = map { candidate in
      [
        candidate.name.description, candidate.quantization ?? "", "\(candidate.fileCount)",
        candidate.byteCount.map { ByteCount.text($0) } ?? "",
        candidate.isRunnable ? candidate.fitsInMemory.map { $0 ? "yes" : "no" } ?? "" : "cannot be run",
      ]
    }
    return TextTable(["name", "quant", "files", "size", "fits in memory"], rows).text
  }
}
