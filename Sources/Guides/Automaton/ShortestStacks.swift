/// The stacks with the shortest completions among those of each set.
struct ShortestStacks {
  /// The topmost frame of a set's shortest stack, 0 for the empty stack, with the length of the completion.
  private var choices: [Int32: (frame: Int32, length: Int)] = [:]
  /// The lengths of the completions of frames, by their identities.
  private var lengths: [UInt64: Int] = [:]

  /// The approximate memory in use, in bytes.
  var byteCount: Int { choices.count * 50 + lengths.count * 40 }

  /// Returns the frames of the stack with the shortest completion, topmost first; nil if all are too long.
  ///
  /// - Parameters:
  ///   - stack: The set of stacks.
  ///   - machine: The automaton.
  ///   - length: A function that returns the length of the completion of a frame, `Int.max` if it is too long.
  /// - Returns: The frames.
  mutating func frames(of stack: Int32, _ machine: PushdownAutomaton, _ length: (Frame) -> Int) -> [Frame]? {
    var result: [Frame] = []
    var top = stack
    while top != 0 {
      if machine.frames[Int(top)].others != Frame.none {
        choose(top, machine, length)
        guard let choice = choices[top], choice.length < .max else { return nil }
        guard choice.frame != 0 else { break }
        top = choice.frame
      }
      let frame = machine.frames[Int(top)]
      result.append(frame)
      top = frame.parent
    }
    return result
  }

  /// Finds the shortest stacks of a set and of those below its frames.
  private mutating func choose(_ stack: Int32, _ machine: PushdownAutomaton, _ length: (Frame) -> Int) {
    // Not recursive, since stacks may be deeper than the program's own.
    var open = [stack]
    while let current = open.last {
      guard choices[current] == nil else {
        open.removeLast()
        continue
      }
      let count = open.count
      var best: (frame: Int32, length: Int) = (0, .max)
      var top = current
      while top > 0 {
        let frame = machine.frames[Int(top)]
        if frame.parent != 0, choices[frame.parent] == nil {
          open.append(frame.parent)
        } else if open.count == count {
          let own = known(frame, length)
          let below = frame.parent == 0 ? 0 : choices[frame.parent]?.length ?? .max
          if own < .max, below < .max, own + below < best.length { best = (top, own + below) }
        }
        top = frame.others
      }
      guard open.count == count else { continue }
      // The empty stack needs no completion.
      choices[current] = top == 0 ? (0, 0) : best
      open.removeLast()
    }
  }

  private mutating func known(_ frame: Frame, _ length: (Frame) -> Int) -> Int {
    if let known = lengths[frame.identity] { return known }
    let result = length(frame)
    lengths[frame.identity] = result
    return result
  }
}
