/// A tensor of a model shape.
struct ShapeTensor: Sendable {
  /// The elements of a tensor.
  enum Values: Sendable {
    /// Gaussian numbers in the type that the quantisation mix has for the matrix.
    case weights
    /// Gaussian numbers in F32, as converters keep routers and the kernels of convolutions.
    case floats
    /// Equal numbers in F32.
    case constant(Float)
    /// Evenly spaced numbers in F32.
    case ramp(from: Float, to: Float)
    /// Given numbers in F32.
    case numbers([Float])
  }

  var name: String
  /// The dimensions in GGUF order: fastest-varying first.
  var dimensions: [Int]
  var values: Values

  /// The number of elements.
  var elementCount: Int { dimensions.reduce(1, *) }

  /// Returns the tensor with the name that it has in a layer.
  func inLayer(_ index: Int) -> ShapeTensor {
    ShapeTensor(name: "blk.\(index).\(name)", dimensions: dimensions, values: values)
  }
}

/// The kinds of tensors, whose names are completed.
extension ShapeTensor {
  /// Returns a matrix, or a stack of matrices.
  static func matrix(_ name: String, _ dimensions: Int...) -> ShapeTensor {
    ShapeTensor(name: name + ".weight", dimensions: dimensions, values: .weights)
  }

  /// Returns a matrix or vector of random numbers in F32.
  static func floats(_ name: String, _ dimensions: Int...) -> ShapeTensor {
    ShapeTensor(name: name + ".weight", dimensions: dimensions, values: .floats)
  }

  /// Returns the weights of a norm.
  static func norm(_ name: String, _ dimensions: Int..., value: Float = 1) -> ShapeTensor {
    ShapeTensor(name: name + ".weight", dimensions: dimensions, values: .constant(value))
  }

  /// Returns a bias.
  static func bias(_ name: String, _ dimensions: Int...) -> ShapeTensor {
    ShapeTensor(name: name + ".bias", dimensions: dimensions, values: .constant(0))
  }

  /// Returns frequency factors.
  static func factors(_ name: String, _ numbers: [Float]) -> ShapeTensor {
    ShapeTensor(name: name + ".weight", dimensions: [numbers.count], values: .numbers(numbers))
  }

  /// Returns the decays of a recurrence, which has this name without a suffix: −1 to −16, as models are initialised.
  static func decays(_ name: String, _ dimensions: Int...) -> ShapeTensor {
    ShapeTensor(name: name, dimensions: dimensions, values: .ramp(from: -1, to: -16))
  }

  /// Returns the biases of time steps, whose softplus is 0.001 to 0.1, as models are initialised.
  static func stepBiases(_ name: String, _ count: Int) -> ShapeTensor {
    ShapeTensor(name: name + ".bias", dimensions: [count], values: .ramp(from: -6.9, to: -2.25))
  }
}
