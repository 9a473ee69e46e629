import SwiftletGGUF
import SwiftletKernels
import Testing

@testable import SwiftletInference

/// Logits depend on the sequence alone, to the last bit: not on its pieces, its neighbours or the threads.
@Suite struct InvarianceTests {
  @Test(arguments: ModelFixture.all, KeyValueType.allCases)
  func piecesOfAPromptDoNotMatter(_ fixture: ModelFixture, _ type: KeyValueType) throws {
    let (model, tokens) = (try fixture.model(), try fixture.expected().tokens)
    let whole = try logits(model, tokens, cache: type)
    #expect(whole.count == tokens.count)
    for chunk in [1, 2, 7, 16, 47] {
      #expect(try logits(model, tokens, chunk: chunk, cache: type) == whole, "pieces of \(chunk)")
    }
  }

  @Test(arguments: ModelFixture.all, [2, 3])
  func threadsDoNotMatter(_ fixture: ModelFixture, _ threads: Int) throws {
    let tokens = try fixture.expected().tokens
    let alone = try logits(fixture.model(), tokens)
    for _ in 0..<5 {
      #expect(try logits(fixture.model(threads: threads), tokens, threads: threads) == alone)
      #expect(try logits(fixture.model(), tokens, chunk: 1, threads: threads) == alone)
    }
  }

  @Test(arguments: ModelFixture.all)
  func neighboursInTheBatchDoNotMatter(_ fixture: ModelFixture) throws {
    let (model, tokens) = (try fixture.model(), try fixture.expected().tokens)
    let sequences = [tokens, Array(tokens.reversed()), Array(tokens[5..<30]), Array(tokens.suffix(9))]
    let alone = try sequences.map { try logits(model, $0) }
    let decoder = try Decoder(model, pool: WorkerPool(threads: 2), maximumRows: 16, maximumLogits: 16)
    let caches = try sequences.map { try model.makeCache(capacity: $0.count, type: .f32) }
    var together = sequences.map { _ in [[Float]]() }
    // Sequence i advances by i + 1 tokens a pass.
    while let _ = together.indices.first(where: { together[$0].count < sequences[$0].count }) {
      var batch = DecoderBatch()
      var owners: [Int] = []
      for index in sequences.indices {
        let start = together[index].count
        for position in start..<min(start + index + 1, sequences[index].count) {
          batch.append(sequences[index][position], at: position, of: caches[index], needsLogits: true)
          owners.append(index)
        }
      }
      decoder.forward(&batch)
      for (row, owner) in owners.enumerated() { together[owner].append(decoder.logits[row: row]) }
    }
    #expect(together == alone)
  }

  /// Sequences whose caches share the pages of a prefix, beside a stranger, in every combination of a step.
  @Test(
    arguments: [ModelFixture.grouped.path, ModelFixture.quantized[0].path]
      + ["deepseek2", "gemma2", "gpt-oss"].map { ArchitectureFixture(name: $0).path }, KeyValueType.allCases)
  func sharedPagesDoNotMatter(_ path: String, _ type: KeyValueType) throws {
    let model = try DecoderModel(GGUFFile(path: path), pool: WorkerPool(threads: 1))
    let prefix = (0..<331).map { ($0 * $0 + 7 * $0) % 80 }
    let tails = (0..<7).map { index in (0..<4).map { (13 * index + 5 * $0) % 80 } }
    let alone = try tails.map { Array(try logits(model, prefix + $0, cache: type).suffix($0.count)) }
    let (stranger, other) = (Array(prefix.reversed().prefix(4)), try model.makeCache(capacity: 4, type: type))
    let aloneStranger = try logits(model, stranger, cache: type)
    let decoder = try Decoder(model, pool: WorkerPool(threads: 2), maximumRows: 512, maximumLogits: 16)
    let pool = model.makePool(type: type)
    let first = KeyValueCache(pool: pool, capacity: prefix.count)
    try first.reserve(for: 0..<prefix.count)
    var batch = DecoderBatch()
    for (position, token) in prefix.enumerated() { batch.append(token, at: position, of: first, needsLogits: false) }
    decoder.forward(&batch)
    let caches = try tails.map { tail in
      let cache = KeyValueCache(pool: pool, capacity: prefix.count + tail.count)
      cache.adopt(first.runs)
      try cache.reserve(for: prefix.count..<prefix.count + tail.count)
      return cache
    }
    for step in 0..<4 {
      batch.removeAll()
      for (cache, tail) in zip(caches, tails) {
        batch.append(tail[step], at: prefix.count + step, of: cache, needsLogits: true)
      }
      batch.append(stranger[step], at: step, of: other, needsLogits: true)
      decoder.forward(&batch)
      for row in tails.indices { #expect(decoder.logits[row: row] == alone[row][step], "sequence \(row), \(step)") }
      #expect(decoder.logits[row: tails.count] == aloneStranger[step])
    }
  }

  @Test func onlyWantedRowsGiveLogits() throws {
    let fixture = ModelFixture.grouped
    let (model, tokens) = (try fixture.model(), try fixture.expected().tokens)
    let all = try logits(model, tokens)
    let decoder = try Decoder(model, pool: WorkerPool(threads: 1))
    let cache = try model.makeCache(capacity: tokens.count, type: .f32)
    var batch = DecoderBatch()
    let wanted = [3, 4, 40]
    for (position, token) in tokens.enumerated() {
      batch.append(token, at: position, of: cache, needsLogits: wanted.contains(position))
    }
    decoder.forward(&batch)
    for (row, position) in wanted.enumerated() { #expect(decoder.logits[row: row] == all[position]) }
  }

  @Test(arguments: ModelFixture.all, [1, 2])
  func chosenLogitsAreThoseOfAll(_ fixture: ModelFixture, _ threads: Int) throws {
    let (model, tokens) = (try fixture.model(threads: threads), try fixture.expected().tokens)
    let all = try logits(model, tokens, threads: threads)
    let decoder = try Decoder(model, pool: WorkerPool(threads: threads))
    for wanted in [[47], [3, 4, 40]] {
      let cache = try model.makeCache(capacity: tokens.count, type: .f32)
      var batch = DecoderBatch()
      for (position, token) in tokens.enumerated() {
        batch.append(token, at: position, of: cache, needsLogits: wanted.contains(position))
      }
      for row in 0..<wanted.count {
        decoder.logits.values.withMutableRow(row) { for index in $0.indices { $0[index] = .nan } }
      }
      decoder.forward(&batch) {
        var selection = RowSelection(of: model.weights.output.projection)
        for token in [2, 70] { selection.insert(token) }
        return selection
      }
      for (row, position) in wanted.enumerated() {
        let found = decoder.logits[row: row]
        for token in found.indices {
          // Those whose products are computed together, and no others.
          let isChosen = token < 32 || (64..<96).contains(token)
          #expect(isChosen ? found[token] == all[position][token] : found[token].isNaN)
        }
      }
    }
  }

  @Test func aCopiedPrefixContinuesAlike() throws {
    let fixture = ModelFixture.grouped
    let (model, tokens) = (try fixture.model(), try fixture.expected().tokens)
    let all = try logits(model, tokens)
    let decoder = try Decoder(model, pool: WorkerPool(threads: 1))
    let pool = model.makePool(type: .f32)
    let first = KeyValueCache(pool: pool, capacity: tokens.count)
    try first.reserve(for: 0..<40)
    var batch = DecoderBatch()
    for position in 0..<40 { batch.append(tokens[position], at: position, of: first, needsLogits: false) }
    decoder.forward(&batch)
    let second = KeyValueCache(pool: pool, capacity: 100)
    second.adopt(first.runs)
    try second.reserve(for: 30..<48)
    #expect(pool.usedPageCount == 2)
    batch.removeAll()
    for position in 30..<48 { batch.append(tokens[position], at: position, of: second, needsLogits: true) }
    decoder.forward(&batch)
    #expect((0..<18).map { decoder.logits[row: $0] } == Array(all[30...]))
  }
}
