internal import SwiftletKernelInterface

/// Mixture of experts: products with the weights of the selected experts only.
extension Kernels {
  /// Copies the row of each slot from `x`, and converts it to the given forms.
  public func gather(_ x: FloatRows, _ slots: ExpertSlots, into output: Activations, forms: ActivationForms) {
    precondition(x.columns == output.columns && slots.rows.count <= output.values.rows, "slot extents differ")
    let groups = slots.groups
    pool.forEach(groups.count) { [vectors] _, range in
      for group in range {
        for slot in groups[group].slots {
          unsafe output.values.row(slot).update(from: x.row(slots.rows[slot]), count: x.columns)
        }
        output.prepare(groups[group].slots, forms, vectors)
      }
    }
  }

  /// Multiplies each slot by the matrices of its expert, whose products are adjacent in `output`.
  public func multiply(
    _ experts: ExpertProjection, _ input: Activations, _ slots: ExpertSlots, into output: FloatRows
  ) {
    precondition(experts.columns == input.columns && experts.rows <= output.columns, "product extents differ")
    precondition(slots.rows.count <= min(output.rows, input.values.rows), "more slots than there is room for")
    precondition(slots.runs.allSatisfy { $0.expert < experts.expertCount }, "there is no such expert")
    let pairsPerRun = experts.projection.pairCount / experts.expertCount
    let runs = slots.runs
    let chunk = max(1, runs.count * pairsPerRun / (pool.count * 16))
    pool.forEach(runs.count * pairsPerRun, chunk: chunk) { thread, range in
      var start = range.lowerBound
      while start < range.upperBound {
        let run = runs[start / pairsPerRun]
        let end = min(range.upperBound, (start / pairsPerRun + 1) * pairsPerRun)
        var (first, column) = (start / pairsPerRun * pairsPerRun, 0)
        for matrix in experts.projection.matrices {
          let count = matrix.pairCount / experts.expertCount
          let part = (start..<end).clamped(to: first..<first + count)
          if !part.isEmpty {
            let offset = run.expert * count - first
            multiply(
              matrix, part.lowerBound + offset..<part.upperBound + offset, input, run.slots.count, into: output,
              column - run.expert * count * PackedMatrix.pairRows, firstRow: run.slots.lowerBound, thread: thread)
          }
          first += count
          column += matrix.rows / experts.expertCount
        }
        start = end
      }
    }
  }

  /// Applies an activation function to slots, with a bias row for each expert.
  ///
  /// See ``activate(_:rows:_:isGated:bias:into:forms:)``.
  public func activate(
    _ input: FloatRows, _ slots: ExpertSlots, _ function: GateFunction, isGated: Bool = true, bias: FloatRows?,
    into output: Activations, forms: ActivationForms
  ) {
    let columns = output.columns
    let inputs = (isGated ? 2 : 1) * columns
    precondition(input.columns == inputs && slots.rows.count <= output.values.rows, "gate extents differ")
    precondition(bias.map { $0.columns == inputs } ?? true, "bias extents differ")
    let groups = slots.groups
    pool.forEach(groups.count) { [vectors] _, range in
      for group in range {
        for slot in groups[group].slots {
          let gate = unsafe input.row(slot)
          if let bias { unsafe vectors.add(bias.row(groups[group].expert), to: gate, count: inputs) }
          unsafe vectors.apply(
            function, to: gate, times: isGated ? gate + columns : nil, count: columns, into: output.values.row(slot))
        }
        output.prepare(groups[group].slots, forms, vectors)
      }
    }
  }

  /// Combines the slots of each row into their weighted sum, with a bias row for each expert.
  public func combine(_ x: FloatRows, _ slots: ExpertSlots, bias: FloatRows?, into output: FloatRows) {
    let columns = output.columns
    precondition(x.columns == columns && slots.uses.count <= output.rows, "sum extents differ")
    precondition(bias.map { $0.columns == columns } ?? true, "bias extents differ")
    pool.forEach(slots.uses.count, chunk: Self.rowChunk) { [vectors] _, range in
      for row in range {
        let sum = unsafe output.row(row)
        unsafe sum.update(repeating: 0, count: columns)
        for (slot, weight, expert) in slots.uses[row] {
          let part = unsafe x.row(slot)
          if let bias { unsafe vectors.add(bias.row(expert), to: part, count: columns) }
          for column in 0..<columns { unsafe sum[column] += weight * part[column] }
        }
      }
    }
  }

  /// Adds the rows of `x`, scaled by the sigmoid of the first element of the row of `gates`, to those of `sum`.
  public func add(_ x: FloatRows, gatedBy gates: FloatRows, to sum: FloatRows, rows: Int) {
    precondition(x.columns == sum.columns && rows <= min(x.rows, gates.rows, sum.rows), "sum extents differ")
    pool.forEach(rows, chunk: Self.rowChunk) { [vectors] _, range in
      for row in range {
        let (gate, source, target) = unsafe (gates.row(row), x.row(row), sum.row(row))
        unsafe vectors.apply(.sigmoid, to: gate, times: nil, count: 1, into: gate)
        for column in 0..<sum.columns { unsafe target[column] += gate[0] * source[column] }
      }
    }
  }
}
