/// The properties of a model that affect the choice of types, besides tensor names.
struct QuantizationContext {
  var architecture: String
  var layerCount: Int
  /// The number of query heads per key/value head (GQA group size).
  var groupSize: Int
  var expertCount: Int
  /// True if the output matrix is tied to the embedding table.
  var isTied: Bool
  var hasImportance: Bool
  /// The rank of each value projection in layer order.
  private var valueRanks: [String: Int] = [:]

  init(_ metadata: GGUFMetadata, tensors names: [String], hasImportance: Bool) throws(GGUFError) {
    let architecture = try metadata.string("general.architecture") ?? ""
    self.architecture = architecture
    // Where layers differ, the first one is used for all.
    func number(_ key: String) throws(GGUFError) -> Int? {
      let key = "\(architecture).\(key)"
      return try metadata.elementCount(key) == nil ? metadata.integer(key) : metadata.integers(key)?.first
    }
    layerCount = try number("block_count") ?? 0
    let heads = try number("attention.head_count") ?? 1
    groupSize = heads / max(1, try number("attention.head_count_kv") ?? heads)
    expertCount = try number("expert_count") ?? 0
    isTied = !names.contains("output.weight")
    self.hasImportance = hasImportance
    let values = names.filter { TensorRole($0) == .value }
    let ordered = values.enumerated().sorted {
      (TensorRole.layer(of: $0.element) ?? 0, $0.offset) < (TensorRole.layer(of: $1.element) ?? 0, $1.offset)
    }
    for (rank, value) in ordered.enumerated() { valueRanks[value.element] = rank }
  }

  var valueCount: Int { valueRanks.count }

  func valueRank(_ name: String) -> Int { valueRanks[name] ?? 0 }
}

extension QuantizationMix {
  /// A tensor before quantisation.
  public struct Tensor: Sendable {
    /// The name.
    public var name: String
    /// The dimensions, fastest-varying first.
    public var dimensions: [Int]
    /// The type before quantisation, which small and sensitive tensors keep.
    public var type: TensorType

    /// Creates the description of a tensor.
    public init(name: String, dimensions: [Int], type: TensorType) {
      (self.name, self.dimensions, self.type) = (name, dimensions, type)
    }

    var columns: Int { dimensions.first ?? 1 }
  }

  /// Returns the types of a model's tensors in the mix.
  ///
  /// If rows are not whole blocks, a type with smaller blocks or binary16 is used.
  ///
  /// - Parameters:
  ///   - tensors: All tensors of the model.
  ///   - metadata: The metadata of the model, whose dimensions affect the choice.
  ///   - hasImportance: True if an importance matrix is used.
  /// - Returns: The types in the order of `tensors`.
  /// - Throws: ``GGUFError`` if a dimension in the metadata is invalid.
  public func types(
    of tensors: [Tensor], metadata: GGUFMetadata, hasImportance: Bool = false
  ) throws(GGUFError) -> [TensorType] {
    let context = try QuantizationContext(metadata, tensors: tensors.map(\.name), hasImportance: hasImportance)
    return tensors.map { self.type(of: $0, in: context) }
  }

  private func type(of tensor: Tensor, in model: QuantizationContext) -> TensorType {
    guard TensorRole.isQuantized(tensor.name, dimensions: tensor.dimensions) else { return tensor.type }
    guard base.elementsPerBlock > 1 else { return base }
    let wanted = isPure ? base : preferred(tensor, model) ?? base
    guard tensor.columns % wanted.elementsPerBlock != 0 else { return wanted }
    let substitute: TensorType =
      switch wanted {
      case .iq4_XS: .iq4_NL
      case .q2_K, .q3_K: .q4_0
      case .q4_K: .q5_0
      case .q5_K: .q5_1
      case .q6_K: .q8_0
      default: wanted
      }
    return tensor.columns % substitute.elementsPerBlock == 0 ? substitute : .f16
  }

  /// Returns the type of a tensor that deviates from the base type; nil for the base type.
  private func preferred(_ tensor: Tensor, _ model: QuantizationContext) -> TensorType? {
    let role = TensorRole(tensor.name)
    if role == .output || (role == .embedding && model.isTied) {
      let isPlain = model.architecture == "falcon" || tensor.columns % base.elementsPerBlock != 0
      return isPlain || [.q8_0, .mxfp4].contains(base) ? .q8_0 : .q6_K
    }
    if base == .mxfp4 { return tensor.dimensions.count > 2 && tensor.dimensions[2] > 1 ? .mxfp4 : .q8_0 }
    switch role {
    case .value: return valueProjectionType(model, rank: model.valueRank(tensor.name))
    case .key: return model.expertCount == 8 ? .q8_0 : nil
    case .down: return downProjectionType(model, layer: TensorRole.layer(of: tensor.name) ?? 0)
    case .attentionOutput: return attentionOutputType(model)
    case .output, .embedding, .query, .gate, .up, .other: return nil
    }
  }

  private func valueProjectionType(_ model: QuantizationContext, rank: Int) -> TensorType? {
    // Small compared to the rest of a model with eight experts.
    if model.expertCount == 8 { return .q8_0 }
    var type: TensorType?
    switch name {
    case "Q2_K": type = model.groupSize >= 4 ? .q4_K : .q3_K
    case "Q2_K_S" where model.groupSize >= 4: type = .q4_K
    case "Q3_K_M": type = rank < 2 ? .q5_K : .q4_K
    case "Q3_K_L": type = .q5_K
    case "IQ4_NL" where model.groupSize >= 4, "IQ4_XS" where model.groupSize >= 4: type = .q5_K
    case "Q4_K_M", "Q5_K_M": type = Self.usesMoreBits(rank, of: model.valueCount) ? .q6_K : nil
    case "Q4_K_S" where rank < 4: type = .q5_K
    default: break
    }
    // In 70B models, eight query heads share a value head, so value projections are both small and important.
    let is70B =
      model.layerCount == 80 && model.groupSize > 1 && ["llama", "qwen2", "deci"].contains(model.architecture)
    return is70B && [.q3_K, .q4_K].contains(type ?? base) ? .q5_K : type
  }

  private func downProjectionType(_ model: QuantizationContext, layer: Int) -> TensorType? {
    let count = model.layerCount
    let isFalcon = model.architecture == "falcon"
    let isPreferred = Self.usesMoreBits(layer, of: count)
    switch name {
    case "Q2_K": return .q3_K
    case "Q2_K_S": return layer < count / 8 ? .q4_K : nil
    case "Q3_K_M": return layer < count / 16 ? .q5_K : !isFalcon || isPreferred ? .q4_K : nil
    case "Q3_K_L": return isFalcon ? .q4_K : .q5_K
    case "Q4_K_M" where isFalcon: return layer < count / 16 ? .q6_K : isPreferred ? .q5_K : nil
    case "Q4_K_M", "Q5_K_M": return isPreferred ? .q6_K : nil
    case "Q4_K_S": return !isFalcon && layer < count / 8 ? .q5_K : nil
    case "IQ4_NL", "IQ4_XS": return layer < count / 8 && !model.hasImportance ? .q5_K : nil
    case "Q4_0": return layer < count / 8 && model.hasImportance ? .q4_1 : nil
    case "Q5_0": return layer < count / 8 && model.hasImportance ? .q5_1 : nil
    default: return nil
    }
  }

  private func attentionOutputType(_ model: QuantizationContext) -> TensorType? {
    if model.architecture == "falcon" { return name == "Q3_K_L" ? .q4_K : nil }
    if model.expertCount == 8 {
      let all = ["Q2_K", "Q3_K_S", "Q3_K_M", "IQ4_NL", "Q4_K_S", "Q4_K_M", "IQ4_XS"]
      return all.contains(name) ? .q5_K : nil
    }
    switch name {
    case "Q2_K": return .q3_K
    case "Q3_K_M": return .q4_K
    case "Q3_K_L": return .q5_K
    default: return nil
    }
  }

  /// Returns true if a layer is in the first or last eighth, or is every third one in between.
  private static func usesMoreBits(_ layer: Int, of count: Int) -> Bool {
    layer < count / 8 || layer >= 7 * count / 8 || (layer - count / 8) % 3 == 2
  }
}
