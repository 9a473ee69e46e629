import SwiftletGGUF
import SwiftletKernels

/// Loads an adapter's matrices, and checks at the end that none was left.
struct AdapterLoader {
  let header: AdapterHeader
  /// The factor of the adapter's own scale.
  let strength: Float
  let decoder: Decoder.Properties
  private var left: Set<String>
  private var arena: PanelArena
  private var scratch: [Int: Activations] = [:]
  private var matrixCount = 0

  init(header: AdapterHeader, strength: Float, decoder: Decoder.Properties) {
    (self.header, self.strength, self.decoder) = (header, strength, decoder)
    left = Set(header.file.tensors.map(\.name))
    arena = PanelArena(expecting: ModelMemory.packedByteCount(of: header.file.tensors))
  }

  /// Loads the update of a projection; nil if none of its matrices is adapted.
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
            down: try packed(down), up: try packed(up), column: column,
            scale: strength * (alpha == 0 ? 1 : alpha / Float(rank)), low: try activations(rank),
            product: try rows(max(rank, matrix.rows))))
        matrixCount += 1
      }
      column += matrix.rows
    }
    return parts.isEmpty ? nil : LowRankUpdate(parts: parts, input: try activations(projection.columns))
  }

  /// Checks that all tensors were loaded, and returns the number of adapted matrices.
  ///
  /// - Throws: ``InferenceError/unsupportedFeature(file:found:expected:)`` if there is another tensor, or no adapted
  ///   matrix.
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

  /// Returns a buffer for the rows of a batch, which all updates with rows of that length share.
  private mutating func activations(_ columns: Int) throws(InferenceError) -> Activations {
    if let known = scratch[columns] { return known }
    let rows = decoder.maximumRows
    let new = try wrapping { () throws(KernelError) in try Activations(rows: rows, columns: columns) }
    scratch[columns] = new
    return new
  }

  private mutating func rows(_ columns: Int) throws(InferenceError) -> FloatRows { try activations(columns).values }
}
