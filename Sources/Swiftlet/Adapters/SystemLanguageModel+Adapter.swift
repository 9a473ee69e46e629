public import Foundation
import SwiftletGGUF
import SwiftletInference
import SwiftletWeights

extension SystemLanguageModel {
  /// A low-rank adapter (LoRA) in GGUF form: what a model has learnt besides, in a file of its own.
  ///
  /// ```swift
  /// let adapter = try SystemLanguageModel.Adapter(fileURL: URL(filePath: "pirate.gguf"))
  /// let session = LanguageModelSession(model: SystemLanguageModel(adapter: adapter))
  /// ```
  ///
  /// Making one reads the beginning of the file and compares it with the system's model; the first request loads it. The
  /// model's weights stay as they are in memory, so many adapters of one model cost little more than the model.
  public struct Adapter {
    let path: String
    private let metadata: GGUFMetadata

    /// What the file's creator wrote into it: all of its keys, with strings, numbers, truth values and arrays of these.
    public var creatorDefinedMetadata: [String: Any] {
      Dictionary(metadata.keys.compactMap { key in metadata[key].map { (key, $0.plain) } }) { first, _ in first }
    }

    /// Takes an adapter from a file.
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

    /// Takes the first compatible adapter of a name from the folder of adapters.
    ///
    /// The folder is what `SWIFTLET_ADAPTERS` names, else `swiftlet/adapters` in the user's folder for application
    /// data. An adapter `pirate` is the file `pirate.gguf`; `pirate-2.gguf` and the like are others of that name.
    ///
    /// - Parameter name: The name.
    /// - Throws: ``AssetError/invalidAdapterName(_:)`` if no file can have the name, or
    ///   ``AssetError/compatibleAdapterNotFound(_:)`` if there is no file of the name that fits the system's model.
    public init(name: String) throws {
      guard AdapterFolder.isName(name) else {
        throw AssetError.invalidAdapterName(
          .init(debugDescription: "found \"\(name)\", expected letters, digits, spaces and any of . _ -"))
      }
      guard let identifier = Self.compatibleAdapterIdentifiers(name: name).first else {
        throw AssetError.compatibleAdapterNotFound(
          .init(debugDescription: "no file \(name).gguf in \(AdapterFolder.url.path()) fits the system's model"))
      }
      try self.init(fileURL: AdapterFolder.file(identifier))
    }

    /// Loads the system's model and the adapter, so that the first request need not.
    ///
    /// - Throws: ``SystemLanguageModel/Error`` if the model is not available or the adapter cannot be loaded.
    @concurrent public func compile() async throws {
      do {
        try await SystemLanguageModel(adapter: self).generator().load()
      } catch let error as GGUFLanguageModelError {
        throw SystemLanguageModel.Error(error)
      }
    }

    /// The adapters of a name that fit the system's model.
    ///
    /// - Parameter name: The name; see ``init(name:)``.
    /// - Returns: The names of their files, without the extension, in order.
    public static func compatibleAdapterIdentifiers(name: String) -> [String] {
      AdapterFolder.identifiers.filter { identifier in
        (identifier == name || identifier.hasPrefix(name + "-"))
          && (try? Self(fileURL: AdapterFolder.file(identifier))) != nil
      }
    }

    /// Deletes the adapters in the folder of adapters that do not fit the system's model.
    ///
    /// Files that are not adapters stay; so does everything while there is no system's model.
    ///
    /// - Throws: What the system says if a file cannot be deleted.
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
      guard let url = DefaultModel.url else { throw SystemLanguageModel.noFile }
      return try GGUFFile(path: url.path(percentEncoded: false))
    }
  }
}

extension GGUFValue {
  /// The value in the types of the standard library.
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
    case .uint8(let values): values.map { Int($0) }
    case .int8(let values): values.map { Int($0) }
    case .uint16(let values): values.map { Int($0) }
    case .int16(let values): values.map { Int($0) }
    case .uint32(let values): values.map { Int($0) }
    case .int32(let values): values.map { Int($0) }
    case .float32(let values): values.map { Double($0) }
    case .bool(let values): values
    case .string(let values): values.map { String(decoding: $0, as: UTF8.self) }
    case .uint64(let values): values
    case .int64(let values): values
    case .float64(let values): values
    }
  }
}
