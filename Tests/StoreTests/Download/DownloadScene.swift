import Foundation
import SwiftletHTTP
import Synchronization
import TestSupport

@testable import SwiftletStore

/// A folder for a download from a scripted hub, removed at the end of the test.
final class DownloadScene: Sendable {
  let hub: ScriptedHub
  let folder: String
  private let log = Mutex<[DownloadEvent]>([])

  init(_ fault: ScriptedHub.Fault = .none) throws {
    hub = try ScriptedHub(fault)
    folder = FileManager.default.temporaryDirectory.appending(path: "swiftlet-download-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The events so far.
  var events: [DownloadEvent] { log.withLock { $0 } }

  var destination: DownloadDestination {
    DownloadDestination(path: "\(folder)/blobs/\(ScriptedHub.sha256)", lock: "\(folder)/.locks/lock")
  }

  /// The names in the folder of the file.
  var names: [String] { FileSystem.names("\(folder)/blobs") }

  /// The contents of the final file; nil if there is none.
  var contents: [UInt8]? { try? FileSystem.contents(destination.path, limit: 1 << 24) }

  /// True if the final file is right.
  ///
  /// An expectation about the arrays themselves would print them.
  var isComplete: Bool { contents == ScriptedHub.contents }

  /// True if there is a final file.
  var isPresent: Bool { FileSystem.exists(destination.path) }

  /// Options without regard to the space on the test's disk, and with small parts.
  static var options: Downloader.Options {
    var options = Downloader.Options()
    options.ignoresSpace = true
    options.partLength = 200_000
    return options
  }

  /// Downloads the large file of the hub.
  func download(
    options: Downloader.Options = DownloadScene.options, retries: RetryPolicy = .quick, token: String? = nil,
    hasEntry: Bool = true, onEvent: @escaping @Sendable (DownloadEvent) -> Void = { _ in }
  ) async throws -> DownloadedFile {
    let client = try hub.client(token: token, retries: retries)
    let entry = CachedTree.Entry(
      byteCount: ScriptedHub.contents.count, gitHash: ScriptedHub.commit, sha256: ScriptedHub.sha256)
    let file = client.file(
      ScriptedHub.name, entry: hasEntry ? entry : nil, of: "me/ok", at: ScriptedHub.commit)
    let downloader = Downloader(requester: client.requester, retries: retries, options: options)
    return try await downloader.download(file, to: destination) { event in
      self.log.withLock { $0.append(event) }
      onEvent(event)
    }
  }
}

extension DownloadEvent {
  /// The bytes of a report of progress.
  var byteCount: Int? { if case .progress(let progress) = self { progress.byteCount } else { nil } }
}
