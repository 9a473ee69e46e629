/// The conversion of the components of a JPEG picture to RGB.
struct JPEGColor {
  /// The colour models of JPEG files.
  enum Model { case grey, rgb, yCbCr, cmyk, ycck }

  let model: Model

  /// Chooses the model from the metadata, as libjpeg does.
  init(_ headers: borrowing JPEGHeaders, _ frame: JPEGFrame) {
    model =
      switch frame.components.count {
      case 1: .grey
      case 3:
        if headers.hasJFIF {
          .yCbCr
        } else if let transform = headers.adobeTransform {
          transform == 0 ? .rgb : .yCbCr
        } else {
          frame.components.map(\.identifier) == Array("RGB".utf8) ? .rgb : .yCbCr
        }
      default: headers.adobeTransform.map { $0 == 0 ? .cmyk : .ycck } ?? .cmyk
      }
  }

  /// Converts the planes of all components to a picture.
  func image(_ planes: consuming JPEGPlanes, _ frame: JPEGFrame) -> Image {
    for component in frame.components { planes.extendRows(component) }
    let upsamplings = frame.components.map { JPEGUpsampling($0, frame) }
    let vectors = (frame.width + 7) / 8
    let empty = [SIMD8<UInt8>](repeating: SIMD8(repeating: 0), count: vectors)
    var (first, second, third, fourth) = (empty, empty, empty, empty)
    let source = planes.rows.span
    let pixels = [UInt8](count: frame.width * frame.height * 3) { target in
      for y in 0..<frame.height {
        upsamplings[0].row(y, of: source, into: &first)
        if upsamplings.count > 2 {
          upsamplings[1].row(y, of: source, into: &second)
          upsamplings[2].row(y, of: source, into: &third)
        }
        if upsamplings.count > 3 { upsamplings[3].row(y, of: source, into: &fourth) }
        var row = target.part(y &* frame.width &* 3..<(y &+ 1) &* frame.width &* 3)
        convert(first.span, second.span, third.span, fourth.span, &row, frame.width)
      }
    }
    return Image(checkedWidth: frame.width, height: frame.height, layout: .rgb, pixels: pixels)
  }
}
