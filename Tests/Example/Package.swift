// swift-tools-version: 6.2
import PackageDescription

// A client package that uses the products Swiftlet and SwiftletServer, and the bundled model. By default, it depends on the sources of this
// repository; with SWIFTLET_REPOSITORY, on a release of that repository, for which SwiftPM has stricter rules for
// manifests.
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
    .executableTarget(name: "Story", dependencies: [.product(name: "Swiftlet", package: "swiftlet")]),
    // A server of models in a service that has another HTTP server.
    .executableTarget(
      name: "Mount",
      dependencies: [
        .product(name: "Swiftlet", package: "swiftlet"), .product(name: "SwiftletServer", package: "swiftlet"),
      ]),
  ]
)
