/// The processors that each thread of a pool is restricted to, where the system's scheduler cannot know better.
///
/// On most machines there is no restriction: a pinned thread waits if another program uses its core, and with it all
/// others at the end of a loop. There are two exceptions:
///
/// - Beside slow cores, threads stay on the fast ones, if these are enough for all threads.
/// - If no memory node has a core for each thread, threads stay on a node. Each thread has the same share of every loop
///   over the rows of a matrix, when the matrix is packed and when it is multiplied (see ``LoopShares``), and Linux
///   allocates memory on the node of the thread that first writes to it: so most weights are read from local memory.
struct WorkerPlacement: Sendable {
  /// The processors of each thread; nil if threads are not restricted.
  let processors: [[Int]]?

  /// Places a number of threads on the cores of a machine.
  init(threads: Int, on topology: MachineTopology) {
    let isHybrid = topology.fastCores.count < topology.cores.count
    let cores = isHybrid && threads > topology.fastCores.count ? topology.cores : topology.fastCores
    let nodes = Dictionary(grouping: cores, by: \.node).sorted { $0.key < $1.key }.map(\.value)
    let needsSeveralNodes = nodes.count > 1 && threads > nodes.map(\.count).max() ?? 0
    if needsSeveralNodes {
      // In proportion to the cores, so that threads of a node have consecutive numbers, like the shares of a loop.
      processors = (0..<threads).map { thread in
        var position = thread * cores.count / threads
        for node in nodes {
          if position < node.count { return node.flatMap(\.processors).sorted() }
          position -= node.count
        }
        return cores.flatMap(\.processors).sorted()
      }
    } else if cores.count < topology.cores.count {
      processors = Array(repeating: cores.flatMap(\.processors).sorted(), count: threads)
    } else {
      processors = nil
    }
  }

  /// Restricts the calling thread to the processors of a thread of the pool.
  func apply(to thread: Int) {
    if let processors, processors.indices.contains(thread) {
      ProcessorAffinity.restrictThread(to: processors[thread])
    }
  }
}
