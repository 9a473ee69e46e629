import SwiftletGGUF
import Synchronization
import Testing

@testable import SwiftletInference
import SwiftletKernelInterface
@testable import SwiftletKernels

/// A token reads the weights of the experts that were chosen for it, and of no others.
@Suite(.serialized) struct ExpertReadingTests {
  /// The products of the machine's kernels, with a count of the bytes of packed weights that they read.
  enum MeteredMatrices: MatrixKernels {
    private static let bytes = Mutex(0)
    private static let kernels = KernelTable(.chosen).matrices

    static func multiplyIntegers(_ product: MatrixProduct, _ format: IntegerFormat) {
      count(product)
      kernels.multiplyIntegers(product, format)
    }

    static func multiplyFixedPoint(_ product: MatrixProduct) {
      count(product)
      kernels.multiplyFixedPoint(product)
    }

    static func multiplyFloats(_ product: MatrixProduct) {
      count(product)
      kernels.multiplyFloats(product)
    }

    private static func count(_ product: MatrixProduct) {
      let panelRows = PackedMatrix.pairRows / 2
      bytes.withLock { $0 += (product.rows + panelRows - 1) / panelRows * product.panelByteCount }
    }

    /// The bytes since the last time.
    static func take() -> Int {
      bytes.withLock { bytes in
        defer { bytes = 0 }
        return bytes
      }
    }
  }

  /// 8 of 64 experts on two threads, in types of different sizes.
  @Test(arguments: [TensorType.q8_0, .q4_0, .q6_K, .f16])
  func decodingReadsChosenExpertsOnly(_ type: TensorType) throws {
    let (experts, used) = (64, 8)
    let fixture = ArchitectureFixture(name: "qwen3moe")
    let variant = try WideModel(fixture, type) { metadata, prefix in
      metadata[prefix + "expert_count"] = .uint32(UInt32(experts))
      metadata[prefix + "expert_used_count"] = .uint32(UInt32(used))
      metadata[prefix + "expert_feed_forward_length"] = .uint32(128)
    }.variant
    // What the file has for a token: all matrices, of the experts' the used part, of the embeddings a row.
    var (count, all) = (0, 0)
    for tensor in variant.tensors where tensor.dimensions.count > 1 && tensor.name != "token_embd.weight" {
      let isOfExperts = tensor.name.contains("_exps.")
      #expect(!isOfExperts || tensor.dimensions[2] == experts)
      count += isOfExperts ? tensor.bytes.count / experts * used : tensor.bytes.count
      all += tensor.bytes.count
    }
    #expect(all > 4 * count)

    let pool = WorkerPool(threads: 2)
    let folder = try TemporaryFolder()
    let model = try DecoderModel(GGUFFile(path: variant.write(to: folder)), pool: pool)
    var table = KernelTable(.chosen)
    table.matrices = MeteredMatrices.self
    let decoder = try Decoder(model, Kernels(pool: pool, table: table), maximumRows: 16, maximumLogits: 16)
    let tokens = try fixture.expected().tokens
    let cache = try model.makeCache(capacity: tokens.count, type: .f16)
    func run(_ positions: Range<Int>) -> Int {
      var batch = DecoderBatch()
      for position in positions { batch.append(tokens[position], at: position, of: cache, needsLogits: true) }
      decoder.forward(&batch)
      return MeteredMatrices.take()
    }
    _ = run(0..<16)
    for position in 16..<tokens.count {
      let ratio = Double(run(position..<position + 1)) / Double(count)
      #expect(abs(ratio - 1) <= 0.1, "position \(position): \(ratio) times \(count) bytes")
    }
  }
}
