extension ServerApplication {
  /// The page to chat on, which is public: it asks for the key itself.
  static var pageRoutes: [Route] {
    [Route("GET", "/", "/index.html", isPublic: true) { ChatPage.response(to: $0.request) }]
  }
}
