import Swiftlet
import SwiftletJSON

extension ServerApplication {
  /// The routes of the LoRA adapter of a model, that of `?model=` or the default one, as on llama.cpp's server.
  static var adapterRoutes: [Route] {
    [
      Route("GET", "/lora-adapters") { routed in
        HTTPResponse(json: .array(routed.services.adapters(of: try routed.queriedModel)))
      },
      Route("POST", "/lora-adapters") { routed in
        let model = try routed.queriedModel
        let json = try routed.json
        guard let elements = json.elements else {
          throw FieldError("", "found \(json.excerpt), expected an array of objects with \"id\" and \"scale\"")
        }
        try routed.services.models.setAdapterScale(JSONFields.adapterScale(elements), of: model)
        return HTTPResponse(json: .members([("success", true)]))
      },
    ]
  }
}

extension RoutedRequest {
  /// The model of `?model=`, or the default one.
  fileprivate var queriedModel: ServedModel {
    get throws(RequestFailure) { try services.models.find(request.parameter("model")) }
  }
}

extension ServerServices {
  /// The adapters of a model, of which there is one at most.
  fileprivate func adapters(of model: ServedModel) -> [JSONValue] {
    guard let file = model.adapterFile, let scale = models.adapterScale(of: model) else { return [] }
    // The name alone, as paths of this machine are nothing for clients.
    let name = file.path.split(separator: "/").last.map(String.init) ?? ""
    return [.members([("id", .count(0)), ("path", .string(name)), ("scale", .number(Double(scale)))])]
  }
}
