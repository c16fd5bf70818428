import Foundation
import TestSupport

/// The program for what takes a process of its own.
enum ImagesProgram {
    /// Runs it to its end.
    static func run(_ paths: [String], environment: [String: String] = [:]) async throws -> ChildProcess.End {
        // Tests are built beside the programs they start.
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = [CommandLine.arguments[0], own]
            .map { URL(filePath: $0).deletingLastPathComponent().appending(path: "ImagesProgram").path }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        return try await ChildProcess([program ?? "ImagesProgram"] + paths, environment: environment).end(seconds: 120)
    }
}

extension ChildProcess.End {
    /// The most memory that the program had, in KiB, as it said itself.
    var ownPeak: Int? { errors.split { !$0.isNumber }.last.flatMap { Int($0) } }
}

/// Whether a sanitizer is at work, which takes memory of its own.
enum SanitizedRun {
    static let isOn = ProcessInfo.processInfo.environment["LOCATIONKIT_SANITIZED"] != nil
}
