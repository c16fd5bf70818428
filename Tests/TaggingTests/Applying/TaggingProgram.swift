import Foundation
import Synchronization
import TestSupport
import Testing

/// The program of the tests that need a process of their own.
enum TaggingProgram {
    /// Beside the test bundle.
    private static let path: String? = {
        var places = [CommandLine.arguments[0]]
        if let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") { places.append(own) }
        let names = places.map { URL(filePath: $0).deletingLastPathComponent().appending(path: "TaggingProgram").path }
        return names.first(where: FileManager.default.isExecutableFile)
    }()

    static func start(_ arguments: String..., asNobody: Bool = false) throws -> ChildProcess {
        try ChildProcess([try #require(path)] + arguments, asNobody: asNobody)
    }

    /// Whether Scripts/sanitize runs the tests: programs start slowly then.
    static var isSanitized: Bool { ProcessInfo.processInfo.environment["LOCATIONKIT_SANITIZED"] != nil }

    /// Waits until a program has printed a line, or ended.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - number: Which line, from 0.
    /// - Throws: When it takes too long.
    static func waitForLine(_ program: ChildProcess, number: Int = 0) async throws {
        let left = Mutex(number)
        _ = try await program.log.first(seconds: 60) { event -> Bool? in
            switch event {
            case .line:
                left.withLock { left in
                    defer { left -= 1 }
                    return left == 0 ? true : nil
                }
            case .ended: true
            case .note: nil
            }
        }
    }
}
