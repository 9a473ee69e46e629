internal import SwiftletGGUF
internal import Synchronization

/// The writing of packed weights by a thread of low priority, while the model is in use.
///
/// It ends early, without a file, if the model is unloaded or memory gets short. If the process ends before, an unnamed
/// file is lost; where the system has none, a temporary one stays, which the next writer of the folder removes.
public final class PackedCacheWriter: Sendable {
  private struct Totals {
    var active = 0
    var byteCount = 0
    var written = 0
  }

  /// The totals of all writers since the process last had none.
  private static let totals = Mutex(Totals())
  private let finished = EventCount()
  private let failure = Mutex<PackedCacheError?>(nil)

  /// The written fraction of all files that this process writes in the background; nil if there are none.
  public static var progress: Double? {
    totals.withLock { $0.active == 0 ? nil : Double($0.written) / Double(max(1, $0.byteCount)) }
  }

  /// The error that prevented the file from being written; nil if it is written, or not yet.
  public var error: PackedCacheError? { failure.withLock { $0 } }

  /// Starts writing a file in a folder.
  init(
    _ contents: PackedCacheContents, to path: String, in folder: PackedCacheFolder,
    replacing known: MappedFile.Identifier?
  ) {
    let byteCount = contents.byteCount
    Self.totals.withLock { totals in
      totals.active += 1
      totals.byteCount += byteCount
    }
    let isRunning = startThread { [self] in
      lowerThreadPriority()
      var reported = 0
      do throws(PackedCacheError) {
        try folder.write(contents, to: path, replacing: known) { written in
          Self.totals.withLock { $0.written += written - reported }
          reported = written
          return !SystemMemory.isLow
        }
        end(unreported: byteCount - reported, nil)
      } catch {
        end(unreported: byteCount - reported, error)
      }
    }
    if !isRunning { end(unreported: byteCount, .cannotWrite(found: "no thread")) }
  }

  /// Waits until the file is written or writing has failed.
  public func wait() { finished.wait(while: 0) }

  private func end(unreported: Int, _ error: PackedCacheError?) {
    failure.withLock { $0 = error }
    Self.totals.withLock { totals in
      totals.active -= 1
      totals.written += unreported
      if totals.active == 0 { totals = Totals() }
    }
    finished.advance()
  }
}
