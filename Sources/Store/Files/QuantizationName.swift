internal import SwiftletGGUF

/// The names of quantizations in file names, and the tensor types that they stand for.
///
/// Source: the file types of llama.cpp's `llama-quantize`, and the names that the uploaders of the hub use for variants
/// of them (`_L`, `_XL`: larger embeddings).
struct QuantizationName: Sendable, Hashable {
  /// The upper-case name, such as `Q4_K_M`.
  let name: String
  /// The tensor types, the most frequent first; empty for types of other engines.
  let types: [TensorType]

  /// True if the engine has all tensor types.
  var isRunnable: Bool { !types.isEmpty && types.allSatisfy { Self.computable.contains($0) } }

  /// The average number of bits per weight of the most frequent type; nil for types of other engines.
  var bits: Double? { types.first?.bitsPerElement }

  /// True for unquantized weights.
  var isFloat: Bool { [.f32, .f16, .bf16].contains(types.first) }

  private static let computable = Set(TensorType.computable)

  /// Returns the quantization with a name, ignoring case.
  static func named(_ name: String) -> QuantizationName? { table[name.uppercased()] }

  /// Returns the names in small letters that files of a quantization can have: F16 and FP16 mean the same.
  static func spellings(of label: String) -> [String] {
    [label.lowercased()] + (named(label).map { [$0.name.lowercased()] } ?? [])
  }

  /// The quantizations by name, with aliases.
  private static let table: [String: QuantizationName] = {
    var table: [String: QuantizationName] = [:]
    func add(_ names: [String], _ types: [TensorType]) {
      for name in names { table[name] = QuantizationName(name: name, types: types) }
    }
    add(["F32"], [.f32])
    add(["F16"], [.f16])
    add(["BF16"], [.bf16])
    table["FP32"] = table["F32"]
    table["FP16"] = table["F16"]
    add(["Q4_0", "Q4_0_L", "Q4_0_XL"], [.q4_0])
    add(["Q4_1", "Q4_1_XL"], [.q4_1])
    add(["Q5_0"], [.q5_0])
    add(["Q5_1"], [.q5_1])
    add(["Q8_0", "Q8_0_L", "Q8_0_XL", "Q8_K_XL", "Q8_XL"], [.q8_0])
    // Short names that stand for some mix with these types.
    add(["Q8"], [.q8_0])
    add(["Q6"], [.q6_K])
    add(["Q5"], [.q5_K])
    add(["Q4"], [.q4_K])
    add(["Q2_K", "Q2_K_S", "Q2_K_M", "Q2_K_L", "Q2_K_XL"], [.q2_K, .q3_K])
    add(["Q3_K", "Q3_K_S", "Q3_K_M", "Q3_K_L", "Q3_K_XL"], [.q3_K, .q5_K])
    add(["Q4_K", "Q4_K_S", "Q4_K_M", "Q4_K_L", "Q4_K_XL"], [.q4_K, .q6_K])
    add(["Q5_K", "Q5_K_S", "Q5_K_M", "Q5_K_L", "Q5_K_XL"], [.q5_K, .q6_K])
    add(["Q6_K", "Q6_K_S", "Q6_K_M", "Q6_K_L", "Q6_K_XL"], [.q6_K])
    add(["IQ1_S"], [.iq1_S])
    add(["IQ1_M"], [.iq1_M])
    add(["IQ2_XXS"], [.iq2_XXS])
    add(["IQ2_XS"], [.iq2_XS])
    add(["IQ2_S", "IQ2_M"], [.iq2_S])
    add(["IQ3_XXS"], [.iq3_XXS])
    add(["IQ3_XS", "IQ3_S", "IQ3_M"], [.iq3_S, .iq3_XXS])
    add(["IQ4_XS"], [.iq4_XS])
    add(["IQ4_NL", "IQ4_NL_XL"], [.iq4_NL])
    add(["TQ1_0"], [.tq1_0])
    add(["TQ2_0"], [.tq2_0])
    add(["MXFP4", "MXFP4_MOE"], [.mxfp4])
    add(["NVFP4"], [.nvfp4])
    add(["Q1_0"], [.q1_0])
    add(["Q2_0"], [.q2_0])
    // Formats that llama.cpp has removed, and those of the fork ik_llama.cpp.
    add(["Q4_0_4_4", "Q4_0_4_8", "Q4_0_8_8"], [])
    add(["IQ2_K", "IQ3_K", "IQ4_K", "IQ5_K", "IQ6_K", "IQ2_KS", "IQ3_KS", "IQ4_KS", "IQ5_KS", "IQ4_KSS"], [])
    add(["IQ2_KL", "IQ1_KT", "IQ2_KT", "IQ3_KT", "IQ4_KT"], [])
    add(["Q4_0_R8", "Q8_0_R8", "Q4_K_R4", "Q5_K_R4", "Q6_K_R4", "IQ4_XS_R4", "IQ4_K_R4"], [])
    return table
  }()

  /// Finds the last and longest name at word boundaries in a text.
  ///
  /// Words end at `-`, `.`, `_`, `/` and the ends of the text. `Q4_K` is thus not found in `Q4_K_M`, nor `Q4_XS` in
  /// `IQ4_XS`.
  ///
  /// - Returns: The name, and its range in the UTF-8 bytes of the text.
  static func last(in text: String) -> (quantization: QuantizationName, range: Range<Int>)? {
    let bytes = Array(text.uppercased().utf8)
    let boundaries = [-1] + bytes.indices.filter { isBoundary(bytes[$0]) } + [bytes.count]
    var best: (quantization: QuantizationName, range: Range<Int>)?
    for (position, boundary) in boundaries.enumerated() {
      // No name has more than five parts.
      for end in boundaries[(position + 1)...].prefix(5) {
        let range = boundary + 1..<end
        guard !range.isEmpty, let found = table[String(decoding: bytes[range], as: UTF8.self)] else { continue }
        if let best, range.lowerBound < best.range.upperBound, range.count <= best.range.count { continue }
        best = (found, range)
      }
    }
    return best
  }

  static func isBoundary(_ byte: UInt8) -> Bool { "-._/".utf8.contains(byte) }
}
