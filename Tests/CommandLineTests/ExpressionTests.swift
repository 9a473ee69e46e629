import Testing

@testable import swiftlet_cli

/// The calculator of the chat.
@Suite struct ExpressionTests {
  @Test(
    arguments: [
      ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("-2 ^ 2", "-4"), ("2 ^ 3 ^ 2", "512"), ("7 % 4", "3"),
      ("1 / 4", "0.25"), ("sqrt(16) + abs(-1)", "5"), ("round(pi * 100)", "314"), ("2 - -3", "5"), (".5 * 4", "2"),
    ])
  func hasTheValue(text: String, value: String) throws {
    #expect(try Expression.text(Expression.value(text)) == value)
  }

  @Test(arguments: [
    "", "1 +", "(1", "1)", "2 2", "x", "1 / 0", "1..2", "sqrt", "10 ^ 400", "ln(0)", "0 % 0", "1e5", "é",
  ])
  func isNoExpression(text: String) {
    let error = #expect(throws: Expression.Failure.self) { try Expression.value(text) }
    #expect(error?.description.isEmpty == false)
  }

  @Test func isLimited() {
    for text in [
      String(repeating: "(", count: 900), String(repeating: "-", count: 900), String(repeating: "2^", count: 400) + "2",
      String(repeating: "abs(", count: 200), String(repeating: "1+", count: 1000) + "1",
    ] {
      #expect(throws: Expression.Failure.self) { try Expression.value(text) }
    }
  }
}
