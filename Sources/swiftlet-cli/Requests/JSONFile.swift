import SwiftletJSON
import SwiftletServer

/// Access to files in JSON.
enum JSONFile {
  /// Parses a JSON text.
  ///
  /// An unpaired surrogate, which is no character, is an error here as it is in files of schemas.
  static func value(_ text: [UInt8], location: String) throws(FileError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue.read(text, options: .init())
    } catch {
      throw FileError(location, "not JSON at byte \(error.offset): \(error.reason)")
    }
  }

  /// Parses a file that contains a JSON array, and returns its elements.
  static func elements(_ path: String) throws(FileError) -> [JSONValue] {
    guard let elements = try value(InputFile.bytes(path), location: path).elements else {
      throw FileError(path, "expected a JSON array")
    }
    return elements
  }
}

extension FileError {
  /// Calls `body`, and names the file in its errors.
  static func naming<Value>(
    _ path: String, _ body: () throws(FieldError) -> Value
  ) throws(FileError) -> Value {
    do throws(FieldError) { return try body() } catch { throw FileError(path, "\(error)") }
  }
}
