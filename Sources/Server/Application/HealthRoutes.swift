import SwiftletJSON

extension ServerApplication {
  /// The routes that say how the server is, without a key.
  static var healthRoutes: [Route] {
    [
      Route("GET", "/v1/health", isPublic: true) { routed in
        let isDraining = routed.services.isDraining
        return HTTPResponse(
          json: .members([("status", isDraining ? "draining" : "ok")]), status: isDraining ? 503 : 200)
      }
    ]
  }
}
