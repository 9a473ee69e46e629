extension ServerApplication {
  /// The page to chat on, which is public: it asks for the key itself.
  ///
  /// Programs that do not ask for HTML get ollama's sign of life, by which its clients find a server.
  static var pageRoutes: [Route] {
    [
      Route("GET", "/", "/index.html", isPublic: true) { routed in
        if routed.request.path != "/" || routed.request.headers["accept"]?.contains("text/html") == true {
          return ChatPage.response(to: routed.request)
        }
        return HTTPResponse(
          status: 200, headers: ["Content-Type": "text/plain; charset=utf-8", "Vary": "Accept"],
          body: .bytes(Array("Ollama is running".utf8)))
      }
    ]
  }
}
