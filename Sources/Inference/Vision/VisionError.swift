/// The error of a picture, or of the file that encodes pictures.
public enum VisionError: Error, Equatable, Sendable {
  /// The file has no vision encoder.
  case noEncoder(file: String)
  /// The projector of the file is not supported.
  case unsupportedProjector(file: String, found: String, supported: [String])
  /// The rows of the projector do not fit the text model.
  case widthMismatch(file: String, found: Int, model: String, expected: Int)
  /// The picture has no pixels, or fewer bytes than its size requires.
  case invalidPicture(width: Int, height: Int)
  /// The picture is too narrow for the encoder.
  case aspectRatio(width: Int, height: Int, limit: Int)
  /// The picture takes more rows of the prompt than can be processed together.
  case tooManyRows(found: Int, limit: Int)
  /// The family cannot limit pictures to so few rows.
  case rowLimitTooSmall(file: String, found: Int, least: Int)
  /// The family cannot enlarge pictures to so many rows; `most` is 0 if it has no minimum.
  case rowMinimumTooLarge(file: String, found: Int, most: Int)
  /// Log-probabilities of a prompt with embeddings are not available.
  case noPromptScores
}

extension VisionError: CustomStringConvertible {
  /// The error in one line, with the found and the expected values.
  public var description: String {
    switch self {
    case .noEncoder(let file):
      "\(file): found no vision encoder, expected an mmproj file with clip.has_vision_encoder"
    case .unsupportedProjector(let file, let found, let supported):
      "\(file): found projector \(found), expected one of \(supported.joined(separator: ", "))"
    case .widthMismatch(let file, let found, let model, let expected):
      "\(file): found rows of \(found) elements, expected \(expected), as \(model) has"
    case .invalidPicture(let width, let height):
      "found a picture of \(width) × \(height) with fewer pixels, expected at least one pixel and all of them"
    case .aspectRatio(let width, let height, let limit):
      "found a picture of \(width) × \(height), expected one side to be at most \(limit) times the other"
    case .tooManyRows(let found, let limit):
      "found a picture of \(found) rows, expected at most \(limit)"
    case .rowLimitTooSmall(let file, let found, let least):
      "\(file): found a limit of \(found) rows, expected at least \(least), which any picture has"
    case .rowMinimumTooLarge(let file, let found, 0):
      "\(file): found a minimum of \(found) rows, expected none, as sizes of this family do not follow the pixels"
    case .rowMinimumTooLarge(let file, let found, let most):
      "\(file): found a minimum of \(found) rows, expected at most \(most)"
    case .noPromptScores:
      "found log-probabilities of a prompt with pictures, expected those of the answer only"
    }
  }
}
