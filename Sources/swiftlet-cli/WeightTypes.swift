import SwiftletGGUF
import SwiftletKernels

/// Which types the matrices of a file have: one for all, or the mix that users call Q4_K_M.
enum WeightTypes {
  case all(TensorType)
  case q4_K_M

  /// The names that ``init(name:)`` knows.
  static var names: [String] { PackedFormat.allCases.map(\.rawValue) + ["q4_k_m"] }

  init?(name: String) {
    if name.lowercased() == "q4_k_m" {
      self = .q4_K_M
    } else if let type = TensorType(name: name), type.writableFormat != nil, PackedFormat(type) != nil {
      self = .all(type)
    } else {
      return nil
    }
  }

  /// The type of a matrix, such as `blk.0.attn_q.weight`.
  ///
  /// Rows that are not whole blocks of it get the type that llama.cpp's quantiser falls back to.
  func type(of tensor: String, columns: Int, layers: Int) -> TensorType {
    let wanted =
      switch self {
      case .all(let type): type
      case .q4_K_M: Self.isSensitive(tensor, layers) ? TensorType.q6_K : .q4_K
      }
    guard columns % wanted.elementsPerBlock != 0 else { return wanted }
    let substitute: TensorType =
      switch wanted {
      case .q4_K: .q5_0
      case .q5_K: .q5_1
      case .q6_K: .q8_0
      default: .iq4_NL
      }
    return columns % substitute.elementsPerBlock == 0 ? substitute : .f16
  }

  /// Whether the mix keeps six bits: the output matrix, and values and down projections of the first and last eighth of
  /// the layers and of every third between.
  private static func isSensitive(_ tensor: String, _ layers: Int) -> Bool {
    if tensor.hasPrefix("output.") || tensor.hasPrefix("token_embd.") { return true }
    guard tensor.hasSuffix("attn_v.weight") || tensor.hasSuffix("ffn_down.weight") else { return false }
    guard let layer = tensor.split(separator: ".").dropFirst().first.flatMap({ Int($0) }) else { return false }
    return layer < layers / 8 || layer >= 7 * layers / 8 || (layer - layers / 8) % 3 == 2
  }
}
