import SwiftletKernels

extension EngineOptions {
  /// Returns the context size of the options, or else of a model, without regard to memory.
  public func contextSize(of model: DecoderConfiguration) -> Int {
    max(1, min(contextSize ?? .max, model.trainingContext))
  }

  /// Returns the limit of the KV cache in bytes: that of the options, or else what two full contexts of each sequence
  /// take, and half of the available memory at most.
  ///
  /// Without the former, the prefixes of earlier sequences of a small model would fill the memory of a machine.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - available: The number of bytes that are available when the weights are packed.
  /// - Returns: The limit, at least 0.
  public func cacheByteLimit(of model: DecoderConfiguration, available: Int) -> Int {
    if let cacheByteLimit { return cacheByteLimit }
    let half = max(0, available) / 2
    let context = model.cacheByteCount(keyValueType, positions: contextSize(of: model))
    let (contexts, overflows) = context.multipliedReportingOverflow(by: 2 * max(1, min(maximumActive, 64)))
    return overflows ? half : min(half, max(contexts, 1 << 28))
  }

  /// Returns the number of tokens of the context for which there is memory.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - available: The number of bytes that are available when the weights are packed.
  /// - Returns: The number of tokens, at most ``contextSize(of:)``, as an engine without a draft model has it.
  public func fittingContextSize(of model: DecoderConfiguration, available: Int) -> Int {
    model.cachePool(keyValueType, byteLimit: cacheByteLimit(of: model, available: available))
      .largestPositionCount(upTo: contextSize(of: model), rows: Decoder.defaultMaximumRows)
  }
}

extension InferenceEngine {
  /// The error of a prompt with more tokens than ``contextSize``, which says if memory is the reason.
  public func lengthError(_ tokens: Int) -> InferenceError {
    contextSize < requestedContextSize
      ? .promptExceedsMemory(tokens: tokens, fitting: contextSize, contextSize: requestedContextSize)
      : .promptTooLong(tokens: tokens, contextSize: contextSize)
  }
}
