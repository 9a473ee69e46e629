/// The description of all endpoints in OpenAPI 3.1, for `GET /openapi.json`.
package enum OpenAPIDescription {
  /// The response with the description.
  package static var response: HTTPResponse {
    HTTPResponse(
      status: 200,
      headers: ["Content-Type": "application/json", "Cache-Control": "no-cache", "ETag": "\"\(digest)\""],
      body: .bytes(bytes))
  }

  /// The bytes of the text, made once.
  private static let bytes = Array(text.utf8)
}
