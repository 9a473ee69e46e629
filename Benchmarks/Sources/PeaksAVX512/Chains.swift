/// Twelve independent dependency chains of a loop.
///
/// With a latency of four or five cycles and two instructions per cycle, ten chains saturate the execution units.
/// Sixteen registers hold twelve chains and the operands.
struct Chains<Value> {
  private var c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11: Value

  /// Starts each chain with a different value, because the compiler would compute equal ones once.
  @inline(__always)
  init(_ start: (Int32) -> Value) {
    (c0, c1, c2, c3) = (start(0), start(1), start(2), start(3))
    (c4, c5, c6, c7) = (start(4), start(5), start(6), start(7))
    (c8, c9, c10, c11) = (start(8), start(9), start(10), start(11))
  }

  /// Advances every chain by one step.
  @inline(__always)
  mutating func step(_ next: (Value) -> Value) {
    (c0, c1, c2, c3) = (next(c0), next(c1), next(c2), next(c3))
    (c4, c5, c6, c7) = (next(c4), next(c5), next(c6), next(c7))
    (c8, c9, c10, c11) = (next(c8), next(c9), next(c10), next(c11))
  }

  /// Combines all chains into one value, so that none is eliminated as dead code.
  @inline(__always)
  func joined(_ join: (Value, Value) -> Value) -> Value {
    let first = join(join(join(c0, c1), join(c2, c3)), join(join(c4, c5), join(c6, c7)))
    return join(first, join(join(c8, c9), join(c10, c11)))
  }
}
