// swift-tools-version: 6.2
import PackageDescription

// Answers for Swiftlet in tokenizers_fuzz.py.
let package = Package(
  name: "TokenizerCheck",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "swiftlet", path: "../../..")],
  targets: [
    .executableTarget(
      name: "TokenizerCheck", dependencies: [.product(name: "SwiftletGuides", package: "swiftlet")])
  ]
)
