import SwiftletGGUF
import SwiftletKernels

/// The configuration of a vision encoder and its projector, which ``VisionEncoder`` runs.
///
/// The files in `Families/` read it from the metadata of mmproj files.
struct VisionConfiguration: Sendable, Equatable {
  /// The projector type of the file, which names the family.
  var projector: String
  /// The side in pixels of the squares that the encoder was trained for.
  var imageSize: Int
  /// The side of a patch in pixels.
  var patchSize: Int
  /// The width of the residual stream.
  var width: Int
  /// The hidden width of the feed-forward networks.
  var feedForwardWidth: Int
  /// The dimensions of attention.
  var shape: AttentionShape
  /// The number of blocks that are run.
  var blockCount: Int
  /// The configuration of the norms in blocks, before and after them.
  var norm: NormConfiguration
  /// The activation function of the feed-forward networks.
  var function = GateFunction.geluTanh
  /// The scale s of the activation function f, which becomes f(s·x) / s: 1.702 and `silu` are the quick GELU.
  var functionScale: Float = 1
  /// The scale of attention scores; nil for 1/√(width of a head).
  var attentionScale: Float?
  /// True if the values of attention have a norm without weights.
  var hasValueNorm = false
  /// True if the feed-forward networks have gates.
  var isGated = false
  /// The means and standard deviations of the channels, for values from 0 to 1.
  var mean: [Float]
  var deviation: [Float]
  /// The position embeddings that are added to patches.
  var positions = PositionRule.table
  /// The rotary embedding by row and column; nil for none.
  var rope: VisionRope?
  /// True if an embedding precedes the patches; it is dropped before the projector.
  var hasClassToken = false
  /// True if there is a norm of patches before positions are added.
  var hasPatchNorm = false
  /// True if there is a norm before the first block.
  var hasPreNorm = false
  /// True if there is a norm after the last block.
  var hasPostNorm = true
  /// The side of attention windows in patches; nil for full attention in all blocks.
  var window: Int?
  /// The period of blocks with full attention, the last of each; only with windows.
  var windowPeriod = 1
  /// The blocks after which additional rows are made for the first layers of the text model (deepstack).
  var deepstack: [Int] = []
  /// The steps of the projector.
  var steps: [ProjectorStep] = []
  /// The side of the squares of patches that become a row.
  var merge = 1
  /// The maximum number of pixels of pictures whose size is not fixed, and the minimum.
  var pixelLimits = 0...Int.max
  /// The longest side to which pictures are scaled, of families that have one.
  var longestEdge = 0
  /// The sizes of grids of tiles that a picture is fitted to, of families that have them.
  var resolutions: [PictureSize] = []
  /// The tensors of rows that the projector has learned.
  var learnedRows: [String] = []
  /// The number of tiles that a picture is divided into.
  var tiles = 1...1
  /// The way in which the number of rows of a picture can be limited.
  var rowLimiting = RowLimiting.none
  /// True if the text model attends to the rows of a picture in both directions.
  var isBidirectional = false
  /// True if positions in the text model advance by row and column.
  var hasGridPositions = false

  /// True if a block has windows.
  func hasWindow(block index: Int) -> Bool { window != nil && (index + 1) % windowPeriod != 0 }
}

/// The rule of position embeddings.
enum PositionRule: Sendable, Equatable {
  /// None.
  case none
  /// The table as it is, one for each patch.
  case table
  /// A table of columns followed by one of rows, whose embeddings are added.
  case axes
  /// A square table that is resized to the grid of patches.
  case resized(TableResizing)
}

/// The rotary embedding of a patch: half of the pairs turn by its row, the other half by its column.
///
///     angle(pair i of d / 4) = row · base^(-4i / d), and column · base^(-(4i + 2 · offset) / d)
struct VisionRope: Sendable, Equatable {
  var base: Double = 10_000
  /// The layout of the pairs in a head.
  var pairing = QKVEpilogue.Pairing.halves
  /// The offset of the frequencies of columns: 1 where rows have the even and columns the odd ones.
  var columnOffset = 0
  /// True if the first half of the pairs turns by the column.
  var columnsFirst = false
}

/// A step of a projector, from the rows of the encoder to rows of the text model.
enum ProjectorStep: Sendable, Equatable {
  /// The concatenation of squares of `side` rows each, by row, then column, then channel (space to depth).
  case shuffle(side: Int)
  /// The same with channels first.
  case unfold(side: Int)
  /// The mean of squares of `side` rows each.
  case pool(side: Int)
  /// A factor.
  case scale(Float)
  /// The subtraction of one vector and the multiplication by another.
  case standardize(bias: String, scale: String)
  /// A norm without weights.
  case unitNorm(NormConfiguration)
  /// A norm.
  case norm(String, NormConfiguration, isOptional: Bool = false)
  /// A matrix with an optional bias; the file may have it as one of squares, whose rows are by channel, row, column.
  case linear(String)
  /// A feed-forward network with a gate.
  case gated(gate: String, up: String, down: String, GateFunction)
  /// A matrix that the file has transposed.
  case transposed(String)
  /// An activation function.
  case activation(GateFunction)
}
