public import Foundation
internal import Synchronization

/// The choices for a download.
public struct ModelDownloadOptions: Sendable {
  /// True to ask the hub for a newer commit although the model is complete on disk.
  public var checksForUpdates = false
  /// True to never use the network; also `HF_HUB_OFFLINE` in the environment.
  public var isOffline = false
  /// True to download without regard to free space.
  public var ignoresFreeSpace = false
  /// True to compare the files that are on disk with their checksums, and to download those that are damaged.
  public var repairs = false
  /// True to download the image projector and the LoRA adapters of the repository too.
  public var includesCompanions = true
  /// The files of a repository to download instead of those of one model, as patterns: `*` stands for any text, `?` for
  /// any character, and a folder for everything in it.
  public var include: [String] = []
  /// The folder that gets the files of a repository; nil for the hub cache.
  public var folder: URL?
  /// The number of connections for each file.
  public var connections = 1
  /// The token for the hub, instead of that of the environment; an empty one for none.
  public var token: String?
  /// The address of the hub, instead of that of the environment.
  public var endpoint: String?
  /// The name and version of the program, for servers.
  public var userAgent = "swiftlet"

  /// Creates options.
  public init() {}

  /// True if other files are wanted than those of one model in the hub cache.
  var choosesFiles: Bool { !include.isEmpty || folder != nil }
}

/// The progress of a download.
public struct ModelDownloadProgress: Sendable, Equatable {
  /// The steps of a download.
  public enum Stage: String, Sendable {
    /// The hub is asked for the files.
    case resolving
    /// A file is fetched.
    case downloading
    /// All bytes of a file are on disk, and its checksum is completed.
    case verifying
    /// All files have their names.
    case finished
  }

  /// An event besides the progress.
  public enum Notice: Sendable, Equatable {
    /// Another process downloads the file, and has been waited for.
    case waiting(seconds: Int)
    /// The download continues from bytes of an earlier one.
    case resumed(byteCount: Int)
    /// The download of the file begins again with the first byte.
    case restarted(reason: String)
    /// An attempt failed and is repeated.
    case retrying(reason: String, delay: Duration)
  }

  /// The step.
  public var stage = Stage.resolving
  /// The name, with the quantization or file that was chosen.
  public var name: ModelName
  /// The file that is fetched; nil between files.
  public var file: String?
  /// The number of the file, from 1.
  public var fileNumber = 0
  /// The number of files.
  public var fileCount = 0
  /// The bytes on disk, of all files.
  ///
  /// They only become fewer with the notice of a restart.
  public var byteCount = 0
  /// The bytes of all files; nil if unknown.
  public var totalByteCount: Int?
  /// The speed over the last seconds, in bytes per second; nil if unknown.
  public var bytesPerSecond: Double?
  /// The event besides the progress.
  public var notice: Notice?

  init(name: ModelName) { self.name = name }
}

/// The progress of the file that is fetched, whose events come on any thread.
final class ModelDownloadReport: Sendable {
  private let state: Mutex<ModelDownloadProgress>
  private let progress: @Sendable (ModelDownloadProgress) -> Void

  init(_ state: ModelDownloadProgress, _ progress: @escaping @Sendable (ModelDownloadProgress) -> Void) {
    self.state = Mutex(state)
    self.progress = progress
  }

  /// Reports an event of the file.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - base: The bytes of the files before it.
  func report(_ event: DownloadEvent, after base: Int) {
    progress(
      state.withLock { state in
        state.apply(event, after: base)
        return state
      })
  }
}

extension ModelDownloadProgress {
  /// Takes an event of the file that is fetched.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - base: The bytes of the files before it.
  mutating func apply(_ event: DownloadEvent, after base: Int) {
    notice = nil
    stage = .downloading
    switch event {
    case .progress(let progress):
      byteCount = max(byteCount, base + progress.byteCount)
      bytesPerSecond = progress.bytesPerSecond
      // The sizes of the other parts at a URL are not known.
      if totalByteCount == nil, fileCount == 1 { totalByteCount = progress.totalByteCount }
    case .waiting(let seconds): notice = .waiting(seconds: seconds)
    case .resumed(let count):
      byteCount = base + count
      notice = .resumed(byteCount: count)
    case .restarted(let reason):
      byteCount = base
      notice = .restarted(reason: reason.rawValue)
    case .retrying(let reason, let delay): notice = .retrying(reason: reason, delay: delay)
    case .verifying: stage = .verifying
    }
  }
}
