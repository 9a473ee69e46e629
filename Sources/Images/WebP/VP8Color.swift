/// The conversion of VP8 frames to RGB, with smooth chroma upsampling as libwebp does it by default.
enum VP8Color {
  /// Converts a frame, with alpha values if there are any, else opaque.
  static func pixels(_ planes: inout VP8Planes, alpha: [UInt8]?, layout: Image.Layout) -> [UInt8] {
    let (width, height, channels) = (planes.width, planes.height, layout.channels)
    let (luma, blue, red) = (planes.luma.span, planes.blue.span, planes.red.span)
    let (lumaStride, chromaStride) = (planes.lumaStride, planes.chromaStride)
    let chromaWidth = (width + 1) / 2
    let chromaHeight = (height + 1) / 2
    let values = alpha ?? []
    return [UInt8](count: width * height * channels) { target in
      var blues = [UInt8](repeating: 0, count: chromaWidth * 2)
      var reds = blues
      for row in 0..<height {
        // Rows of chroma lie between pairs of rows of luma, from the second row on.
        let near = row / 2
        let far = max(0, min(chromaHeight - 1, row % 2 == 0 ? near - 1 : near + 1))
        let (nearStart, farStart) = ((near + 1) * chromaStride + 1, (far + 1) * chromaStride + 1)
        enlarge(blue, nearStart, farStart, chromaWidth, &blues)
        enlarge(red, nearStart, farStart, chromaWidth, &reds)
        let start = (row + 1) * lumaStride + VP8Planes.margin
        var line = target.part(row * width * channels..<(row + 1) * width * channels)
        convert(luma.extracting(start..<start + width), blues.span, reds.span, &line, channels)
        if channels == 4 {
          let alpha = values.span
          for column in 0..<width {
            line[column &* 4 &+ 3] = alpha.isEmpty ? 255 : alpha[row &* width &+ column]
          }
        }
      }
    }
  }

  /// Doubles a row of chroma: each value is weighted with its neighbours in the row and in the next one, 9 : 3 : 3 : 1.
  ///
  /// The weights are applied in the two steps of libwebp, since each of them rounds.
  private static func enlarge(
    _ plane: Span<UInt8>, _ near: Int, _ far: Int, _ count: Int, _ target: inout [UInt8]
  ) {
    let (near, far) = (plane.extracting(near..<near + count), plane.extracting(far..<far + count))
    var values = target.mutableSpan
    func ends(_ index: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: (3 &* UInt16(near[index]) &+ UInt16(far[index]) &+ 2) &>> 2)
    }
    values[0] = ends(0)
    values[2 &* count &- 1] = ends(count &- 1)
    for index in 1..<max(1, count) {
      let (a, b) = (UInt16(near[index &- 1]), UInt16(near[index]))
      let (c, d) = (UInt16(far[index &- 1]), UInt16(far[index]))
      let sum = a &+ b &+ c &+ d &+ 8
      let first = (sum &+ 2 &* (a &+ d)) &>> 3
      let second = (sum &+ 2 &* (b &+ c)) &>> 3
      values[2 &* index &- 1] = UInt8(truncatingIfNeeded: (second &+ a) &>> 1)
      values[2 &* index] = UInt8(truncatingIfNeeded: (first &+ b) &>> 1)
    }
  }

  /// Converts a row (ITU-R BT.601, limited range) with factors of 14 fractional bits, of which 8 are dropped at once.
  @_lifetime(target: copy target)
  private static func convert(
    _ luma: Span<UInt8>, _ blue: Span<UInt8>, _ red: Span<UInt8>, _ target: inout MutableSpan<UInt8>, _ channels: Int
  ) {
    for column in luma.indices {
      let y = product(luma[column], 19077)
      let (u, v) = (blue[column], red[column])
      let r = y &+ product(v, 26149) &- 14234
      let g = y &- product(u, 6419) &- product(v, 13320) &+ 8708
      let b = y &+ product(u, 33050) &- 17685
      let place = column &* channels
      target[place] = byte(r)
      target[place &+ 1] = byte(g)
      target[place &+ 2] = byte(b)
    }
  }

  @inline(__always)
  private static func product(_ sample: UInt8, _ factor: Int32) -> Int32 { (Int32(sample) &* factor) &>> 8 }

  @inline(__always)
  private static func byte(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: max(0, min(255, value &>> 6)))
  }
}
