import SwiftletChatTemplates
import SwiftletJSON
import SwiftletServer
import Testing

/// Messages of requests in OpenAI's form.
@Suite struct ConversationMessagesTests {
  @Test func aRefusalIsTheContentOfAMessageWithoutAnother() throws {
    func content(_ members: String) throws -> String? {
      let message = try JSONValue.read(Array(#"{"role": "assistant", \#(members)}"#.utf8), options: .init())
      return try ConversationMessages([message]).messages.first?.content
    }
    #expect(try content(#""content": null, "refusal": "I will not.""#) == "I will not.")
    #expect(try content(#""refusal": "No.""#) == "No.")
    #expect(try content(#""content": "Yes.", "refusal": null"#) == "Yes.")
    #expect(try content(#""content": "Yes.", "refusal": "No.""#) == "Yes.")
    #expect(try content(#""content": null"#) == "")
  }
}
