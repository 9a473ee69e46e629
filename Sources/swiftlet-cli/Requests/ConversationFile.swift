import SwiftletChatTemplates
import SwiftletServer

/// A conversation in a file: a JSON array of messages as in requests of the OpenAI API.
struct ConversationFile {
  let messages: [ChatMessage]

  init(path: String) throws(FileError) {
    let elements = try JSONFile.elements(path)
    messages = try FileError.naming(path) { () throws(FieldError) -> [ChatMessage] in
      try KnownMembers.check(messages: elements)
      return try ConversationMessages(elements).messages
    }
  }
}
