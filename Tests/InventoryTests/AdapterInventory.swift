import Foundation
import FoundationModels

func adapters(_ file: URL) async throws {
  let adapter = try SystemLanguageModel.Adapter(fileURL: file)
  let _ = try SystemLanguageModel.Adapter(name: "cook")
  let _: [String: Any] = adapter.creatorDefinedMetadata
  try await adapter.compile()
  let _: [String] = SystemLanguageModel.Adapter.compatibleAdapterIdentifiers(name: "cook")
  try SystemLanguageModel.Adapter.removeObsoleteAdapters()
  let _ = SystemLanguageModel(adapter: adapter)
  let _ = SystemLanguageModel(adapter: adapter, guardrails: .default)
}

func adapterErrors(_ error: SystemLanguageModel.Adapter.AssetError) -> String {
  let _: [String?] = [error.errorDescription, error.recoverySuggestion]
  property(\SystemLanguageModel.Adapter.AssetError.Context.debugDescription, String.self)
  let _ = SystemLanguageModel.Adapter.AssetError.Context(debugDescription: "d")
  let _: any LocalizedError & Sendable = error
  switch error {
  case .invalidAsset(let context), .invalidAdapterName(let context), .compatibleAdapterNotFound(let context):
    return context.debugDescription
  @unknown default: return "unknown"
  }
}
