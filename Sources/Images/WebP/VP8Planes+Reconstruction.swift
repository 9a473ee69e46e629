extension VP8Planes {
  /// Predicts a macroblock and adds its coefficients.
  mutating func reconstruct(
    _ macroblock: borrowing VP8Macroblock, _ coefficients: borrowing VP8Coefficients, column: Int, row: Int
  ) {
    let edges = (above: row > 0, left: column > 0)
    let stride = lumaStride
    let start = (row * 16 + 1) * stride + column * 16 + Self.margin
    let isLast = column == columns - 1
    var plane = luma.mutableSpan
    if let mode = macroblock.luma {
      VP8Prediction.predict(mode, &plane, at: start, stride: stride, size: 16, edges: edges)
      for index in 0..<16 where coefficients.kinds[index] > 0 {
        VP8Transform.add(
          coefficients.values, index &* 16, kind: coefficients.kinds[index], to: &plane,
          at: start &+ index / 4 &* 4 &* stride &+ index % 4 &* 4, stride: stride)
      }
    } else {
      // To the right of the macroblock, all rows of blocks use the samples of the macroblocks above; beyond the last
      // column the last of these samples is repeated.
      let corner = start &- stride &+ 16
      var right = SIMD4<UInt8>(repeating: plane[corner &- 1])
      if row == 0 || !isLast { for index in 0..<4 { right[index] = plane[corner &+ index] } }
      for index in 0..<16 {
        let place = start &+ index / 4 &* 4 &* stride &+ index % 4 &* 4
        if index % 4 < 3 {
          var samples = SIMD4<UInt8>(repeating: 0)
          for column in 0..<4 { samples[column] = plane[place &- stride &+ 4 &+ column] }
          VP8BlockPrediction(plane, at: place, stride: stride, right: samples)
            .predict(macroblock.blocks[index], &plane, at: place, stride: stride)
        } else {
          VP8BlockPrediction(plane, at: place, stride: stride, right: right)
            .predict(macroblock.blocks[index], &plane, at: place, stride: stride)
        }
        if coefficients.kinds[index] > 0 {
          VP8Transform.add(
            coefficients.values, index &* 16, kind: coefficients.kinds[index], to: &plane, at: place, stride: stride)
        }
      }
    }
    let chroma = (row * 8 + 1) * chromaStride + column * 8 + Self.margin
    Self.reconstruct(&blue, macroblock.chroma, coefficients, 16, chroma, chromaStride, edges)
    Self.reconstruct(&red, macroblock.chroma, coefficients, 20, chroma, chromaStride, edges)
  }

  private static func reconstruct(
    _ samples: inout [UInt8], _ mode: VP8Mode, _ coefficients: borrowing VP8Coefficients, _ first: Int, _ start: Int,
    _ stride: Int, _ edges: (above: Bool, left: Bool)
  ) {
    var plane = samples.mutableSpan
    VP8Prediction.predict(mode, &plane, at: start, stride: stride, size: 8, edges: edges)
    for index in 0..<4 where coefficients.kinds[first &+ index] > 0 {
      VP8Transform.add(
        coefficients.values, (first &+ index) &* 16, kind: coefficients.kinds[first &+ index], to: &plane,
        at: start &+ index / 2 &* 4 &* stride &+ index % 2 &* 4, stride: stride)
    }
  }
}
