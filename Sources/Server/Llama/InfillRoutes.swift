import Swiftlet
import SwiftletJSON

extension ServerApplication {
  /// The route that fills in the middle of a text, as on llama.cpp's server.
  static var infillRoutes: [Route] {
    [Route("POST", "/infill") { try await LlamaHandler($0).complete(.infill) }]
  }
}

extension JSONFields {
  /// The text with a gap in `input_prefix`, which `prompt` follows, `input_suffix` and `input_extra`.
  var gap: FillInTheMiddle {
    get throws(FieldError) {
      guard let prefix = try text("input_prefix") else { throw FieldError(path(of: "input_prefix"), "no text") }
      guard let suffix = try text("input_suffix") else { throw FieldError(path(of: "input_suffix"), "no text") }
      var files: [FillInTheMiddle.File] = []
      for (index, element) in (try elements("input_extra") ?? []).enumerated() {
        let file = try JSONFields(element, at: "\(path(of: "input_extra")).\(index)")
        guard let text = try file.text("text") else { throw FieldError(file.path(of: "text"), "no text") }
        files.append(FillInTheMiddle.File(name: try file.text("filename") ?? "tmp", text: text))
      }
      return FillInTheMiddle(prefix: prefix + (try text("prompt") ?? ""), suffix: suffix, files: files)
    }
  }
}
