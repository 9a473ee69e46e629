/// An event of a download.
enum DownloadEvent: Sendable, Equatable {
  /// Bytes of the file that are on disk. Between restarts the count never decreases.
  case progress(DownloadProgress)
  /// Another process downloads the file, and is waited for.
  case waiting(seconds: Int)
  /// The bytes on disk from an earlier run, from which the download continues.
  case resumed(byteCount: Int)
  /// The download begins again with the first byte.
  case restarted(RestartReason)
  /// An attempt failed and is repeated after a delay.
  case retrying(reason: String, delay: Duration)
  /// All bytes are on disk, and their checksum is completed.
  case verifying
}

/// The progress of a download.
struct DownloadProgress: Sendable, Equatable {
  /// The bytes on disk.
  var byteCount: Int
  /// The size of the file; nil if the server does not tell it.
  var totalByteCount: Int?
  /// The speed over the last five seconds, in bytes per second; nil at the beginning.
  var bytesPerSecond: Double?
}

/// A reason to begin a download again.
enum RestartReason: String, Sendable {
  /// The file on the server has another checksum, entity tag or size than the bytes on disk.
  case changed = "the file on the server has changed"
  /// The server tells neither an entity tag nor the date and size of the bytes on disk.
  case unknown = "the server does not tell whether the file is still the same"
  /// The server sends whole files only.
  case noRanges = "the server cannot continue a download"
  /// The bytes of an earlier run do not have the checksum.
  case damaged = "the kept part is damaged"
}
