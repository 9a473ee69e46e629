import Swiftlet
import SwiftletJSON
import Synchronization

/// The server without its sockets: it answers requests in the protocols of existing clients.
///
/// Any HTTP server can pass requests to it:
///
/// ```swift
/// let application = ServerApplication(models: [ServedModel(name: "tiny", model: model)])
/// let response = await application.respond(to: HTTPRequest(method: "GET", path: "/v1/models"))
/// ```
public final class ServerApplication: Sendable {
  /// The parts that all protocols share.
  package let services: ServerServices
  private let router: Router
  private let policy: Mutex<ClientPolicy>

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - models: The models, of which the first is the default.
  ///   - configuration: The settings.
  public convenience init(models: [ServedModel], configuration: ServerConfiguration = ServerConfiguration()) {
    self.init(models: models, configuration: configuration, routes: Self.routes(of: configuration))
  }

  /// Creates a server with other routes.
  package init(models: [ServedModel], configuration: ServerConfiguration, routes: [Route]) {
    services = ServerServices(models: models, configuration: configuration)
    router = Router(routes)
    policy = Mutex(ClientPolicy(configuration))
  }

  /// Answers a request.
  ///
  /// - Parameter request: The request.
  /// - Returns: The response; the body of a stream may still fail, in a way that its protocol has.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    let context = RequestContext(request, clock: services.clock, metrics: services.metrics)
    var form = ErrorForm.openAI
    var response: HTTPResponse
    do {
      response = try await answer(request, context, &form)
    } catch {
      if error is CancellationError { context.note { $0.isCancelled = true } }
      response = failure(error, form, context)
    }
    finish(&response, to: request, form, context)
    return logging(response, context)
  }

  /// Refuses a request by its head, before its body is read; `nil` lets it pass.
  ///
  /// - Parameter request: The request without its body.
  /// - Returns: The response.
  public func refusal(of request: HTTPRequest) -> HTTPResponse? {
    var form = ErrorForm.openAI
    let context = RequestContext(request, clock: services.clock, metrics: services.metrics)
    do {
      _ = try route(request, &form)
      return nil
    } catch {
      var response = failure(error, form, context)
      finish(&response, to: request, form, context)
      return logging(response, context)
    }
  }

  /// Returns the response to a request that the transport refuses.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - message: The error in words.
  ///   - request: The request without its body; `nil` if its head could not be read.
  /// - Returns: The response in the form of the path's protocol.
  package func refusal(status: Int, message: String, of request: HTTPRequest?) -> HTTPResponse {
    let request = request ?? HTTPRequest(method: "-", path: "-")
    let form = ErrorForm(path: request.path)
    let context = RequestContext(request, clock: services.clock, metrics: services.metrics)
    let kind: RequestFailure.Kind = status == 413 ? .requestTooLarge : status >= 500 ? .unavailable : .invalidRequest
    let code = status == 413 ? "request_too_large" : nil
    var response = failure(RequestFailure(status, kind, code: code, message), form, context)
    finish(&response, to: request, form, context)
    return logging(response, context)
  }

  /// Replaces the keys of clients.
  public func setKeys(_ keys: [String]) {
    policy.withLock { $0.keys = keys.map { Array($0.utf8) } }
  }

  /// Takes no further requests; health says so.
  public func drain() { services.drain() }

  /// Ends the answers in progress with an error.
  public func endAnswers() { services.endAnswers() }
}

extension ServerApplication {
  private func answer(
    _ request: HTTPRequest, _ context: RequestContext, _ form: inout ErrorForm
  ) async throws -> HTTPResponse {
    switch try route(request, &form) {
    case .preflight(let methods): return HTTPResponse(status: 204, headers: ["Allow": methods])
    case .route(let route, let rest):
      if services.isDraining, !route.isPublic { throw ServerServices.draining }
      return try await route.handler(
        RoutedRequest(request: request, rest: rest, form: route.form, services: services, context: context))
    }
  }

  private enum Destination {
    /// A question of a browser, or which methods there are.
    case preflight(methods: String)
    case route(Route, rest: String)
  }

  /// Finds the route of a request, and checks that its client may use it.
  private func route(_ request: HTTPRequest, _ form: inout ErrorForm) throws(RequestFailure) -> Destination {
    form = ErrorForm(path: request.path)
    let policy = policy.withLock { $0 }
    try policy.check(request)
    guard let path = request.decodedPath else {
      throw RequestFailure(400, .invalidRequest, "the path is not encoded as it should be")
    }
    let match = router.match(path)
    if request.method == "OPTIONS" { return .preflight(methods: match?.allowedMethods ?? "GET, POST, OPTIONS") }
    // Before anything else is said about the server.
    if match?.routes.first?.isPublic != true { try policy.checkKey(request) }
    guard let match else {
      throw RequestFailure(404, .notFound, "there is no \(String(path.prefix(200)).debugDescription)")
    }
    form = match.routes.first?.form ?? form
    guard let route = match.route(for: request.method) else {
      throw RequestFailure(
        405, .invalidRequest, code: "method_not_allowed", allow: match.allowedMethods,
        "found \(request.method.prefix(20)), expected \(match.allowedMethods)")
    }
    return .route(route, rest: match.rest)
  }

  private func failure(_ error: any Error, _ form: ErrorForm, _ context: RequestContext) -> HTTPResponse {
    // No client reads this one.
    if error is CancellationError { return HTTPResponse(status: 499) }
    let failure = RequestFailure(error)
    if failure.isInternal { services.configuration.log("swiftlet: \(context.id): \(failure.message)") }
    let shown = failure.withoutInternals
    var response = HTTPResponse(json: form.body(shown, requestID: context.id), status: shown.status)
    if let seconds = shown.retryAfter { response.headers["Retry-After"] = String(seconds) }
    if let methods = shown.allow { response.headers["Allow"] = methods }
    if shown.status == 401 { response.headers["WWW-Authenticate"] = "Bearer" }
    return response
  }

  /// Adds the fields that all responses have.
  private func finish(
    _ response: inout HTTPResponse, to request: HTTPRequest, _ form: ErrorForm, _ context: RequestContext
  ) {
    response.headers["Server"] = "swiftlet/\(LibraryVersion.number)"
    response.headers["x-request-id"] = context.id
    if form == .anthropic { response.headers["request-id"] = context.id }
    if services.isDraining { response.headers["Connection"] = "close" }
    guard let origin = request.headers["origin"], policy.withLock({ $0.isAllowed(origin) }) else { return }
    response.headers["Access-Control-Allow-Origin"] = origin
    response.headers.append(name: "Vary", value: "Origin")
    response.headers["Access-Control-Expose-Headers"] = "x-request-id, request-id, retry-after"
    guard request.method == "OPTIONS", let method = request.headers["access-control-request-method"] else { return }
    response.headers["Access-Control-Allow-Methods"] = response.headers["Allow"] ?? method
    // Clients send fields of their own, such as x-stainless-*.
    if let fields = request.headers["access-control-request-headers"] {
      response.headers["Access-Control-Allow-Headers"] = fields
    }
    if request.headers["access-control-request-private-network"] == "true" {
      response.headers["Access-Control-Allow-Private-Network"] = "true"
    }
    response.headers["Access-Control-Max-Age"] = "600"
  }

  /// Returns the response with a line in the access log at its end.
  private func logging(_ response: HTTPResponse, _ context: RequestContext) -> HTTPResponse {
    let status = response.status
    switch response.body {
    case .bytes(let bytes):
      log(context, status: status, bytes: bytes.count)
      return response
    case .stream(let write):
      var response = response
      response.body = .stream { [self] writer in
        let counter = CountingWriter(writer)
        defer { log(context, status: status, bytes: counter.count) }
        do {
          try await write(counter)
        } catch {
          context.note { $0.isCancelled = true }
          throw error
        }
      }
      return response
    }
  }

  private func log(_ context: RequestContext, status: Int, bytes: Int) {
    context.note { record in
      (record.status, record.byteCount) = (status, bytes)
      record.totalTime = context.age
    }
    // One record for both: the generation of a client that left may go on for a moment.
    let record = context.record
    services.metrics.note(record, path: router.name(of: record.path))
    let configuration = services.configuration
    guard let line = record.line(id: context.id, format: configuration.logFormat) else { return }
    configuration.log(line)
  }
}

/// A writer that counts the bytes of a body.
private final class CountingWriter: HTTPBodyWriter {
  private let writer: any HTTPBodyWriter
  private let total = Mutex(0)

  var count: Int { total.withLock { $0 } }

  init(_ writer: any HTTPBodyWriter) { self.writer = writer }

  func write(_ bytes: [UInt8]) async throws {
    try await writer.write(bytes)
    total.withLock { $0 += bytes.count }
  }
}
