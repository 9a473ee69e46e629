public import Foundation

/// Why a file cannot be a model.
public enum GGUFLanguageModelError: LocalizedError, Equatable {
  /// There is no file at the path, or this process may not read it.
  case unreadable(path: String, reason: String)

  /// The file does not begin as GGUF files do.
  case notGGUF(path: String, beginning: [UInt8])

  /// The file cannot be run: it is damaged, or holds something that the engine does not know.
  case unusable(path: String, reason: String)

  /// A file with the beginning of conversations cannot be used, or not be written.
  case unusablePrefix(path: String, reason: String)

  /// What is wrong with which file.
  public var errorDescription: String? { description }
}

extension GGUFLanguageModelError: CustomStringConvertible {
  /// What is wrong with which file.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "\(path): cannot be read: \(reason)"
    case .notGGUF(let path, let beginning):
      "\(path): not a GGUF file: begins with the bytes \(beginning), expected \(Self.magic) (\"GGUF\")"
    case .unusable(let path, let reason), .unusablePrefix(let path, let reason):
      "\(path): \(reason)"
    }
  }
}

extension GGUFLanguageModelError {
  private static let magic = Array("GGUF".utf8)

  /// Checks that there is a file which begins as GGUF files do.
  static func checkBeginning(ofFileAt path: String) throws(GGUFLanguageModelError) {
    let beginning: [UInt8]
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? file.close() }
      beginning = Array(try file.read(upToCount: magic.count) ?? Data())
    } catch {
      throw .unreadable(path: path, reason: reason(error))
    }
    guard beginning == magic else { throw .notGGUF(path: path, beginning: beginning) }
  }

  /// The system's own words for an error, without the frame that Foundation puts around them.
  private static func reason(_ error: any Error) -> String {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
    return (underlying ?? error).localizedDescription
  }
}
