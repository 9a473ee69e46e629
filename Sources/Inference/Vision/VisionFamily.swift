import SwiftletGGUF

/// A supported family of vision encoders and projectors.
struct VisionFamily: Sendable {
  /// The projector type in files.
  var projector: String
  /// Models that use it.
  var models: String
  /// The texts that chat templates write for a picture, in place of which its plan is put.
  var markers: [String]
  /// Changes the configuration of a plain encoder to that of this family.
  var describe: @Sendable (inout VisionConfiguration, ArchitectureKeys) throws(InferenceError) -> Void
  /// Plans how a picture is scaled and divided, and the text around its parts.
  var plan: @Sendable (VisionConfiguration, PictureSize) throws(VisionError) -> PicturePlan

  /// All supported families.
  static let all: [VisionFamily] = [
    idefics3, lfm2, gemma3, internvl, qwen2vl, qwen25vl, qwen3vl, pixtral, llava, gemma4, glm4v,
  ]

  /// Returns the plan of a picture of a size.
  ///
  /// - Throws: ``InferenceError/vision(_:)`` if the picture cannot be processed.
  func checkedPlan(_ model: VisionConfiguration, _ size: PictureSize) throws(InferenceError) -> PicturePlan {
    try wrapping { () throws(VisionError) in
      guard size.width > 0, size.height > 0 else {
        throw .invalidPicture(width: size.width, height: size.height)
      }
      return try plan(model, size)
    }
  }

  /// Returns the family of an mmproj file.
  ///
  /// - Throws: ``InferenceError/vision(_:)`` if the file has no vision encoder, or one that is not supported.
  static func of(_ file: GGUFFile) throws(InferenceError) -> VisionFamily {
    let (architecture, type, visionType) = try wrapping { () throws(GGUFError) in
      (
        try file.metadata.string("general.architecture"), try file.metadata.string("clip.projector_type"),
        try file.metadata.string("clip.vision.projector_type")
      )
    }
    guard architecture == "clip", file["v.patch_embd.weight"] != nil else {
      throw .vision(.noEncoder(file: file.path))
    }
    let name = [type, visionType].compactMap(\.self).first { !$0.isEmpty } ?? "none"
    guard let family = all.first(where: { $0.projector == name }) else {
      throw .vision(.unsupportedProjector(file: file.path, found: name, supported: all.map(\.projector)))
    }
    return family
  }
}
