import Foundation
import TestSupport

/// The program for what takes a process of its own.
enum TestProgram {
    /// Runs it to its end.
    static func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> ChildProcess.End {
        // Tests are built beside the programs they start.
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = [CommandLine.arguments[0], own]
            .map { URL(filePath: $0).deletingLastPathComponent().appending(path: "HTTPProgram").path }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        return try await ChildProcess([program ?? "HTTPProgram"] + arguments, environment: environment).end(
            seconds: 120)
    }
}
