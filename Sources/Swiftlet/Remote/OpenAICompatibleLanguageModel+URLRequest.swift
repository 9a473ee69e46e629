import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension OpenAICompatibleLanguageModel {
  /// Creates the request to the server.
  ///
  /// - Throws: ``OpenAICompatibleLanguageModelError/invalidHeader(name:)``, or ``ImageAttachmentError`` for an image that
  ///   cannot be read.
  func urlRequest(to endpoint: URL, _ request: LanguageModelExecutorGenerationRequest) throws -> URLRequest {
    var urlRequest = URLRequest(url: endpoint)
    urlRequest.httpMethod = "POST"
    urlRequest.httpBody = Data(try ChatRequest(request, for: self).json.utf8)
    // A fallback for the timeouts that `HTTPExchange` enforces.
    urlRequest.timeoutInterval = min(max(0, options.idleTimeout / .seconds(1)), 86_400) + 10
    var fields = [
      "Content-Type": "application/json", "Accept": "text/event-stream, application/json",
      "User-Agent": LibraryVersion.userAgent,
    ]
    #if canImport(FoundationNetworking)
      // With kept-alive connections, Foundation's networking on Linux occasionally waits forever.
      fields["Connection"] = "close"
    #endif
    if let apiKey { fields["Authorization"] = "Bearer \(apiKey.text)" }
    fields.merge(options.headers) { $1 }
    for (name, value) in fields {
      guard name.isFieldName, value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
        throw OpenAICompatibleLanguageModelError.invalidHeader(name: name.excerpt)
      }
      urlRequest.setValue(value, forHTTPHeaderField: name)
    }
    return urlRequest
  }

  /// Replaces the key and the values of the caller's header fields in a text.
  func redact(_ text: String) -> String {
    let secrets = [apiKey?.text].compactMap(\.self) + options.headers.values
    // Shorter values are not secrets, and replacing them would damage words.
    return secrets.filter { $0.utf8.count >= 6 }.reduce(text) { $0.replacing($1, with: "(hidden)") }
  }
}

extension String {
  /// True if this is a valid header field name.
  fileprivate var isFieldName: Bool {
    !isEmpty && utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ":") }
  }
}
