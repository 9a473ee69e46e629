import Swiftlet
import SwiftletChatTemplates

/// The content of a message while it is read from a request: its text, and the images in it.
struct MessageContent {
  /// The text of all parts.
  private(set) var text = ""
  /// The images in order.
  private(set) var images: [Transcript.ImageAttachment] = []
  /// The places of the images in the text, in UTF-8 bytes.
  private(set) var imageOffsets: [Int] = []
  /// The places of the images in the request.
  private(set) var imagePlaces: [String] = []
  /// True if neither text nor an image was added.
  private(set) var isEmpty = true

  /// Creates empty content.
  init() {}

  /// Creates content of a text.
  init(text: String) { append(text) }

  /// Appends a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - separator: The text before it, unless it is the first or follows an image, which templates set off themselves.
  mutating func append(_ text: String, separator: String = "") {
    let followsImage = imageOffsets.last == self.text.utf8.count
    if !isEmpty, !followsImage { self.text += separator }
    self.text += text
    isEmpty = false
  }

  /// Appends an image.
  mutating func append(_ image: RequestImage) {
    imageOffsets.append(text.utf8.count)
    images.append(image.attachment)
    imagePlaces.append(image.place)
    isEmpty = false
  }

  /// Appends further content, whose text follows the separator if it follows text.
  mutating func append(_ other: MessageContent, separator: String) {
    guard !other.isEmpty else { return }
    let startsWithText = other.imageOffsets.first != 0
    if startsWithText { append("", separator: separator) }
    let start = text.utf8.count
    text += other.text
    imageOffsets += other.imageOffsets.map { start + $0 }
    images += other.images
    imagePlaces += other.imagePlaces
    isEmpty = false
  }

  /// Throws if there is an image, which a kind of message cannot have.
  func refuseImages(in kind: String) throws(FieldError) {
    guard let place = imagePlaces.first else { return }
    throw FieldError(place, "found an image in \(kind), expected text", code: "unsupported_value")
  }
}

extension ChatMessage {
  /// Creates a message of content.
  init(role: Role, _ content: MessageContent) {
    self.init(role: role, content: content.text)
    imageOffsets = content.imageOffsets
  }
}
