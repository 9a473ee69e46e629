import SwiftletGGUF
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

  /// Returns the limits of the KV caches of a model and of its draft model in bytes, with room for as many tokens in each.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - draft: The draft model, if there is one.
  ///   - available: The number of bytes that are available when the weights of both are packed.
  /// - Returns: The limits, whose sum is that of ``cacheByteLimit(of:available:)``.
  func cacheByteLimits(
    of model: DecoderConfiguration, draft: DecoderConfiguration?, available: Int
  ) -> (model: Int, draft: Int) {
    let limit = cacheByteLimit(of: model, available: available)
    guard let draft else { return (limit, 0) }
    let size = contextSize(of: model)
    let bytes = [model, draft].map { Double($0.cacheByteCount(keyValueType, positions: size)) }
    let part = Int(clamping: Double(limit) * bytes[1] / max(1, bytes[0] + bytes[1]))
    return (limit - part, part)
  }

  /// Returns the number of tokens of the context for which there is memory.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - draft: The draft model, if there is one, whose cache takes a part of the memory.
  ///   - available: The number of bytes that are available when the weights of both are packed.
  /// - Returns: The number of tokens, at most ``contextSize(of:)``, as an engine has it.
  public func fittingContextSize(
    of model: DecoderConfiguration, draft: DecoderConfiguration? = nil, available: Int
  ) -> Int {
    let limit = cacheByteLimits(of: model, draft: draft, available: available).model
    return model.cachePool(keyValueType, byteLimit: limit)
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
