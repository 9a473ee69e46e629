extension ServerApplication {
  /// The routes of all protocols; each protocol has its own list.
  package static var routes: [Route] { routes(of: ServerConfiguration()) }

  /// Returns the routes of a server with settings.
  static func routes(of configuration: ServerConfiguration) -> [Route] {
    chatCompletionRoutes + responseRoutes + messageRoutes + completionRoutes + embeddingRoutes + rerankRoutes
      + (configuration.speaksOllama ? ollamaRoutes : []) + llamaRoutes + infillRoutes + adapterRoutes + modelRoutes
      + healthRoutes + tokenRoutes + metricRoutes + pageRoutes(of: configuration)
  }
}
