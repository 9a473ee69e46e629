// swift-tools-version: 6.2
import PackageDescription

// Asks a real server, which check-remote.sh starts.
let package = Package(
  name: "RemoteCheck",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "swiftlet", path: "../../..")],
  targets: [
    .executableTarget(name: "RemoteCheck", dependencies: [.product(name: "Swiftlet", package: "swiftlet")])
  ]
)
