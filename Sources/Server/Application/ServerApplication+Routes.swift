extension ServerApplication {
  /// The routes of all protocols; each protocol has its own list.
  static var routes: [Route] {
    chatCompletionRoutes + responseRoutes + messageRoutes + completionRoutes + embeddingRoutes + rerankRoutes
      + ollamaRoutes + llamaRoutes + modelRoutes + healthRoutes + tokenRoutes + metricRoutes + pageRoutes
  }
}
