extension ServerApplication {
  /// The routes of all protocols; each protocol has its own list.
  static var routes: [Route] {
    chatCompletionRoutes + responseRoutes + messageRoutes + modelRoutes + healthRoutes + tokenRoutes + pageRoutes
  }
}
