import SwiftletGGUF
import SwiftletKernels
import Synchronization

/// The check of `inspect --check`: reads all weights of a file, and finds those that are NaN or infinite.
struct WeightCheck {
  private let file: GGUFFile
  private let pool: WorkerPool

  init(_ file: GGUFFile, threads: Int) {
    self.file = file
    pool = WorkerPool(threads: threads)
  }

  /// Prints a line for each tensor with such weights, or that there is none.
  ///
  /// - Throws: The error about the first block with one.
  func run() throws {
    let progress = ProgressLine("checking")
    defer { progress.clear() }
    var (bytes, lines, first): (Int, [(left: String, help: String)], GGUFError?) = (0, [], nil)
    for tensor in file.tensors {
      let (count, block) = check(tensor)
      if let block {
        let found = "\(count) of \(tensor.elementCount) are NaN or infinite, from block \(block) on"
        lines.append((TerminalText.line(tensor.name), found))
        first = first ?? tensor.nonFiniteError(block: block)
      }
      bytes += tensor.byteCount
      progress.show(Double(bytes) / Double(max(1, file.tensorByteCount)))
    }
    progress.clear()
    if lines.isEmpty { lines.append(("all", "finite, \(file.tensors.count) tensors")) }
    try Output.write("\nWeights\n" + Command.table(lines))
    if let first { throw first }
  }

  private func check(_ tensor: GGUFTensor) -> (count: Int, firstBlock: Int?) {
    let sum = Mutex<(count: Int, firstBlock: Int?)>((0, nil))
    pool.forEach(tensor.rows, chunk: max(1, tensor.rows / (8 * pool.count))) { _, rows in
      let part = tensor.nonFiniteElements(inRows: rows)
      tensor.mapping.release(
        tensor.range.lowerBound + rows.lowerBound * tensor.bytesPerRow..<tensor.range.lowerBound + rows.upperBound
          * tensor.bytesPerRow)
      guard let block = part.firstBlock else { return }
      sum.withLock { $0 = ($0.count + part.count, min(block, $0.firstBlock ?? .max)) }
    }
    return sum.withLock { $0 }
  }
}
