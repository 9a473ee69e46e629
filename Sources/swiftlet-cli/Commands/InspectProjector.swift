import SwiftletGGUF
import SwiftletInference

extension Command {
  /// The sizes of pictures whose numbers of tokens are shown.
  private static let exampleSizes = [(512, 512), (800, 600), (1920, 1080), (100, 60)].map {
    PictureSize(width: $0.0, height: $0.1)
  }

  /// The table of a file that encodes images.
  static func projectorTable(_ file: GGUFFile) -> String {
    do {
      return table(try rows(ProjectorFile(file)))
    } catch {
      return table([(left: "not supported", help: "\(error)")])
    }
  }

  private static func rows(_ projector: ProjectorFile) throws(InferenceError) -> [(left: String, help: String)] {
    let grid = projector.imageSize / projector.patchSize
    let attention = "\(projector.headCount) heads of \(projector.width / projector.headCount)"
    let window = projector.window.map { ", windows of \($0) × \($0) patches" } ?? ""
    var rows: [(left: String, help: String)] = [
      ("family", "\(projector.projector): \(projector.models)"),
      ("blocks", "\(projector.blockCount) × \(projector.width), feed-forward \(projector.feedForwardWidth)"),
      ("attention", attention + window),
      (
        "pictures",
        "\(projector.imageSize) × \(projector.imageSize), \(grid) × \(grid) patches of \(projector.patchSize)"
      ),
      ("token", "\(projector.merge) × \(projector.merge) patches"),
      ("row", "\(projector.rowWidth) elements, as the text model has to have"),
    ]
    if !projector.deepstack.isEmpty {
      rows.append(("deepstack", "after blocks \(projector.deepstack.map(String.init).joined(separator: ", "))"))
    }
    for size in exampleSizes {
      let tokens: String
      do {
        tokens = "\(try projector.rowCount(of: size)) tokens"
      } catch {
        tokens = "\(error)"
      }
      rows.append(("\(size.width) × \(size.height)", tokens))
    }
    let missing = projector.missingTensors
    if !missing.isEmpty {
      let names = missing.prefix(5).joined(separator: ", ")
      rows.append(("missing", "\(missing.count) tensors: \(names)\(missing.count > 5 ? ", …" : "")"))
    }
    return rows
  }
}
