extension ScriptedHub {
  /// The faults of a hub, in answers about the contents of files unless they say otherwise.
  public enum Fault: String, CaseIterable, Sendable {
    case none
    /// One bit of the contents is wrong.
    case flip
    /// Every other answer ends half way.
    case cut
    /// Ranges are ignored.
    case noRanges
    /// A page of a login instead of the file.
    case html
    /// An empty body.
    case empty
    /// Every answer has a tenth of the file at most, and then the connection ends.
    case tenths
    /// The first answer has a tenth of its part, and then nothing more comes, though the connection stays.
    case stall
    /// Parts come in small pieces, with pauses.
    case slow
    /// The first answer is 429 with a delay.
    case busy
    /// The first answer is 429 with a date to come back at, by a clock that is many years late.
    case skewed
    /// Every third answer is 403, as if the signature had expired.
    case expired
    /// The first `HEAD` about contents is 429 with a delay, of the hub as of the storage.
    case busyHead
    /// The storage has no method `HEAD`.
    case headless
    /// The storage has no entity tags, and tells the date of the last change.
    case dated
    /// The storage has neither entity tags nor dates.
    case untagged
    /// Contents are compressed though that was not asked for.
    case compressedFile
    /// Every answer has a third of the file at most, and then nothing more comes, though the connection stays.
    case stalls
    /// The first answer has its first bytes only, and then nothing more comes, though the connection stays.
    case silentFirst
    /// The first answer is 416.
    case unsatisfiable
    /// The length of the body is larger than the body.
    case wrongLength
    /// The body is sent in chunks, and has no length.
    case chunked
    /// The body is sent in chunks, has no length, and ranges are ignored.
    case chunkedWithoutRanges
    /// Parts begin elsewhere than asked for.
    case wrongRange
    /// Parts are said to be of a larger file.
    case wrongTotal
    /// The storage is unavailable twice.
    case unavailable
    /// After the first answer the file has other contents and another entity tag.
    case changing
    /// Every answer has another entity tag.
    case unstable
    /// The repository has another name now, in answers of the hub.
    case renamed
    /// The listing comes in pages, in answers of the hub.
    case paged
    /// The hub leads in a circle.
    case loop
    /// The hub leads to another one, by an absolute address.
    case mirrored
    /// The hub wants a token.
    case gated
    /// There is no such repository.
    case missing
    /// The hub's JSON is compressed though that was not asked for.
    case compressed
  }
}
