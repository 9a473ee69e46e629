// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that who uses Swiftlet neither builds nor resolves anything of this.
let package = Package(
  name: "swiftlet-benchmarks",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "swiftlet", path: "..")],
  targets: [
    .systemLibrary(name: "BenchmarkIntrinsics", path: "Sources/Intrinsics"),
    .peaks("AVX2", "avx2", "fma"),
    .peaks("AVX512", "avx512f", "avx512bw", "avx512vl", "avx512vnni", "avx512bf16", "fma"),
    .executableTarget(
      name: "kernels",
      dependencies: ["PeaksAVX2", "PeaksAVX512", .product(name: "SwiftletKernels", package: "swiftlet")],
      swiftSettings: .common),
    .executableTarget(
      name: "guides", dependencies: [.product(name: "SwiftletGuides", package: "swiftlet")], swiftSettings: .common),
    .executableTarget(
      name: "tokenizers", dependencies: [.product(name: "SwiftletGuides", package: "swiftlet")],
      swiftSettings: .common),
    .executableTarget(
      name: "guided", dependencies: [.product(name: "SwiftletInference", package: "swiftlet")], swiftSettings: .common),
    .executableTarget(
      name: "latency", dependencies: [.product(name: "SwiftletInference", package: "swiftlet")], swiftSettings: .common),
    .executableTarget(
      name: "lookup",
      dependencies: [
        .product(name: "SwiftletInference", package: "swiftlet"),
        .product(name: "SwiftletKernels", package: "swiftlet"),
      ], swiftSettings: .common),
    .executableTarget(
      name: "soak",
      dependencies: [
        .product(name: "Swiftlet", package: "swiftlet"), .product(name: "SwiftletInference", package: "swiftlet"),
      ], swiftSettings: .common),
    .executableTarget(name: "chart", swiftSettings: .common),
  ],
  swiftLanguageModes: [.v6]
)

extension Target {
  /// Loops of one instruction each, compiled for one instruction set and never inlined into other modules.
  static func peaks(_ name: String, _ features: String...) -> Target {
    #if arch(x86_64)
      // How Swift sees functions whose C types it does not import; see the kernels' own.
      let notes = ["-iapinotes-modules", Context.packageDirectory + "/../Sources/Kernels/Intrinsics"]
      let flags = (features.map { "-m" + $0 } + notes).flatMap { ["-Xcc", $0] }
    #else
      let flags: [String] = []
    #endif
    return .target(
      name: "Peaks" + name, dependencies: ["BenchmarkIntrinsics"],
      swiftSettings: .common + [.unsafeFlags(["-O", "-disable-cmo"] + flags)])
  }
}

extension [SwiftSetting] {
  /// What every target is compiled with.
  static var common: [SwiftSetting] {
    [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault")]
  }
}
