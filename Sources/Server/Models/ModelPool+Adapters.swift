import Swiftlet
import Synchronization

// The LoRA adapters of models, whose scales requests may change.

extension ModelPool {
  /// Returns the scale of a model's adapter, as a factor of that of its file; `nil` if it has none.
  package func adapterScale(of model: ServedModel) -> Float? {
    guard let file = model.adapterFile else { return nil }
    let entry = entries.withLock { entries in entries.first { $0.definition.name == model.name } }
    return entry?.adapterScale ?? file.strength
  }

  /// Sets the scale of a model's adapter, for requests that set none.
  ///
  /// - Throws: ``FieldError`` if the model has no adapter, and the scale asks for one.
  package func setAdapterScale(_ scale: Float, of model: ServedModel) throws(FieldError) {
    try Self.checkAdapter(scale, of: model)
    change(model.name) { $0.adapterScale = scale }
  }

  /// Returns requests with the scale of the model's adapter.
  ///
  /// - Throws: ``FieldError`` if a request asks for an adapter that the model does not have.
  func adapting(
    _ requests: [LanguageModelExecutorGenerationRequest], to model: ServedModel
  ) throws(FieldError) -> [LanguageModelExecutorGenerationRequest] {
    let standard = entries.withLock { entries in entries.first { $0.definition.name == model.name }?.adapterScale }
    var adapted = requests
    for index in adapted.indices {
      if let scale = adapted[index].engine.adapterStrength { try Self.checkAdapter(scale, of: model) }
      adapted[index].engine.adapterStrength = adapted[index].engine.adapterStrength ?? standard
    }
    return adapted
  }

  private static func checkAdapter(_ scale: Float, of model: ServedModel) throws(FieldError) {
    guard scale != 0, model.adapterFile == nil else { return }
    throw FieldError(
      "lora", "the model \(model.name) has no adapter; the server is started with one by --lora",
      code: "unsupported_value")
  }
}
