import SwiftletImages

/// The views of pictures.
extension PicturePlan {
  /// Returns the pixels of all views of a picture, whose parts must be inside it.
  func views(of picture: Image) -> [Image] {
    // Views of the same picture share the steps of scaling that they begin with.
    var known: [(sizes: [PictureSize], image: Image)] = []
    func scaled(_ sizes: [PictureSize]) -> Image {
      guard let last = sizes.last else { return picture }
      if let found = known.first(where: { $0.sizes == sizes }) { return found.image }
      let image = scaled(Array(sizes.dropLast())).resized(width: last.width, height: last.height, filter)
      known.append((sizes, image))
      return image
    }
    var laid: (sizes: [PictureSize], canvas: Canvas, image: Image)?
    func placed(_ view: View) -> Image {
      guard let canvas = view.canvas else { return scaled(view.sizes) }
      if let laid, laid.sizes == view.sizes, laid.canvas == canvas { return laid.image }
      guard
        let image = scaled(view.sizes).padded(
          width: canvas.size.width, height: canvas.size.height, x: canvas.x, y: canvas.y)
      else { preconditionFailure("a picture outside its canvas") }
      laid = (view.sizes, canvas, image)
      return image
    }
    return views.map { view in
      let image = placed(view)
      guard let part = view.part else { return image }
      guard let cropped = image.cropped(x: part.x, y: part.y, width: part.size.width, height: part.size.height) else {
        preconditionFailure("a part outside the picture")
      }
      return cropped
    }
  }
}
