/// A failure of a download.
enum DownloadError: Error, Equatable {
  /// The contents differ from the checksum.
  case damaged(file: String, expected: String, got: String)
  /// The server sent fewer bytes than the file has.
  case incomplete(file: String, expected: Int, got: Int)
  /// The server sent a web page instead of the file.
  case webPage(file: String, contentType: String)
  /// The server sent another part of the file than asked for.
  case wrongRange(file: String, expected: String, got: String)
  /// The server sends whole files only, and this one, of a size if it is known, would have to fit into memory.
  case noRanges(file: String, byteCount: Int?, limit: Int)
  /// The server describes another file again and again.
  case changing(file: String)
  /// The volume has less space than the download needs, in bytes.
  case noSpace(needed: Int, free: Int, folder: String)
  /// The volume became full; the bytes that are kept for the next run.
  case diskFull(path: String, resumableBytes: Int)
  /// The download was cancelled; the bytes that are kept for the next run.
  case interrupted(resumableBytes: Int)
  /// A file cannot be written.
  case cannotWrite(path: String, reason: String)
}

extension DownloadError: CustomStringConvertible {
  /// A description in one line.
  var description: String {
    switch self {
    case .damaged(let file, let expected, let got): "\(file): found the checksum \(got), expected \(expected)"
    case .incomplete(let file, let expected, let got):
      "\(file): the server sent \(got) of \(expected) bytes"
    case .webPage(let file, let contentType): "\(file): the server sent \(contentType), expected the file"
    case .wrongRange(let file, let expected, let got): "\(file): the server sent \(got), expected \(expected)"
    case .noRanges(let file, let count, let limit):
      "\(file): the server sends whole files only, found \(count.map { ByteCount.text($0) } ?? "an unknown size"), "
        + "expected at most \(ByteCount.text(limit)) for memory"
    case .changing(let file): "\(file): the file on the server has another entity tag or size than before"
    case .noSpace(let needed, let free, let folder):
      "\(folder): found \(ByteCount.text(free)) of free space, expected \(ByteCount.text(needed))"
    case .diskFull(let path, let bytes): "\(path): the disk is full; \(ByteCount.text(bytes)) are kept"
    case .interrupted(let bytes): "interrupted; \(ByteCount.text(bytes)) are kept"
    case .cannotWrite(let path, let reason): "\(path): cannot be written: \(reason)"
    }
  }
}
