extension ServerApplication {
  /// Returns the page to chat on, which is public: it asks for the key itself.
  ///
  /// Programs that do not ask for HTML get ollama's sign of life, by which its clients find a server.
  static func pageRoutes(of configuration: ServerConfiguration) -> [Route] {
    let page = Route("GET", "/index.html", isPublic: true) { ChatPage.response(to: $0.request) }
    let (hasPage, speaksOllama) = (configuration.hasPage, configuration.speaksOllama)
    guard hasPage || speaksOllama else { return [] }
    let root = Route("GET", "/", isPublic: true) { routed in
      if hasPage, !speaksOllama || routed.request.headers["accept"]?.contains("text/html") == true {
        return ChatPage.response(to: routed.request)
      }
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "text/plain; charset=utf-8", "Vary": "Accept"],
        body: .bytes(Array("Ollama is running".utf8)))
    }
    return hasPage ? [root, page] : [root]
  }
}
