public import Foundation

// The details of each case of the error.

extension LanguageModelError {
  /// The sizes of a conversation that is too long.
  public struct ContextSizeExceeded: Sendable {
    /// The context size in tokens.
    public var contextSize: Int

    /// The length of the conversation in tokens.
    public var tokenCount: Int

    /// The details, for a developer.
    public var debugDescription: String

    /// Additional values.
    public var metadata: [String: any Sendable]

    /// Creates a description of the error.
    ///
    /// - Parameters:
    ///   - contextSize: The context size in tokens.
    ///   - tokenCount: The length of the conversation in tokens.
    ///   - debugDescription: The details, for a developer.
    ///   - metadata: Additional values.
    public init(contextSize: Int, tokenCount: Int, debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.contextSize = contextSize
      self.tokenCount = tokenCount
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    /// The key in ``metadata`` of the model's context size in tokens, where the memory holds less than that.
    package static let modelContextSizeKey = "modelContextSize"
  }
}

extension LanguageModelError {
  /// The details of a rate limit.
  public struct RateLimited: Sendable {
    /// The time after which requests are accepted again, if it is known.
    public var resetDate: Date?

    /// The details, for a developer.
    public var debugDescription: String

    /// Additional values.
    public var metadata: [String: any Sendable]

    /// Creates a description of the error.
    ///
    /// - Parameters:
    ///   - resetDate: The time after which requests are accepted again, if it is known.
    ///   - debugDescription: The details, for a developer.
    ///   - metadata: Additional values.
    public init(resetDate: Date?, debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.resetDate = resetDate
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}

extension LanguageModelError {
  /// The details of a guardrail violation.
  public struct GuardrailViolation: Sendable {
    /// The details, for a developer.
    public var debugDescription: String

    /// Additional values.
    public var metadata: [String: any Sendable]

    /// Creates a description of the error.
    ///
    /// - Parameters:
    ///   - debugDescription: The details, for a developer.
    ///   - metadata: Additional values.
    public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}

extension LanguageModelError {
  /// The details of a missing capability.
  public struct UnsupportedCapability: Sendable {
    /// The missing capability.
    public var capability: LanguageModelCapabilities.Capability

    /// The details, for a developer.
    public var debugDescription: String

    /// Additional values.
    public var metadata: [String: any Sendable]

    /// Creates a description of the error.
    ///
    /// - Parameters:
    ///   - capability: The missing capability.
    ///   - debugDescription: The details, for a developer.
    ///   - metadata: Additional values.
    public init(
      capability: LanguageModelCapabilities.Capability, debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      self.capability = capability
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}

extension LanguageModelError {
  /// The details of unsupported transcript entries.
  public struct UnsupportedTranscriptContent: Sendable {
    /// The unsupported entries.
    public var unsupportedContent: [Transcript.Entry]

    /// The details, for a developer.
    public var debugDescription: String

    /// Additional values.
    public var metadata: [String: any Sendable]

    /// Creates a description of the error.
    ///
    /// - Parameters:
    ///   - unsupportedContent: The unsupported entries.
    ///   - debugDescription: The details, for a developer.
    ///   - metadata: Additional values.
    public init(
      unsupportedContent: [Transcript.Entry], debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      self.unsupportedContent = unsupportedContent
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}

extension LanguageModelError {
  /// The details of an unsupported generation guide.
  public struct UnsupportedGenerationGuide: Sendable {
    /// The schema's name, if it is known.
    public var schemaName: String?

    /// The details, for a developer.
    public var debugDescription: String

    /// Additional values.
    public var metadata: [String: any Sendable]

    /// Creates a description of the error.
    ///
    /// - Parameters:
    ///   - schemaName: The schema's name, if it is known.
    ///   - debugDescription: The details, for a developer.
    ///   - metadata: Additional values.
    public init(schemaName: String?, debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.schemaName = schemaName
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}

extension LanguageModelError {
  /// The details of an unsupported language.
  public struct UnsupportedLanguageOrLocale: Sendable {
    /// The language.
    public var languageCode: Locale.LanguageCode

    /// The details, for a developer.
    public var debugDescription: String

    /// Additional values.
    public var metadata: [String: any Sendable]

    /// Creates a description of the error.
    ///
    /// - Parameters:
    ///   - languageCode: The language.
    ///   - debugDescription: The details, for a developer.
    ///   - metadata: Additional values.
    public init(languageCode: Locale.LanguageCode, debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.languageCode = languageCode
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}

extension LanguageModelError {
  /// The details of a timeout.
  public struct Timeout: Sendable {
    /// The details, for a developer.
    public var debugDescription: String

    /// Additional values.
    public var metadata: [String: any Sendable]

    /// Creates a description of the error.
    ///
    /// - Parameters:
    ///   - debugDescription: The details, for a developer.
    ///   - metadata: Additional values.
    public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}
