import Foundation
import TestSupport
import Testing

/// The program of the tests that need a process of their own.
enum RecorderProgram {
    /// Beside the test bundle.
    private static let path: String? = {
        var places = [CommandLine.arguments[0]]
        if let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") { places.append(own) }
        let names = places.map { URL(filePath: $0).deletingLastPathComponent().appending(path: "RecorderProgram").path }
        return names.first(where: FileManager.default.isExecutableFile)
    }()

    static func start(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess([try #require(path)] + arguments)
    }

    /// Whether Scripts/sanitize runs the tests: programs start slowly then, and need much memory.
    static var isSanitized: Bool { ProcessInfo.processInfo.environment["LOCATIONKIT_SANITIZED"] != nil }
}
