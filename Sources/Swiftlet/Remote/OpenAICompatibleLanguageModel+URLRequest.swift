import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension OpenAICompatibleLanguageModel {
  /// The request to the server.
  func urlRequest(
    to endpoint: URL, _ request: LanguageModelExecutorGenerationRequest
  ) throws(OpenAICompatibleLanguageModelError) -> URLRequest {
    var urlRequest = URLRequest(url: endpoint)
    urlRequest.httpMethod = "POST"
    urlRequest.httpBody = Data(ChatRequest(request, for: self).json.utf8)
    // Only a net under the timeouts that exchanges keep themselves.
    urlRequest.timeoutInterval = min(max(0, options.silenceTimeout / .seconds(1)), 86_400) + 10
    var fields = ["Content-Type": "application/json", "Accept": "text/event-stream, application/json"]
    #if canImport(FoundationNetworking)
      // Over a connection that it kept, Foundation's networking on Linux now and then waits for ever.
      fields["Connection"] = "close"
    #endif
    if let apiKey { fields["Authorization"] = "Bearer \(apiKey.text)" }
    fields.merge(options.headers) { $1 }
    for (name, value) in fields {
      guard name.isFieldName, value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
        throw .invalidHeader(name: name.excerpt)
      }
      urlRequest.setValue(value, forHTTPHeaderField: name)
    }
    return urlRequest
  }

  /// Takes the key and the values of the caller's fields out of a text.
  func hide(in text: String) -> String {
    let secrets = [apiKey?.text].compactMap(\.self) + options.headers.values
    // What is shorter is no secret, and would tear words apart.
    return secrets.filter { $0.utf8.count >= 6 }.reduce(text) { $0.replacing($1, with: "(hidden)") }
  }
}

extension String {
  /// Whether this can be the name of a field in a head.
  fileprivate var isFieldName: Bool {
    !isEmpty && utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ":") }
  }
}
