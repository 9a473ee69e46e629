public import SwiftletGGUF
import SwiftletKernels

/// A description of an mmproj file, read without its weights.
public struct ProjectorFile: Sendable {
  /// The path of the file.
  public let path: String
  /// The projector type, which names the family.
  public var projector: String { configuration.projector }
  /// The models that use the family.
  public var models: String { family.models }
  /// The texts that chat templates of the family write for a picture.
  public var templateMarkers: [String] { family.markers }
  /// The side in pixels of the squares that the encoder was trained for.
  public var imageSize: Int { configuration.imageSize }
  /// The side of a patch in pixels.
  public var patchSize: Int { configuration.patchSize }
  /// The number of blocks.
  public var blockCount: Int { configuration.blockCount }
  /// The width of the residual stream.
  public var width: Int { configuration.width }
  /// The hidden width of the feed-forward networks.
  public var feedForwardWidth: Int { configuration.feedForwardWidth }
  /// The number of attention heads.
  public var headCount: Int { configuration.shape.headCount }
  /// The side of the squares of patches that become a row.
  public var merge: Int { configuration.merge }
  /// The side of attention windows in patches; nil for full attention in all blocks.
  public var window: Int? { configuration.window }
  /// The blocks after which rows for the first layers of the text model are made.
  public var deepstack: [Int] { configuration.deepstack }
  /// The number of elements of a row, those of additional rows included, as the text model has to expect it.
  public let rowWidth: Int
  /// The names of tensors that the encoder needs and the file does not have.
  public let missingTensors: [String]
  let configuration: VisionConfiguration
  private let family: VisionFamily

  /// Reads the description of a file.
  ///
  /// - Throws: ``InferenceError`` naming the key that is missing or wrong.
  public init(contentsOf path: String) throws(InferenceError) {
    try self.init(try wrapping { () throws(GGUFError) in try GGUFFile(path: path) })
  }

  /// Reads the description of an opened file.
  public init(_ file: GGUFFile) throws(InferenceError) {
    (path, family, configuration) = (file.path, try VisionFamily.of(file), try VisionConfiguration(file))
    missingTensors = Self.required(configuration, file).filter { file[$0] == nil }
    var width: Int?
    for step in configuration.steps {
      switch step {
      case .linear(let name), .gated(_, _, let name, _): width = file[name + ".weight"]?.dimensions.last ?? width
      case .transposed(let name): width = file[name + ".weight"]?.columns ?? width
      default: break
      }
    }
    let stated = try wrapping { () throws(GGUFError) in try file.metadata.integer("clip.vision.projection_dim") }
    rowWidth = (width ?? stated ?? 0) * (1 + configuration.deepstack.count)
  }

  /// Returns the number of prompt rows of a picture, without those of its markers.
  ///
  /// - Throws: ``InferenceError/vision(_:)`` if the picture cannot be processed.
  public func rowCount(of size: PictureSize) throws(InferenceError) -> Int {
    try family.checkedPlan(configuration, size).rowCount
  }

  /// Returns the number of elements that a text model expects in a row; nil if the file does not tell.
  public static func rowWidth(ofModel file: GGUFFile) -> Int? {
    guard let architecture = try? file.metadata.string("general.architecture"),
      let width = try? file.metadata.integer("\(architecture).embedding_length")
    else { return nil }
    let additional = (try? file.metadata.integer("\(architecture).n_deepstack_layers")) ?? 0
    return width.multipliedReportingOverflow(by: 1 + max(0, min(additional, 512))).partialValue
  }

  /// The names of the tensors that each encoder of the configuration has.
  private static func required(_ model: VisionConfiguration, _ file: GGUFFile) -> [String] {
    var names = ["v.patch_embd.weight"]
    if model.positions != .none { names.append("v.position_embd.weight") }
    if model.hasClassToken { names.append("v.class_embd") }
    if model.hasPatchNorm { names.append("v.norm_embd.weight") }
    if model.hasPreNorm { names.append("v.pre_ln.weight") }
    if model.hasPostNorm { names.append("v.post_ln.weight") }
    if model.mergingBlock != nil {
      let parts = ["ln1", "attn_q", "attn_k", "attn_v", "attn_out", "ds_ln", "ds_ffn_up", "ds_ffn_down"]
      names += parts.map { "v.vit_merger.\($0).weight" }
    }
    for index in 0..<model.blockCount {
      let prefix = "v.blk.\(index)."
      let isFused = file[prefix + "attn_qkv.weight"] != nil
      let attention = isFused ? ["attn_qkv"] : ["attn_q", "attn_k", "attn_v"]
      let network = (model.isGated ? ["ffn_gate"] : []) + ["ffn_up", "ffn_down"]
      names += (["ln1"] + attention + ["attn_out", "ln2"] + network).map { prefix + $0 + ".weight" }
    }
    for step in model.steps {
      switch step {
      case .linear(let name), .transposed(let name), .norm(let name, _, isOptional: false):
        names.append(name + ".weight")
      case .gated(let gate, let up, let down, _): names += [gate, up, down].map { $0 + ".weight" }
      case .standardize(let bias, let scale): names += [bias, scale]
      default: break
      }
    }
    return names
  }
}
