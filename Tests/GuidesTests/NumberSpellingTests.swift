import SwiftletGuides
import SwiftletTokenizers
import Testing

/// The allowed spellings of numbers.
@Suite struct NumberSpellingTests {
  private func accepts(_ number: String, _ options: GuideOptions) throws -> Bool {
    let guide = try Guide(schema: #"{"type": "number"}"#, options: options, index: TokenIndex(.bytes))
    var matcher = guide.makeMatcher()
    return matcher.accept(bytes: number.utf8) && matcher.isAccepting
  }

  @Test(arguments: ["1E99", "-9.999e+99", "1e-99", "1e0", "123456789012345.123456789012345"])
  func generatedNumbersAreInTheRangeOfDouble(_ number: String) throws {
    #expect(try accepts(number, .generating))
    #expect(Double(number)?.isFinite == true)
  }

  @Test(arguments: ["1E100", "2e-100", "1e001", "1234567890123456"])
  func numbersOutsideTheRangeOfDoubleAreNotGenerated(_ number: String) throws {
    #expect(try !accepts(number, .generating))
    #expect(try accepts(number, .validating))
  }

  @Test func exponentsHaveOneToThreeDigits() throws {
    var options = GuideOptions()
    for (digits, longest) in [(-5, 1), (1, 1), (2, 2), (3, 3), (9, 3)] {
      options.maximumExponentDigits = digits
      let exponent = String(repeating: "9", count: longest)
      #expect(try accepts("1e" + exponent, options))
      #expect(try !accepts("1e9" + exponent, options))
    }
  }
}
