import SwiftletGGUF
import SwiftletKernels

/// The products of matrices with one input, which are adjacent in the output.
struct VisionProducts: Sendable {
  /// Matrices whose inputs have the same limits.
  struct Group: Sendable {
    let linear: DecoderWeights.Linear
    /// The first column of the products.
    let column: Int
    /// The limits of the input; nil for none.
    let input: Limits?
    /// The limits of products, by their columns in the group.
    let outputs: [(columns: Range<Int>, limits: Limits)]
  }

  /// The limits of elements, which are clamped to them.
  struct Limits: Sendable, Equatable {
    var lower: Float
    var upper: Float
  }

  /// The buffers of products with limits.
  struct Buffers {
    /// The inputs, by their number of columns.
    fileprivate let inputs: [Int: Activations]
    fileprivate let products: FloatRows  // (rows, most columns of a group)

    init(_ model: VisionConfiguration, rows: Int) throws(InferenceError) {
      var inputs: [Int: Activations] = [:]
      for columns in [model.width, model.feedForwardWidth] {
        inputs[columns] = try DecoderBuffers.activations(rows, columns)
      }
      self.inputs = inputs
      products = try DecoderBuffers.rows(rows, max(3 * model.width, 2 * model.feedForwardWidth))
    }
  }

  let groups: [Group]

  /// True if an input or a product has limits.
  var hasLimits: Bool { groups.contains { $0.input != nil || !$0.outputs.isEmpty } }
  /// The forms that the input is prepared in; none with limits, which are applied first.
  var inputForms: ActivationForms { hasLimits ? [] : groups.first?.linear.projection.inputForms ?? [] }
  /// The bias of all products; those with limits have none.
  var bias: FloatRows? { hasLimits ? nil : groups.first?.linear.bias }
  /// The size in bytes.
  var byteCount: Int { groups.reduce(0) { $0 + $1.linear.byteCount } }
}

// Not to be shared by two passes, as all buffers of a pass.
@available(*, unavailable) extension VisionProducts.Buffers: Sendable {}

extension VisionEncoder {
  /// Multiplies rows by matrices, and clamps inputs and products that have limits.
  ///
  /// The input is prepared in the products' ``VisionProducts/inputForms``.
  func multiply(
    _ products: VisionProducts, _ input: Activations, rows: Int, into output: FloatRows, _ buffers: VisionBuffers
  ) {
    guard products.hasLimits, let limited = buffers.limited, let clamped = limited.inputs[input.columns] else {
      for group in products.groups { kernels.multiply(group.linear.projection, input, rows: rows, into: output) }
      return
    }
    for group in products.groups {
      let projection = group.linear.projection
      copy(
        input.values, into: clamped.values, rows: rows, columns: input.columns, to: 0,
        group.input.map { [(0..<input.columns, $0)] } ?? [])
      kernels.prepare(clamped, rows: rows, forms: projection.inputForms)
      kernels.multiply(projection, clamped, rows: rows, into: limited.products)
      copy(limited.products, into: output, rows: rows, columns: projection.rows, to: group.column, group.outputs)
    }
  }

  /// Copies the first columns of rows to others, with those in ranges clamped.
  private func copy(
    _ rows: FloatRows, into target: FloatRows, rows count: Int, columns: Int, to first: Int,
    _ limits: [(columns: Range<Int>, limits: VisionProducts.Limits)]
  ) {
    kernels.pool.forEach(count, chunk: 16) { _, range in
      for row in range {
        rows.withRow(row) { source in
          target.withMutableRow(row) { values in
            for column in 0..<columns { values[first + column] = source[column] }
            for (columns, limits) in limits {
              for column in columns {
                values[first + column] = min(max(values[first + column], limits.lower), limits.upper)
              }
            }
          }
        }
      }
    }
  }
}

extension TensorLoader {
  /// Loads matrices of one input, with the limits and biases that the file has for them.
  ///
  /// Matrices with limits have no bias.
  mutating func products(_ names: [String], rows: [Int], columns: Int) throws(InferenceError) -> VisionProducts {
    var inputs: [VisionProducts.Limits?] = []
    var outputs: [VisionProducts.Limits?] = []
    for name in names {
      inputs.append(try limits(name + ".input_"))
      outputs.append(try limits(name + ".output_"))
    }
    var groups: [VisionProducts.Group] = []
    var (start, column) = (0, 0)
    while start < names.count {
      let end = inputs[start...].firstIndex { $0 != inputs[start] } ?? names.count
      let linear = try visionLinear(
        Array(names[start..<end]), rows: Array(rows[start..<end]), columns: columns)
      var (clamped, next) = ([(columns: Range<Int>, limits: VisionProducts.Limits)](), 0)
      for index in start..<end {
        if let limits = outputs[index] { clamped.append((next..<next + rows[index], limits)) }
        next += rows[index]
      }
      groups.append(VisionProducts.Group(linear: linear, column: column, input: inputs[start], outputs: clamped))
      (start, column) = (end, column + next)
    }
    let products = VisionProducts(groups: groups)
    if products.hasLimits, let biased = groups.first(where: { $0.linear.bias != nil }) {
      throw .unsupportedFeature(
        file: file.path, found: "a bias and limits of \(biased.linear.names[0])", expected: "one of them")
    }
    return products
  }

  /// Reads the limits of a product's input or output; nil without any.
  private func limits(_ prefix: String) throws(InferenceError) -> VisionProducts.Limits? {
    func limit(_ name: String, default: Float) throws(InferenceError) -> Float {
      guard let tensor = file[prefix + name] else { return `default` }
      let values = try wrapping { () throws(GGUFError) in
        try tensor.require(dimensions: [1])
        return try tensor.floats()
      }
      return values.first ?? `default`
    }
    let found = VisionProducts.Limits(
      lower: try limit("min", default: -.infinity), upper: try limit("max", default: .infinity))
    guard found.lower <= found.upper else {
      throw .unsupportedFeature(
        file: file.path, found: "\(prefix)min of \(found.lower) and \(prefix)max of \(found.upper)",
        expected: "a minimum below the maximum")
    }
    return found == VisionProducts.Limits(lower: -.infinity, upper: .infinity) ? nil : found
  }
}
