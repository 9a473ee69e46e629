import SwiftletJSON

extension ServerApplication {
  /// The routes that list models, load them and unload them.
  static var modelRoutes: [Route] {
    [
      Route("GET", "/v1/models") { routed in
        let models = routed.services.models.descriptions.map { $0.json }
        return HTTPResponse(json: .members([("object", "list"), ("data", .array(models))]))
      },
      // Names may have slashes.
      Route("GET", "/v1/models/*") { routed in
        HTTPResponse(json: try routed.services.models.description(of: routed.rest).json)
      },
      // As on llama.cpp's server.
      Route("POST", "/models/load") { routed in
        let (model, keepAlive) = try routed.namedModel
        try await routed.services.models.load(model, keepAlive: keepAlive)
        return HTTPResponse(json: .members([("success", true)]))
      },
      Route("POST", "/models/unload") { routed in
        let model = try routed.namedModel.model
        guard routed.services.models.unloadIdle(model.name) else {
          throw RequestFailure(
            409, .invalidRequest, code: "model_in_use", parameter: "model",
            "the model \(model.name) answers requests; it can be unloaded when they have ended")
        }
        return HTTPResponse(json: .members([("success", true)]))
      },
    ]
  }
}

extension RoutedRequest {
  /// The model that the body names, which has to be there, and its idle time.
  fileprivate var namedModel: (model: ServedModel, keepAlive: KeepAlive?) {
    get throws {
      let fields = try JSONFields(try json)
      guard let name = try fields.text("model"), !name.isEmpty else {
        throw FieldError("model", "found none, expected the name of a model")
      }
      let model = try services.models.description(of: name).model
      return (model, try fields.keepAlive)
    }
  }
}

extension ModelPool.Description {
  /// The object `model` of OpenAI's API, with members of other servers.
  fileprivate var json: JSONValue {
    let properties = model.properties
    let inputs: JSONValue = .array(model.readsImages ? ["text", "image"] : ["text"])
    let meta = JSONValue.members([
      ("n_ctx", contextSize.map { .count($0) }), ("n_ctx_train", properties?.trainingContext.map { .count($0) }),
      ("n_vocab", properties?.vocabularyCount.map { .count($0) }),
      ("n_embd", properties?.embeddingLength.map { .count($0) }),
      ("n_params", properties.map { .count($0.parameterCount) }), ("size", properties.map { .count($0.byteCount) }),
      ("ftype", properties?.fileType.map { .string($0) }),
    ])
    let context: JSONValue? = (contextSize ?? properties?.trainingContext).map { .count($0) }
    return .members([
      ("id", .string(model.name)), ("object", "model"), ("created", .count(model.created)), ("owned_by", "swiftlet"),
      ("aliases", .array(model.aliases.map { .string($0) })), ("meta", meta),
      ("architecture", .members([("input_modalities", inputs), ("output_modalities", .array(["text"]))])),
      (
        "status",
        .members([
          ("value", .string(status.rawValue)), ("progress", progress.map { .number($0) }),
        ])
      ),
      ("context_length", context), ("max_model_len", context),
    ])
  }
}
