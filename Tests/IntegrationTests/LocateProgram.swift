import Foundation
import TestSupport

/// The built `locate`, run as a user would.
enum LocateProgram {
    /// The executable beside the test bundle.
    static let path: String? = {
        var places = [CommandLine.arguments[0]]
        if let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") { places.append(own) }
        let candidates = places.map { URL(filePath: $0).deletingLastPathComponent().appending(path: "locate").path }
        return candidates.first(where: FileManager.default.isExecutableFile)
    }()

    /// Starts it.
    static func start(_ arguments: String...) throws -> ChildProcess { try start(arguments) }

    /// Starts it.
    static func start(
        _ arguments: [String], configuration: String? = nil, administrators: String? = nil,
        data: String? = nil
    ) throws -> ChildProcess {
        guard let path else { throw ChildProcess.Failure(description: "locate is not built") }
        // Without the settings of whoever runs the tests.
        let environment = [
            "LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": configuration ?? "/nonexistent",
            "XDG_CONFIG_DIRS": administrators ?? "/nonexistent",
            "XDG_DATA_HOME": data ?? "/nonexistent", "XDG_DATA_DIRS": "/nonexistent",
        ]
        return try ChildProcess([path] + arguments, environment: environment)
    }

    /// Starts it with a folder for what it keeps: answers of services, and when they were asked.
    static func start(_ arguments: [String], keeping folder: TemporaryFolder) throws -> ChildProcess {
        guard let path else { throw ChildProcess.Failure(description: "locate is not built") }
        let environment = [
            "LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": "/nonexistent", "XDG_CONFIG_DIRS": "/nonexistent",
            "XDG_DATA_HOME": "/nonexistent", "XDG_DATA_DIRS": "/nonexistent",
            "XDG_CACHE_HOME": folder.path, "XDG_STATE_HOME": folder.path, "no_proxy": "*",
        ]
        return try ChildProcess([path] + arguments, environment: environment)
    }

    /// Runs it to its end.
    static func run(_ arguments: String...) async throws -> ChildProcess.End { try await start(arguments).end() }

    /// Runs it against a gpsd on loopback, without addresses.
    static func run(port: UInt16, _ arguments: String...) async throws -> ChildProcess.End {
        try await run(port: port, arguments)
    }

    /// Runs it against a gpsd on loopback, without addresses.
    static func run(port: UInt16, _ arguments: [String]) async throws -> ChildProcess.End {
        try await start(["--gpsd", "127.0.0.1:\(port)", "--json", "--no-address"] + arguments).end()
    }
}

/// A line of `locate --json`, as far as the tests look at it.
struct PrintedLocation: Decodable {
    struct Satellites: Decodable {
        var used: Int
        var visible: Int
    }

    var status: String
    var finishReason: String?
    var reason: String?
    var error: String?
    var recovered: String?
    var fix: String?
    var latitude: Double?
    var longitude: Double?
    var horizontalAccuracy: Double?
    var timestamp: String?
    var timestampDoubt: String?
    var satellites: Satellites?
    var device: String?
    var simulated: Bool?

    init(line: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(line.utf8)) }
}

extension ChildProcess.End {
    /// The lines that were printed.
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The last line, as a location.
    func last() throws -> PrintedLocation { try PrintedLocation(line: lines.last ?? "") }
}
