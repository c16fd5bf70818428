import Foundation
import TestSupport
import Testing

/// Other programs that read and write the formats.
enum Judge {
    static let xmllint = "/usr/bin/xmllint"
    static let gpsbabel = "/usr/bin/gpsbabel"

    /// Python with the package gpxpy: what `LOCATE_PEER_PYTHON` names, or the environment that `Scripts/benchmark` makes.
    static let gpxpy: String? = {
        let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
        let candidates = [
            ProcessInfo.processInfo.environment["LOCATE_PEER_PYTHON"], "\(root)/.build/peers/bin/python3",
            "/usr/bin/python3",
        ]
        return candidates.compactMap { $0 }.first { python in
            FileManager.default.isExecutableFile(atPath: python) && hasGPXPy(python)
        }
    }()

    static func isThere(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: program) }

    private static func hasGPXPy(_ python: String) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = ["-c", "import gpxpy"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// A file of the tests.
    static func fixture(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/\(name)").path
    }

    /// Runs a program to its end and gives what it printed.
    static func run(_ arguments: [String]) async throws -> ChildProcess.End {
        try await ChildProcess(arguments, environment: ["LC_ALL": "C.UTF-8", "TZ": "UTC"]).end(seconds: 60)
    }
}
