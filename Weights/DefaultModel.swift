public import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The model that ships with the package.
///
/// The build puts it into a resource folder beside the executable, and packages into `share/swiftlet` beside the `bin` of
/// the executable. The accessor that SwiftPM generates for the resource folder ends the process if the folder is missing,
/// which a moved binary makes likely, so this looks for it by itself.
public enum DefaultModel {
  /// The file's name.
  public static let fileName = "swiftlet-tiny-q8_0.gguf"

  /// The file that this process uses by default, or `nil` if there is none.
  ///
  /// That is the file that the environment variable `SWIFTLET_MODEL` names; else the one that ships with the package,
  /// looked for in the resource folder beside the executable, or in that of an app, beside the executable itself, in the
  /// folder of a package, and then in the sources that this was built from. The answer is found anew each time, as files come and go.
  public static var url: URL? {
    if let path = ProcessInfo.processInfo.environment["SWIFTLET_MODEL"], !path.isEmpty {
      return existing(URL(filePath: path))
    }
    return bundledURL
  }

  /// The file that ships with the package, or `nil` if it is not there.
  public static var bundledURL: URL? { candidates(executable: executable).lazy.compactMap(existing).first }

  /// The folders beside the executable that ``bundledURL`` looks into, each once: all but that of the sources.
  package static var searchedFolders: [String] {
    let folders = candidates(executable: executable).dropLast().map {
      let path = $0.deletingLastPathComponent().standardizedFileURL.path(percentEncoded: false)
      return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
    return folders.enumerated().filter { !folders[..<$0.offset].contains($0.element) }.map(\.element)
  }

  /// Where the shipped file may be, the likeliest place first.
  public static func candidates(executable: URL?) -> [URL] {
    var folders: [URL] = []
    if let executable {
      // A binary may be started through a link, whose own folder holds no resources.
      for folder in [executable, executable.resolvingSymlinksInPath()].map({ $0.deletingLastPathComponent() }) {
        // SwiftPM's two build systems name the resource folder differently.
        folders += ["resources", "bundle"].map { folder.appending(path: "swiftlet_SwiftletWeights.\($0)") }
        folders += [folder, folder.deletingLastPathComponent().appending(path: "share/swiftlet")]
        #if os(macOS)
          folders += foldersOfApps(executableFolder: folder)
        #endif
      }
    }
    folders.append(URL(filePath: #filePath).deletingLastPathComponent())
    return folders.map { $0.appending(path: fileName) }
  }

  #if os(macOS)
    /// The resource folders of a Mac's bundles: their own, and for an app the one beside the executable's.
    private static func foldersOfApps(executableFolder: URL) -> [URL] {
      [executableFolder, executableFolder.deletingLastPathComponent().appending(path: "Resources")].map {
        $0.appending(path: "swiftlet_SwiftletWeights.bundle/Contents/Resources")
      }
    }
  #endif

  /// The file that this process runs.
  private static var executable: URL? {
    #if os(Linux)
      // Foundation ends a process that asks for its main bundle where there is no `/proc`.
      if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
        return URL(filePath: path)
      }
      return executedPath.map { URL(filePath: $0) }
    #else
      return Bundle.main.executableURL ?? CommandLine.arguments.first.map { URL(filePath: $0) }
    #endif
  }

  #if os(Linux)
    /// The path with which this process was started, from entry 31 of the auxiliary vector, AT_EXECFN (getauxval(3)).
    private static var executedPath: String? {
      // The C module does not declare the function, but every C library has it.
      typealias AuxiliaryValue = @convention(c) (UInt) -> UInt
      guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "getauxval") else { return nil }
      let address = unsafe unsafeBitCast(symbol, to: AuxiliaryValue.self)(31)
      return unsafe UnsafePointer<CChar>(bitPattern: address).map { unsafe String(cString: $0) }
    }
  #endif

  /// The URL, with links resolved, if there is a file.
  private static func existing(_ url: URL) -> URL? {
    let url = url.resolvingSymlinksInPath()
    return (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true ? url : nil
  }
}
