import SwiftletGGUF
import SwiftletKernels

/// Reads an adapter's matrices, and tells at the end whether there were others.
struct AdapterLoader {
  let header: AdapterHeader
  let decoder: Decoder.Properties
  private var left: Set<String>
  private var arena = PanelArena()
  private var scratch: [Int: Activations] = [:]
  private var matrixCount = 0

  init(header: AdapterHeader, decoder: Decoder.Properties) {
    (self.header, self.decoder) = (header, decoder)
    left = Set(header.file.tensors.map(\.name))
  }

  /// The update of a projection; nil if none of its matrices is adapted.
  mutating func update(of linear: DecoderWeights.Linear) throws(InferenceError) -> LowRankUpdate? {
    let projection = linear.projection
    var (parts, column): ([LowRankUpdate.Part], Int) = ([], 0)
    for (name, matrix) in zip(linear.names, projection.matrices) {
      let (name, alpha) = (name + ".weight", header.alpha)
      let names = [name + ".lora_a", name + ".lora_b"]
      if !left.isDisjoint(with: names) {
        let (down, up) = try header.matrices(of: name, columns: matrix.columns, rows: matrix.rows)
        left.subtract(names)
        let rank = down.rows
        parts.append(
          LowRankUpdate.Part(
            down: try packed(down), up: try packed(up), column: column, scale: alpha == 0 ? 1 : alpha / Float(rank),
            low: try activations(rank), product: try rows(max(rank, matrix.rows))))
        matrixCount += 1
      }
      column += matrix.rows
    }
    return parts.isEmpty ? nil : LowRankUpdate(parts: parts, input: try activations(projection.columns))
  }

  /// The number of adapted matrices.
  ///
  /// - Throws: ``InferenceError/unsupportedFeature(file:found:expected:)`` if a tensor was not asked for, or none was.
  func finish() throws(InferenceError) -> Int {
    if let stray = left.min() { throw AdapterHeader.stray(stray, header.file) }
    guard matrixCount > 0 else {
      throw .unsupportedFeature(file: header.file.path, found: "no tensors", expected: "at least one adapted matrix")
    }
    return matrixCount
  }

  private mutating func packed(_ tensor: GGUFTensor) throws(InferenceError) -> Projection {
    do {
      return Projection([try PackedMatrix(tensor, pool: decoder.kernels.pool, arena: &arena)])
    } catch {
      throw .kernel(error)
    }
  }

  /// Room for the rows of a batch, shared by all updates that take rows of that length: they run one after the other.
  private mutating func activations(_ columns: Int) throws(InferenceError) -> Activations {
    if let known = scratch[columns] { return known }
    let rows = decoder.maximumRows
    let new = try wrapping { () throws(KernelError) in try Activations(rows: rows, columns: columns) }
    scratch[columns] = new
    return new
  }

  private mutating func rows(_ columns: Int) throws(InferenceError) -> FloatRows { try activations(columns).values }
}
