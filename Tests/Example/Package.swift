// swift-tools-version: 6.2
import PackageDescription

// A program that uses Swiftlet as its own user would: by its product, with the model that comes along. By default the
// sources beside it; with SWIFTLET_REPOSITORY a release of that repository, which has stricter rules for what a
// manifest may contain.
let swiftlet: Package.Dependency =
  if let repository = Context.environment["SWIFTLET_REPOSITORY"] {
    .package(url: repository, exact: "1.0.0")
  } else {
    .package(name: "swiftlet", path: "../..")
  }

let package = Package(
  name: "Example",
  platforms: [.macOS(.v26)],
  dependencies: [swiftlet],
  targets: [
    .executableTarget(name: "Story", dependencies: [.product(name: "Swiftlet", package: "swiftlet")])
  ]
)
