// swift-tools-version: 6.2
// A program that uses LocationKit, with modules of its own that have ordinary names: Scripts/test-client builds and runs it.
import PackageDescription

let own = ["HTTP", "Storage", "Maps", "Photos", "Images", "Metadata", "Formats", "Threads", "Geo", "Tracks"]

let package = Package(
    name: "Client",
    dependencies: [.package(name: "LocationKit", path: "../..")],
    targets: own.map { .target(name: $0) } + [
        .target(name: "CSQLite"),
        .executableTarget(
            name: "Client",
            dependencies: own.map { .target(name: $0) } + [
                "CSQLite", .product(name: "LocationKit", package: "LocationKit"),
            ]),
        // Its source is the tutorial's, which Scripts/test-client puts there.
        .executableTarget(
            name: "FieldLogger", dependencies: [.product(name: "LocationKit", package: "LocationKit")]),
    ],
    swiftLanguageModes: [.v6]
)
