import Foundation
import SwiftletInference
import SwiftletWeights
import Synchronization

extension SystemLanguageModel {
  /// Whether the model can be used, and if not, why.
  @frozen
  public enum Availability: Equatable, Sendable {
    /// It can be used.
    case available
    /// It cannot, for this reason.
    case unavailable(UnavailableReason)

    /// Why a model cannot be used.
    public enum UnavailableReason: Equatable, Hashable, Sendable {
      /// There is a model, but this engine cannot run it: its architecture is not known.
      case deviceNotEligible
      /// The user has not switched it on.
      ///
      /// There is no such switch here, so this is never given. Sources written for Apple's systems name it.
      case appleIntelligenceNotEnabled
      /// There is no file to load the model from, or it is not a model.
      case modelNotReady
    }
  }

  /// Whether there is a file to load the model from, and whether the engine can run it.
  ///
  /// Only the beginning of the file is looked at. Damaged weights are reported by the request that needs them.
  public final var availability: Availability {
    guard let path = current?.slot.configuration.path else { return .unavailable(.modelNotReady) }
    return FileCheck.availability(ofFileAt: path)
  }

  /// Whether ``availability`` is ``Availability/available``.
  public final var isAvailable: Bool { availability == .available }

  /// The greatest number of tokens in a conversation, or 0 if the model is not available.
  ///
  /// Loads the weights if they never were in memory, while the caller waits.
  public final var contextSize: Int { current?.contextSize ?? 0 }
}

extension SystemLanguageModel.Availability.UnavailableReason: CustomDebugStringConvertible {
  /// What is missing, and what can be done about it.
  public var debugDescription: String {
    switch self {
    case .deviceNotEligible:
      "deviceNotEligible: the engine does not know the architecture of the model file; set SWIFTLET_MODEL to another one"
    case .appleIntelligenceNotEnabled:
      "appleIntelligenceNotEnabled: the user has not switched the model on"
    case .modelNotReady:
      "modelNotReady: there is no \(DefaultModel.fileName) beside the executable that is a GGUF file; "
        + "set SWIFTLET_MODEL to one"
    }
  }
}

/// Looks into files, and remembers what it found until they change.
enum FileCheck {
  private struct Version: Equatable {
    var path: String
    var size: Int?
    var date: Date?
  }

  private static let last = Mutex<(version: Version, availability: SystemLanguageModel.Availability)?>(nil)

  static func availability(ofFileAt path: String) -> SystemLanguageModel.Availability {
    let values = try? URL(filePath: path).resourceValues(forKeys: [.fileSizeKey, .contentModificationDateKey])
    let version = Version(path: path, size: values?.fileSize, date: values?.contentModificationDate)
    if let last = last.withLock({ $0 }), last.version == version { return last.availability }
    let availability = look(intoFileAt: path)
    last.withLock { $0 = (version, availability) }
    return availability
  }

  private static func look(intoFileAt path: String) -> SystemLanguageModel.Availability {
    do {
      try InferenceEngine.check(contentsOf: path)
      return .available
    } catch {
      switch error {
      case .unsupportedArchitecture, .unsupportedFeature: return .unavailable(.deviceNotEligible)
      default: return .unavailable(.modelNotReady)
      }
    }
  }
}
