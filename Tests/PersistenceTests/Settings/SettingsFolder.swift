import FoundationEssentials
import Glibc
import LKPersistence
import TestSupport

/// A folder for one test, removed with it.
final class SettingsFolder: Sendable {
    /// The folder of all of them, removed when the tests end.
    ///
    /// Settings are written a moment after they are set, which may be after their test, and make their folder anew.
    private static let parent: String = {
        let name = "settings-\(UInt64.random(in: 0 ... .max))"
        atexit { try? FileManager.default.removeItem(atPath: SettingsFolder.parent) }
        return FileManager.default.temporaryDirectory.appending(path: name).path
    }()

    let path: String
    init() throws {
        path = "\(Self.parent)/\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    var file: String { path + "/settings.plist" }
    var store: SettingsStore { SettingsStore(path: file) }
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func text(_ name: String = "settings.plist") throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path + "/" + name)), as: UTF8.self)
    }
    func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: file)) }
    /// A property list whose dictionary has this content.
    func write(dictionary: String) throws { try write("<plist version=\"1.0\"><dict>\(dictionary)</dict></plist>\n") }

    /// The tests' other process.
    func process(_ arguments: String..., asNobody: Bool = false) throws -> ChildProcess {
        // Tests are built beside the programs they start.
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = [CommandLine.arguments[0], own]
            .map { URL(filePath: $0).deletingLastPathComponent().appending(path: "SettingsWriter").path }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        return try ChildProcess(
            [program ?? "SettingsWriter", arguments[0], file] + arguments.dropFirst(), asNobody: asNobody)
    }
}

/// Settings of every kind.
class SampleSettings: Settings, @unchecked Sendable {
    enum Mode: String, Codable { case slow, fast }
    struct Place: Codable, Equatable {
        var name: String
        var visited: Date?
        var tags: [String?] = []
    }

    @Setting var flag = true
    @Setting var number = -7
    @Setting var small: Int8 = 8
    @Setting var medium: Int16 = 16
    @Setting var wide: Int32 = 32
    @Setting var long: Int64 = .min
    @Setting var unsigned: UInt = 1
    @Setting var byte: UInt8 = 255
    @Setting var word: UInt16 = 1
    @Setting var double: UInt32 = 1
    @Setting var huge = UInt64.max
    @Setting var ratio = 0.1
    @Setting var single: Float = 0.1
    @Setting var text = "declared"
    @Setting var data = Data([1, 2, 3])
    @Setting var date = Date(timeIntervalSinceReferenceDate: 0)
    @Setting var names = ["a", "b"]
    @Setting var ages = ["a": 1]
    @Setting var homepage: URL?
    @Setting var URLString: String? = "http://declared.example"
    @Setting var mode = Mode.slow
    @Setting var place = Place(name: "home")
    @Setting var anything: [String: PropertyListValue] = [:]
}

/// What inherits all of them.
final class ExtendedSettings: SampleSettings, @unchecked Sendable {
    @Setting var more = "more"
}
