public import Foundation

/// A model in one of the stores, complete or with a part of its files.
public struct StoredModel: Sendable, Equatable {
  /// The name that means only this model.
  public var name: ModelName
  /// The store.
  public var store: ModelOrigin
  /// The quantization, such as `Q4_K_M`; nil if unknown.
  public var quantization: String?
  /// The files that are complete, the first part first.
  public var files: [URL]
  /// The bytes on disk, with those of unfinished downloads.
  public var byteCount: Int
  /// The bytes of the complete model; nil if unknown.
  public var totalByteCount: Int?
  /// True if all files are complete.
  public var isComplete: Bool
  /// The time of the last change.
  public var modified: Date
  /// The architecture of a complete model, such as `qwen3`; nil if its file cannot be read.
  public var architecture: String?

  /// False for a complete model whose file is none.
  public var isUsable = true

  /// The share of the bytes that are on disk, from 0 to 1; nil if unknown.
  public var fractionDownloaded: Double? {
    if isComplete { return 1 }
    guard let totalByteCount, totalByteCount > 0 else { return nil }
    return min(1, Double(byteCount) / Double(totalByteCount))
  }
}

/// The models of all stores, and what could not be read.
public struct ModelInventory: Sendable, Equatable {
  /// The models, by store and name.
  public var models: [StoredModel] = []
  /// The stores and models that could not be read, such as those without permission.
  public var failures: [ModelStoreError] = []
}
