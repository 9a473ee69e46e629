extension ServerApplication {
  /// The routes of all protocols; each protocol has its own list.
  static var routes: [Route] {
    chatCompletionRoutes + modelRoutes + healthRoutes + tokenRoutes + pageRoutes
  }
}
