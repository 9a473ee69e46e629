import Foundation
import SwiftletInference
import SwiftletWeights
import Synchronization

extension SystemLanguageModel {
  /// The availability of the model, with the reason if it is unavailable.
  @frozen
  public enum Availability: Equatable, Sendable {
    /// The model can be used.
    case available
    /// The model cannot be used, for a reason.
    case unavailable(UnavailableReason)

    /// A reason why a model cannot be used.
    public enum UnavailableReason: Equatable, Hashable, Sendable {
      /// The engine does not support the architecture of the model file.
      case deviceNotEligible
      /// The user has not enabled the model.
      ///
      /// Swiftlet has no such setting, so this is never returned; it exists for source compatibility.
      case appleIntelligenceNotEnabled
      /// The model file is missing, or is not a GGUF file.
      case modelNotReady
    }
  }

  /// The availability of the model file, and of engine support for its architecture.
  ///
  /// Only the header of the file is read. Damaged weights are reported by the request that needs them.
  public final var availability: Availability {
    guard let path = current?.slot.configuration.path else { return .unavailable(.modelNotReady) }
    return FileCheck.availability(ofFileAt: path)
  }

  /// True if ``availability`` is ``Availability/available``.
  public final var isAvailable: Bool { availability == .available }

  /// The context size in tokens, or 0 if the model is not available.
  ///
  /// Loads the weights synchronously if they have not been loaded before.
  public final var contextSize: Int { current?.contextSize ?? 0 }
}

extension SystemLanguageModel.Availability.UnavailableReason: CustomDebugStringConvertible {
  /// The reason and its remedy, for a developer.
  public var debugDescription: String {
    switch self {
    case .deviceNotEligible:
      "deviceNotEligible: the engine does not support the architecture of the model file; "
        + "set SWIFTLET_MODEL to another one"
    case .appleIntelligenceNotEnabled:
      "appleIntelligenceNotEnabled: the user has not switched the model on"
    case .modelNotReady:
      "modelNotReady: there is no \(DefaultModel.fileName) beside the executable that is a GGUF file; "
        + "set SWIFTLET_MODEL to one"
    }
  }
}

/// A cached check of a model file's header, repeated when the file changes.
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
    let availability = check(fileAt: path)
    last.withLock { $0 = (version, availability) }
    return availability
  }

  private static func check(fileAt path: String) -> SystemLanguageModel.Availability {
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
