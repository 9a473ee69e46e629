import SwiftletJSON

extension JSONFields {
  /// The scale of the model's LoRA adapter in `lora`, an array of objects with `id` and `scale`; `nil` if it is absent.
  ///
  /// As on llama.cpp's server, an adapter that a list does not name is off.
  var adapterScale: Float? {
    get throws(FieldError) {
      guard let elements = try elements("lora") else { return nil }
      return try Self.adapterScale(elements, at: path(of: "lora") + ".")
    }
  }

  /// Returns the scale of the adapter 0 in a list; 0 if it is not named.
  ///
  /// - Parameters:
  ///   - elements: The objects.
  ///   - prefix: The beginning of the paths of errors.
  /// - Returns: The scale.
  /// - Throws: ``FieldError`` for another adapter, or a scale that is no number.
  static func adapterScale(_ elements: [JSONValue], at prefix: String = "") throws(FieldError) -> Float {
    var scale: Float = 0
    for (index, element) in elements.enumerated() {
      let fields = try JSONFields(element, at: "\(prefix)\(index)")
      guard let id = try fields.integer("id", in: 0 ... .max) else { throw FieldError(fields.path, "no \"id\"") }
      guard id == 0 else {
        throw FieldError(fields.path(of: "id"), "found \(id), expected 0: a model has one adapter at most")
      }
      guard let value = fields.member("scale") else { throw FieldError(fields.path, "no \"scale\"") }
      guard case .number(let text) = value, let number = Float(text), number.isFinite else {
        throw FieldError(fields.path(of: "scale"), "found \(value.excerpt), expected a number")
      }
      scale = number
    }
    return scale
  }
}
