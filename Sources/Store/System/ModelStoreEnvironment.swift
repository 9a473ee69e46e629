internal import SwiftletGGUF

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The surroundings of a store: the home folder, the environment variables, the clock, the disk and the memory.
///
/// Programs use ``process``. Tests make their own, so that they never touch the stores of the user.
public struct ModelStoreEnvironment: Sendable {
  /// The absolute path of the home folder; nil if there is none.
  public var home: String?
  /// The environment variables.
  public var variables: [String: String]
  /// The folder of ollama's Linux service, which belongs to another user.
  public var ollamaServiceFolder: String
  /// Returns the bytes that may still be written to the volume of a path; nil if unknown.
  public var freeByteCount: @Sendable (_ path: String) -> Int?
  /// Returns the bytes of memory that programs can still use; nil if unknown.
  public var availableMemory: @Sendable () -> Int?
  /// Returns the time in seconds since 1970.
  public var now: @Sendable () -> Int

  /// Returns true if there is a file or folder at a path that this user may not read; tests, which the superuser may
  /// run, replace it.
  var isForbidden: @Sendable (_ path: String) -> Bool = { FileSystem.isForbidden($0) }

  /// Creates an environment.
  ///
  /// - Parameters:
  ///   - home: The absolute path of the home folder.
  ///   - variables: The environment variables.
  ///   - ollamaServiceFolder: The folder of ollama's Linux service.
  ///   - freeByteCount: The free space of the volume of a path; by default that of the file system.
  ///   - availableMemory: The available memory; by default it is unknown.
  ///   - now: The clock; by default that of the system.
  public init(
    home: String?, variables: [String: String] = [:],
    ollamaServiceFolder: String = "/usr/share/ollama/.ollama/models",
    freeByteCount: (@Sendable (String) -> Int?)? = nil, availableMemory: (@Sendable () -> Int?)? = nil,
    now: (@Sendable () -> Int)? = nil
  ) {
    self.home = home
    self.variables = variables
    self.ollamaServiceFolder = ollamaServiceFolder
    self.freeByteCount = freeByteCount ?? { FileSystem.freeByteCount($0) }
    self.availableMemory = availableMemory ?? { nil }
    self.now = now ?? { Int(time(nil)) }
  }

  /// The environment of this process.
  public static var process: ModelStoreEnvironment {
    var variables: [String: String] = [:]
    for name in variableNames {
      // Safe: the text is copied at once.
      if let value = unsafe getenv(name) { variables[name] = unsafe String(cString: value) }
    }
    return ModelStoreEnvironment(home: variables["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }, variables: variables)
  }

  /// The names of all variables that the module reads.
  private static let variableNames = [
    "HOME", "SWIFTLET_CACHE", "LLAMA_CACHE", "HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME", "OLLAMA_MODELS", "HF_ENDPOINT", "HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "HF_TOKEN_PATH",
    "HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_HUB_DISABLE_SYMLINKS", "http_proxy", "all_proxy", "ALL_PROXY",
    "no_proxy", "NO_PROXY",
  ]

  /// Returns the value of a variable without blanks around it; nil if there is none or it is blank.
  func variable(_ name: String) -> String? {
    guard let value = variables[name] else { return nil }
    let isBlank: (Character) -> Bool = { $0.isWhitespace }
    guard let first = value.firstIndex(where: { !isBlank($0) }), let last = value.lastIndex(where: { !isBlank($0) })
    else { return nil }
    return String(value[first...last])
  }

  /// Returns true for a variable that is set to 1, true, yes or on.
  func flag(_ name: String) -> Bool { ["1", "true", "yes", "on"].contains(variable(name)?.lowercased() ?? "") }

  /// Returns the folder that a variable names, without a slash at its end, with `~` as the home folder.
  func folder(_ name: String) -> String? { variable(name).flatMap { expanding($0) } }

  /// Returns a path with `~` as the home folder and without slashes at its end; nil if there is no home folder.
  func expanding(_ path: String) -> String? {
    var path = path
    if path == "~" || path.hasPrefix("~/") {
      guard let home else { return nil }
      path = home + path.dropFirst()
    }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// Returns a path below the home folder; nil if there is no home folder.
  func homePath(_ path: String) -> String? { home.map { $0 + "/" + path } }
}
