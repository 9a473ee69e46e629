import SwiftletKernels

extension Arguments {
  /// Parses `--packed-cache`, `--no-packed-cache`, `--verify-packed-cache` and, of `bench`, `--no-verify-packed-cache`.
  ///
  /// - Parameter isUsed: True if there is a cache unless an option says otherwise.
  /// - Returns: The location of the packed weight cache.
  /// - Throws: ``UsageError`` for options that contradict each other, or if there is no folder for the cache.
  func packedCache(byDefault isUsed: Bool) throws(UsageError) -> PackedCachePolicy {
    let exclusive = ["--no-packed-cache", "--no-verify-packed-cache", "--verify-packed-cache"].filter { has($0) }
    let other = exclusive.count > 1 ? exclusive[1] : has("--packed-cache") ? "--packed-cache" : nil
    if let other, exclusive.count > 1 || exclusive == ["--no-packed-cache"] {
      throw UsageError(argument: exclusive[0], reason: "cannot be combined with \(other)")
    }
    if has("--no-packed-cache") { return .off }
    let policy: PackedCachePolicy
    switch string("--packed-cache") {
    case nil: policy = isUsed ? .ofCommand : .off
    case "":
      var folder = try PackedCacheFolder.required(for: "--packed-cache")
      folder.writing = .whileLoading
      policy = .bounded(folder)
    case let folder?: policy = .folder(folder)
    }
    return switch exclusive.first {
    case "--verify-packed-cache": .verified(policy)
    case "--no-verify-packed-cache": .unverified(policy)
    default: policy
    }
  }
}

extension PackedCachePolicy {
  /// The default of commands, which may end before the weights are written.
  fileprivate static var ofCommand: PackedCachePolicy {
    guard case .bounded(var folder) = automatic else { return .off }
    folder.keepsMatrices = true
    return .bounded(folder)
  }
}

extension PackedCacheFolder {
  /// Warns on standard error if the size that the environment has for the user's folder is none.
  static func warnOfEnvironment() {
    let name = "SWIFTLET_PACKED_CACHE_LIMIT"
    let text = Output.environment(name)
    guard !text.isEmpty, !isLimit(text) else { return }
    Output.error("swiftlet: \(name): ignoring \(text); expected a number of GB from 0 on, such as 50 or 0.5\n")
  }

  /// Returns the user's folder for an option that is about it alone, not about one that loads a model.
  ///
  /// - Throws: ``UsageError`` of the option if the environment turns the folder off, or does not say where it is.
  static func listed(by option: String) throws(UsageError) -> PackedCacheFolder {
    guard Output.environment("SWIFTLET_PACKED_CACHE") != "off" else {
      throw UsageError(
        argument: option, reason: "found SWIFTLET_PACKED_CACHE=off, with which there is no folder of packed weights")
    }
    return try required(for: option)
  }

  /// Returns the user's folder.
  ///
  /// - Throws: ``UsageError`` of an option if the environment does not say where that is.
  static func required(for option: String) throws(UsageError) -> PackedCacheFolder {
    guard let folder = user else {
      throw UsageError(
        argument: option,
        reason: "found no home folder in the environment, expected an absolute path in HOME or XDG_CACHE_HOME")
    }
    return folder
  }
}

extension PackedCacheWriter {
  /// The maximum time that a command waits for the cache after its work is done.
  private static let timeout = Duration.seconds(1)

  /// Waits until the packed weights of this run are written, up to a timeout; shows a progress bar on a terminal.
  static func waitForAll() async {
    let bar = ProgressLine("caching")
    defer { bar.clear() }
    let end = ContinuousClock.now + timeout
    while let fraction = progress, ContinuousClock.now < end {
      bar.show(fraction)
      try? await Task.sleep(for: .milliseconds(10))
    }
  }
}

extension PackedCacheReport {
  /// Warns on standard error if the cache could not be used or written, or is damaged, now or when that is found later.
  func warn() {
    func show(_ text: String) { Output.error("swiftlet: packed cache \(path): \(text)\n") }
    // One message tells of a file of another kind, which is not replaced.
    let isForeign = loadError == .notAPackedCache && writeError != nil
    if let loadError, loadError.isDamage || isRemoved, !isForeign {
      let removal = isRemoved ? "removed; a run that lasts long enough writes it anew" : "its weights were packed again"
      let consequence = isWritten ? "replaced" : removal
      show("\(loadError); \(consequence)")
    }
    if let writeError {
      show("\(writeError); loaded without it" + (isForeign ? "; delete the file to have it written anew" : ""))
    }
    damage.onFirst { [path] tensor in
      let error = PackedCacheError.corruptContents(tensor: tensor)
      Output.error(
        "swiftlet: packed cache \(path): \(error); its weights were packed again, and the file is removed: the next "
          + "load writes it anew\n")
    }
  }
}
