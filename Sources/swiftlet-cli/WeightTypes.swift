import SwiftletGGUF
import SwiftletKernels

/// The types of the matrices in a file: the same for all, or the Q4_K_M mix.
enum WeightTypes {
  case all(TensorType)
  case q4_K_M

  /// The names that ``init(name:)`` accepts.
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
  /// Rows that are not a multiple of its block size get the fallback type of llama.cpp's quantizer.
  func type(of tensor: String, columns: Int, layers: Int) -> TensorType {
    let preferred =
      switch self {
      case .all(let type): type
      case .q4_K_M: Self.isSensitive(tensor, layers) ? TensorType.q6_K : .q4_K
      }
    guard columns % preferred.elementsPerBlock != 0 else { return preferred }
    let fallback: TensorType =
      switch preferred {
      case .q4_K: .q5_0
      case .q5_K: .q5_1
      case .q6_K: .q8_0
      default: .iq4_NL
      }
    return columns % fallback.elementsPerBlock == 0 ? fallback : .f16
  }

  /// Returns true for matrices that the mix keeps in 6 bits.
  ///
  /// These are the output matrix, and the value and down projections in the first and last eighth of the layers and in
  /// every third layer between.
  private static func isSensitive(_ tensor: String, _ layers: Int) -> Bool {
    if tensor.hasPrefix("output.") || tensor.hasPrefix("token_embd.") { return true }
    guard tensor.hasSuffix("attn_v.weight") || tensor.hasSuffix("ffn_down.weight") else { return false }
    guard let layer = tensor.split(separator: ".").dropFirst().first.flatMap({ Int($0) }) else { return false }
    return layer < layers / 8 || layer >= 7 * layers / 8 || (layer - layers / 8) % 3 == 2
  }
}
