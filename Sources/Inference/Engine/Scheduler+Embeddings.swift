/// Prompts with embedding rows.
extension Scheduler {
  /// Adds the rows of a sequence with embeddings to the batch.
  mutating func fillBatch(_ index: Int, _ embeddings: PromptEmbeddings) {
    let (cache, adapter) = (active[index].cache, active[index].request.adapter)
    let (tokenCount, firstLogits) = (active[index].tokens.count, active[index].firstScoringPosition)
    for position in active[index].cachedCount..<active[index].cachedCount + rowCounts[index] {
      batch.append(
        active[index].tokens[position], at: position, of: cache, in: embeddings,
        needsLogits: position >= firstLogits && (position < tokenCount - 1 || active[index].generatesTokens),
        adapter: adapter)
    }
    for (offset, token) in active[index].draftTokens.enumerated() {
      batch.append(
        token, at: tokenCount + offset, of: cache, in: embeddings, needsLogits: true, adapter: adapter)
    }
  }

  /// Changes the numbers of rows of prompts so that no bidirectional run is divided between passes.
  ///
  /// A run that comes next is run whole, although it may exceed the prefill budget; if there is no room for it, the
  /// sequence waits for the next pass.
  mutating func keepBlocksWhole(rowsLeft: Int) {
    var rowsLeft = rowsLeft
    for index in active.indices where active[index].isPrefilling { rowsLeft -= rowCounts[index] }
    for index in active.indices where active[index].isPrefilling {
      guard let embeddings = active[index].embeddings, rowCounts[index] > 0 else { continue }
      let start = active[index].cachedCount
      let count = embeddings.wholeCount(start + rowCounts[index]) - start
      rowsLeft += rowCounts[index] - max(0, count)
      rowCounts[index] = max(0, count)
      guard count <= 0, let end = embeddings.bidirectionalEnd(from: start), end - start <= rowsLeft else { continue }
      rowCounts[index] = end - start
      rowsLeft -= end - start
    }
  }
}
