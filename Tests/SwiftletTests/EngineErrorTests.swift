import SwiftletGuides
import SwiftletInference
import Testing

@testable import Swiftlet

/// Tests of the session errors that engine errors are converted to.
struct EngineErrorTests {
  @Test func aBusyEngineIsALimitOfTheRate() {
    guard case .rateLimited(let details) = LanguageModelError(InferenceError.tooManyRequests(limit: 3)) else {
      Issue.record("another error, or none")
      return
    }
    #expect(details.resetDate == nil && details.debugDescription.contains("3 requests"))
  }

  @Test func aPromptThatDoesNotFitIsAnExceededContext() {
    let error = InferenceError.promptTooLong(tokens: 900, contextSize: 512)
    guard case .contextSizeExceeded(let details) = LanguageModelError(error) else {
      Issue.record("another error, or none")
      return
    }
    #expect(details.tokenCount == 900 && details.contextSize == 512)
  }

  @Test func othersStayWhatTheyAre() {
    #expect(LanguageModelError(InferenceError.stopped) == nil)
    #expect(LanguageModelError(InferenceError.guide(.noTokenAllowed(offset: 3))) == nil)
  }
}
