// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of Swiftlet do not build or resolve the benchmarks.
let package = Package(
  name: "swiftlet-benchmarks",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "swiftlet", path: "..")],
  targets: [
    .systemLibrary(name: "BenchmarkIntrinsics", path: "Sources/Intrinsics"),
    .peaks("AVX2", "avx2", "fma"),
    .peaks("AVX512", "avx512f", "avx512bw", "avx512vl", "avx512vnni", "fma"),
    .target(name: "Options", swiftSettings: .common),
    .program("kernels", products: "SwiftletKernels", targets: "PeaksAVX2", "PeaksAVX512", settings: .builtin),
    .program("guides", products: "SwiftletGuides"),
    .program("tokenizers", products: "SwiftletGuides"),
    .program("images", products: "SwiftletImages"),
    .program("guided", products: "SwiftletInference"),
    .program("latency", products: "SwiftletInference"),
    .program("lookup", products: "SwiftletInference", "SwiftletKernels"),
    .program("soak", products: "Swiftlet", "SwiftletInference"),
    .program("requests", products: "Swiftlet"),
    .program("streaming", products: "Swiftlet"),
    .program("conversation", products: "Swiftlet"),
    .program("chart"),
  ],
  swiftLanguageModes: [.v6]
)

extension Target {
  /// A benchmark program in the folder of its name.
  static func program(_ name: String, products: String..., targets: String..., settings: SwiftSetting...) -> Target {
    .executableTarget(
      name: name,
      dependencies: ["Options"] + targets.map { .target(name: $0) }
        + products.map { .product(name: $0, package: "swiftlet") },
      swiftSettings: .common + settings)
  }

  /// A module of single-instruction loops, compiled for one instruction set and never inlined into other modules.
  static func peaks(_ name: String, _ features: String...) -> Target {
    #if arch(x86_64)
      let flags = features.flatMap { ["-Xcc", "-m" + $0] }
    #else
      let flags: [String] = []
    #endif
    return .target(
      name: "Peaks" + name, dependencies: ["BenchmarkIntrinsics"],
      swiftSettings: .common + [.unsafeFlags(["-O", "-disable-cmo"] + flags)])
  }
}

extension SwiftSetting {
  /// C functions for intrinsics that the compiler's headers define as macros, which Swift does not import.
  static var builtin: SwiftSetting { .enableExperimentalFeature("BuiltinModule") }
}

extension [SwiftSetting] {
  /// The settings of all targets.
  static var common: [SwiftSetting] {
    [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault")]
  }
}
