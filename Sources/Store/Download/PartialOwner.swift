internal import SwiftletHTTP
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The claim of a process on an unfinished download, in a file beside it.
///
/// It matters where locks do not: of two processes that both got the lock, the second finds the claim of the first, and
/// downloads into a file of its own. The claim of a process that has ended counts as none. Of processes on other hosts
/// only the age of the claim is known, which a running download renews; so ``isHeld`` tells whether another one has taken
/// it over meanwhile.
final class PartialOwner: Sendable {
  /// The claims of a process.
  final class Claims: Sendable {
    fileprivate let paths = Mutex<Set<String>>([])
    /// The claims of this process.
    static let ofProcess = Claims()
  }

  private let path: String
  private let claims: Claims
  /// True if the process of an earlier claim, on another host, may still write to the unfinished file.
  let mayHavePredecessor: Bool

  private init(path: String, among claims: Claims, mayHavePredecessor: Bool) {
    (self.path, self.claims, self.mayHavePredecessor) = (path, claims, mayHavePredecessor)
  }

  deinit {
    if isHeld { _ = unsafe unlink(path) }
    _ = claims.paths.withLock { $0.remove(path) }
  }

  /// True while no other process has taken the claim over.
  var isHeld: Bool { Self.text(path) == Array(Self.identity.utf8) }

  /// Renews the claim, so that it does not look like that of a process that has ended.
  func refresh() { SystemFile.touch(path) }

  /// Claims an unfinished download.
  ///
  /// - Parameters:
  ///   - path: The path of the claim.
  ///   - claims: The claims of the process.
  /// - Returns: The claim, which ends with this value; nil if another download has it.
  static func claim(_ path: String, among claims: Claims = .ofProcess) -> PartialOwner? {
    guard claims.paths.withLock({ $0.insert(path).inserted }) else { return nil }
    var mayHavePredecessor = false
    for _ in 0..<3 {
      let number = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if number >= 0 {
        let file = FileDescriptor(number)
        let text = Array(identity.utf8)
        let count = unsafe text.withUnsafeBytes { unsafe write(file.number, $0.baseAddress, $0.count) }
        if count == text.count {
          return PartialOwner(path: path, among: claims, mayHavePredecessor: mayHavePredecessor)
        }
        // The disk may be full. A claim without text would look like one that another process has taken over.
        _ = unsafe unlink(path)
        break
      }
      guard errno == EEXIST else { break }
      guard let text = text(path) else {
        // It has ended meanwhile, unless it cannot be read.
        if FileSystem.exists(path) { break }
        continue
      }
      guard !isAlive(path), retire(path, text: text) else { break }
      mayHavePredecessor = mayHavePredecessor || !isOfThisHost(text)
    }
    _ = claims.paths.withLock { $0.remove(path) }
    return nil
  }

  /// Removes the claim of a process that has ended.
  ///
  /// Two processes may find out at once that it has: the second must not remove the claim that the first has made
  /// since. So a claim is first given another name, and only then looked at.
  ///
  /// - Parameters:
  ///   - path: The path of the claim.
  ///   - text: Its contents.
  /// - Returns: False if the claim is another one by now, which stays.
  static func retire(_ path: String, text: [UInt8]) -> Bool {
    let aside = "\(path).\(UInt32.random(in: 0 ... .max))"
    guard unsafe rename(path, aside) == 0 else { return errno == ENOENT }
    defer { _ = unsafe unlink(aside) }
    if self.text(aside) == text { return true }
    _ = unsafe link(aside, path)
    return false
  }

  /// The ending of a claim, after the path of the unfinished file.
  static let ending = ".owner"

  /// Returns the process of a claim, also of this process; nil if it has ended or there is none.
  static func process(of path: String) -> Int? {
    isAlive(path) ? words(path)?.dropFirst().first.flatMap { Int($0) } : nil
  }

  private static func text(_ path: String) -> [UInt8]? { try? FileSystem.contents(path, limit: 1 << 12) }

  private static func words(_ path: String) -> [Substring]? {
    text(path).map { String(decoding: $0, as: UTF8.self).split(separator: " ") }
  }

  private static func isOfThisHost(_ text: [UInt8]) -> Bool { text.starts(with: "\(host) ".utf8) }

  /// The host, the process and its start, which tells it from a later process of the same number.
  private static let identity = "\(host) \(getpid()) \(start(of: getpid()) ?? "")"

  private static let host: String = {
    var name = [UInt8](repeating: 0, count: 256)
    let isKnown = unsafe name.withUnsafeMutableBytes { bytes in
      // Safe: at most `bytes.count` bytes are written.
      guard let start = bytes.baseAddress else { return false }
      return unsafe gethostname(start.assumingMemoryBound(to: CChar.self), bytes.count - 1) == 0
    }
    return isKnown ? String(decoding: name.prefix { $0 > 0x20 }, as: UTF8.self) : "unknown"
  }()

  /// Returns whether the process of a claim is alive; on another host, whether the claim is from the last hour.
  private static func isAlive(_ path: String) -> Bool {
    guard let words = words(path) else { return false }
    let age = FileSystem.status(path).map { Int(time(nil)) - $0.modified } ?? 0
    // A claim without text is about to be written, unless its process died at that moment.
    guard words.count >= 2, let process = Int32(words[1]) else { return age < 10 }
    guard words[0] == host else { return age < 3600 }
    guard kill(process, 0) == 0 || errno == EPERM else { return false }
    return words.count < 3 || start(of: process) == String(words[2])
  }

  /// The start of a process since the system's, in ticks; nil if unknown.
  private static func start(of process: Int32) -> String? {
    guard let bytes = try? FileSystem.contents("/proc/\(process)/stat", limit: 1 << 14),
      let end = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    // The name in parentheses can have blanks. The start is the 22nd field, and the 20th after the name.
    let fields = String(decoding: bytes[(end + 1)...], as: UTF8.self).split(separator: " ")
    // The first field is the state, Z for a process that has ended and is still listed.
    return fields.count > 19 && fields[0] != "Z" ? String(fields[19]) : nil
  }
}
