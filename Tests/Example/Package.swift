// swift-tools-version: 6.2
import PackageDescription

// A program that uses Swiftlet as its own user would: by its product, with the model that comes along.
let package = Package(
  name: "Example",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "swiftlet", path: "../..")],
  targets: [
    .executableTarget(name: "Story", dependencies: [.product(name: "Swiftlet", package: "swiftlet")])
  ]
)
