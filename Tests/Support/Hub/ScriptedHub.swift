import SwiftletHashing
import Synchronization

/// A hub and the storage of its files, on two ports of loopback, so that the storage is another origin.
///
/// It is the counterpart of `Tests/Clients/scripted_hub.py`, against which huggingface_hub runs too. Files whose names end
/// in `.gguf` lie in the storage, at `/user/repository/path`, all others in git.
public final class ScriptedHub: Sendable {
  /// The commit of repositories that no test has changed.
  public static let commit = String(repeating: "a", count: 40)
  /// The large file of the repository `me/ok`, unless a test chooses the files.
  public static let name = "tiny-Q8_0.gguf"
  /// The file in git of that repository.
  public static let readme = Array("# tiny\n".utf8)
  /// The contents of the large file.
  public static let contents: [UInt8] =
    Array("GGUF".utf8) + (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 4 ^ $0) }
  /// The checksum of the large file.
  public static let sha256 = SHA256.digest(of: contents.span).description

  /// A file with its checksums.
  struct File: Sendable {
    let bytes: [UInt8]
    let sha256: String
    let git: String

    init(_ bytes: [UInt8]) {
      (self.bytes, git) = (bytes, ScriptedHub.gitBlob(bytes))
      sha256 = SHA256.digest(of: bytes.span).description
    }
  }

  /// A repository at a commit.
  struct Repository: Sendable {
    var files: [String: File]
    var commit = ScriptedHub.commit
  }

  /// The state of both servers.
  struct State: Sendable {
    var repositories: [String: Repository] = [:]
    var fault = Fault.none
    /// A part of the paths to which the fault is limited.
    var faultyPath = ""
    /// The number of answers of the storage.
    var answers = 0
    var sentByteCount = 0
    var requests: [String] = []
    /// Statuses of paths by a part of them.
    var statuses: [String: Int] = [:]
    var lengthLimit = Int.max
    var storagePort = 0
    /// The address of the hub to which this one leads.
    var mirror = ""
    /// The date of the last change of all files.
    var lastModified = "Mon, 30 Nov 2026 08:00:00 GMT"

    /// Returns true if the last request is the first that begins with a text.
    func isFirst(_ beginning: String) -> Bool { requests.filter { $0.hasPrefix(beginning) }.count == 1 }
  }

  /// The state of both servers, shared by their threads.
  final class Shared: Sendable {
    let state: Mutex<State>
    init(_ state: State) { self.state = Mutex(state) }
  }

  /// The server of the hub.
  public let hub: ScriptedServer
  /// The server of the files.
  public let storage: ScriptedServer
  private let shared: Shared

  /// Starts both servers.
  ///
  /// - Parameters:
  ///   - fault: The fault.
  ///   - repositories: The files of each repository by path; by default a large and a small one in `me/ok`.
  /// - Throws: ``ScriptedServer/CannotListen``
  public init(
    _ fault: Fault = .none,
    repositories: [String: [String: [UInt8]]] = ["me/ok": [name: contents, "README.md": readme]]
  ) throws {
    var state = State()
    state.fault = fault
    state.repositories = repositories.mapValues { Repository(files: $0.mapValues(File.init)) }
    let shared = Shared(state)
    self.shared = shared
    storage = try ScriptedServer { try ScriptedHub.answerStorage($0, $1, shared) }
    let port = storage.port
    shared.state.withLock { $0.storagePort = port }
    hub = try ScriptedServer { try ScriptedHub.answerHub($0, $1, shared) }
  }

  /// The address of the hub, such as `http://127.0.0.1:8080`.
  public var address: String { "http://127.0.0.1:\(hub.port)" }

  /// The address of the storage.
  public var storageAddress: String { "http://127.0.0.1:\(storage.port)" }

  /// The fault from now on.
  public var fault: Fault {
    get { shared.state.withLock { $0.fault } }
    set { shared.state.withLock { $0.fault = newValue } }
  }

  /// The bytes of contents that the storage has sent.
  public var sentByteCount: Int { shared.state.withLock { $0.sentByteCount } }

  /// The requests so far, each as method, `hub` or `storage`, and path, such as `GET storage/me/ok/tiny-Q8_0.gguf`.
  public var requests: [String] { shared.state.withLock { $0.requests } }

  /// The requests for contents.
  public var downloads: [String] { requests.filter { $0.hasPrefix("GET storage") } }

  /// Limits the fault to files with a text in their paths.
  public func limitFault(to text: String) { shared.state.withLock { $0.faultyPath = text } }

  /// Replaces the files of a repository, and its commit.
  public func set(_ files: [String: [UInt8]], in repository: String, commit: String = ScriptedHub.commit) {
    shared.state.withLock {
      $0.repositories[repository] = Repository(files: files.mapValues(File.init), commit: commit)
    }
  }

  /// Replaces the contents of the large file, as a new commit would under the same address.
  public func replaceContents(_ contents: [UInt8]) {
    shared.state.withLock { $0.repositories["me/ok"]?.files[Self.name] = File(contents) }
  }

  /// Answers requests whose paths contain a text with a status.
  public func answer(_ text: String, with status: Int) { shared.state.withLock { $0.statuses[text] = status } }

  /// Ends the connection after so many bytes of contents.
  public func limitAnswers(to count: Int) { shared.state.withLock { $0.lengthLimit = count } }

  /// Sets the date of the last change of all files, for the fault ``Fault/dated``.
  public func setDate(_ text: String) { shared.state.withLock { $0.lastModified = text } }

  /// Leads to another hub, with the fault ``Fault/mirrored``.
  public func mirror(to address: String) { shared.state.withLock { ($0.mirror, $0.fault) = (address, .mirrored) } }

  /// Git's checksum of contents.
  public static func gitBlob(_ bytes: [UInt8]) -> String {
    var hash = SHA1(gitBlobOf: bytes.count)
    hash.update(bytes.span)
    return hash.finalize().description
  }
}
