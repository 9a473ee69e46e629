public import Foundation
import SwiftletGGUF
import SwiftletStore
import SwiftletInference
import SwiftletWeights

extension SystemLanguageModel {
  /// A LoRA adapter in a GGUF file.
  ///
  /// ```swift
  /// let adapter = try SystemLanguageModel.Adapter(fileURL: URL(filePath: "pirate.gguf"))
  /// let session = LanguageModelSession(model: SystemLanguageModel(adapter: adapter))
  /// ```
  ///
  /// Creating one reads the header of the file and checks it against the system's model; the first request loads it.
  /// The model's weights are shared, so many adapters of one model use little more memory than the model.
  public struct Adapter {
    let path: String
    private let metadata: GGUFMetadata

    /// The metadata of the file: all keys, with strings, numbers, Booleans and arrays of these as values.
    public var creatorDefinedMetadata: [String: Any] {
      Dictionary(metadata.keys.compactMap { key in metadata[key].map { (key, $0.plain) } }) { first, _ in first }
    }

    /// Creates an adapter from a file.
    ///
    /// - Parameter fileURL: The GGUF file of the adapter.
    /// - Throws: ``AssetError/invalidAsset(_:)`` if the file is not an adapter, or
    ///   ``AssetError/compatibleAdapterNotFound(_:)`` if it is one for another model than the system's.
    public init(fileURL: URL) throws {
      path = fileURL.resolvingSymlinksInPath().path(percentEncoded: false)
      let header: AdapterHeader
      do {
        header = try AdapterHeader(contentsOf: path)
      } catch {
        throw AssetError.invalidAsset(.init(debugDescription: "\(error)"))
      }
      do {
        try header.check(against: Self.baseFile())
      } catch {
        throw AssetError.compatibleAdapterNotFound(.init(debugDescription: "\(error)"))
      }
      metadata = header.metadata
    }

    /// Creates an adapter from the first compatible file of a name in the adapter folder.
    ///
    /// The folder is the value of `SWIFTLET_ADAPTERS`, else `swiftlet/adapters` in the user's folder for application
    /// data. An adapter `pirate` is the file `pirate.gguf`; files such as `pirate-2.gguf` have the same name.
    ///
    /// - Parameter name: The name.
    /// - Throws: ``AssetError/invalidAdapterName(_:)`` if the name is not a valid file name, or
    ///   ``AssetError/compatibleAdapterNotFound(_:)`` if no file of the name matches the system's model.
    public init(name: String) throws {
      guard AdapterFolder.isName(name) else {
        throw AssetError.invalidAdapterName(
          .init(debugDescription: "found \"\(name)\", expected letters, digits, spaces and any of . _ -"))
      }
      guard let identifier = Self.compatibleAdapterIdentifiers(name: name).first else {
        throw AssetError.compatibleAdapterNotFound(
          .init(debugDescription: "no file \(name).gguf in \(AdapterFolder.url.path()) matches the system's model"))
      }
      try self.init(fileURL: AdapterFolder.file(identifier))
    }

    /// Loads the system's model and the adapter before the first request.
    ///
    /// - Throws: ``SystemLanguageModel/Error`` if the model is not available or the adapter cannot be loaded.
    @concurrent public func compile() async throws {
      do {
        try await SystemLanguageModel(adapter: self).executor().load()
      } catch let error as GGUFLanguageModelError {
        throw SystemLanguageModel.Error(error)
      }
    }

    /// Returns the adapters of a name that match the system's model.
    ///
    /// - Parameter name: The name; see ``init(name:)``.
    /// - Returns: The names of their files, without the extension, in order.
    public static func compatibleAdapterIdentifiers(name: String) -> [String] {
      AdapterFolder.identifiers.filter { identifier in
        (identifier == name || identifier.hasPrefix(name + "-"))
          && (try? Self(fileURL: AdapterFolder.file(identifier))) != nil
      }
    }

    /// Deletes the adapters in the adapter folder that do not match the system's model.
    ///
    /// Files that are not adapters are kept; without a system model, all files are kept.
    ///
    /// - Throws: The system's error if a file cannot be deleted.
    public static func removeObsoleteAdapters() throws {
      guard let base = try? Self.baseFile() else { return }
      for identifier in AdapterFolder.identifiers {
        let url = AdapterFolder.file(identifier)
        guard let header = try? AdapterHeader(contentsOf: url.path(percentEncoded: false)) else { continue }
        if (try? header.check(against: base)) == nil { try FileManager.default.removeItem(at: url) }
      }
    }

    /// The file of the system's model.
    private static func baseFile() throws -> GGUFFile {
      guard let file = try? DefaultModelChoice.files()?.files.first else { throw SystemLanguageModel.noFile }
      return try GGUFFile(path: file.path(percentEncoded: false))
    }
  }
}

extension GGUFValue {
  /// The value as a standard library type.
  fileprivate var plain: Any {
    if case .bool(let value) = self { return value }
    if case .string(let bytes) = self { return String(decoding: bytes, as: UTF8.self) }
    if case .array(let array) = self { return array.plain }
    if let integer { return integer }
    return float.map { $0 as Any } ?? 0
  }
}

extension GGUFArray {
  fileprivate var plain: Any {
    switch self {
    case .float32(let values): values.map { Double($0) }
    case .bool(let values): values
    case .string(let values): values.map { String(decoding: $0, as: UTF8.self) }
    case .uint64(let values): values
    case .int64(let values): values
    case .float64(let values): values
    case .uint8, .int8, .uint16, .int16, .uint32, .int32: integers ?? []
    }
  }
}
