import Foundation
import Glibc
import LKMetadata
import Synchronization
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

/// A folder with made-up photos, and what was in it at some moment.
final class Album: Sendable {
    let folder = TemporaryFolder()

    /// What a file is: content and time of modification.
    struct Photo: Equatable {
        var bytes: [UInt8]
        var modified: Int64
        var mode: mode_t
    }

    /// Makes photos `1.jpg`, `2.jpg` and so on with content by chance.
    init(_ count: Int = 0, size: Int = 20_000, seed: UInt64 = 1) {
        var random = SeededGenerator(seed: seed)
        for number in 0..<count {
            let length = size == 0 ? 0 : size / 2 + Int.random(in: 0..<size, using: &random)
            add("\(number + 1).jpg", (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
    }

    func path(_ name: String) -> String { folder.file(name) }

    /// Writes a file, with a time of modification that nobody has by accident.
    func add(_ name: String, _ bytes: [UInt8], modified: Int = 1_600_000_000) {
        try? Data(bytes).write(to: URL(filePath: path(name)))
        // A journal is for its owner alone.
        if name.hasSuffix(FolderJournal.name) { chmod(path(name), 0o600) }
        var times = [timespec(tv_sec: modified, tv_nsec: 5), timespec(tv_sec: modified, tv_nsec: 123_456_789)]
        utimensat(AT_FDCWD, path(name), &times, 0)
    }

    func bytes(_ name: String) -> [UInt8] { FileManager.default.contents(atPath: path(name)).map([UInt8].init) ?? [] }

    func photo(_ name: String) -> Photo? {
        var status = stat()
        guard lstat(path(name), &status) == 0 else { return nil }
        return Photo(bytes: bytes(name), modified: PhotoStamp(status).modified, mode: status.st_mode)
    }

    /// All photos, without what is hidden.
    var photos: [String: Photo] {
        var photos: [String: Photo] = [:]
        for name in folder.names where !name.hasPrefix(".") { photos[name] = photo(name) }
        return photos
    }

    var hidden: [String] { folder.names.filter { $0.hasPrefix(".") } }

    /// A patch that moves what is behind it: bytes are replaced by more, others removed.
    static func growing(_ count: Int, _ mark: String) -> FilePatch {
        var patch = FilePatch(oldCount: count)
        patch.replace(min(count, 10)..<min(count, 20), with: Array("<position \(mark)>".utf8))
        if count > 200 { patch.replace(100..<150, with: []) }
        if count > 200 { patch.replace(150..<170, with: []) }
        patch.replace(count..<count, with: Array("<end \(mark)>".utf8))
        return patch
    }

    /// A patch that can be done where the file lies.
    static func appending(_ count: Int, _ mark: String) -> FilePatch {
        var patch = FilePatch(oldCount: count)
        patch.replace(4..<8, with: Array("free".utf8))
        patch.replace(count..<count, with: Array("moov with \(mark)".utf8))
        return patch
    }

    /// What a patch makes of bytes.
    static func apply(_ patch: FilePatch, to bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        for splice in patch.splices.reversed() { result.replaceSubrange(splice.range, with: splice.bytes) }
        return result
    }

    /// The write that changes a photo as it is now.
    func write(_ name: String, _ mark: String) -> PhotoEdit {
        PhotoEdit(
            path: path(name), .patch(Self.growing(bytes(name).count, mark)), expected: try? PhotoStamp(of: path(name)))
    }

    /// Writes into all photos, and says what became of each by its name.
    @discardableResult func tag(_ mark: String, _ options: TaggingRun.Options = .init()) async -> [PhotoOutcome] {
        let names = folder.names.filter { !$0.hasPrefix(".") }
        return await TaggingRun(options: options).write(names.map { write($0, mark) })
    }

    func undo(_ extent: TaggingJournal.Extent = .newestRun, _ options: TaggingRun.Options = .init()) async throws
        -> [PhotoOutcome]
    {
        try await TaggingJournal.undo(extent, in: folder.path, options: options).outcomes
    }
}

extension TaggingRun.Options {
    /// A check that all threads share.
    var check: (@Sendable (FileChange, FilePatch) throws -> Void)? {
        get { nil }
        set { makeCheck = newValue.map { check in { @Sendable in check } } }
    }
}

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
        var environment: [String: String] = [:]
        if asNobody, geteuid() == 0 { environment["XDG_STATE_HOME"] = nobodysState.path }
        return try ChildProcess([try #require(path)] + arguments, environment: environment, asNobody: asNobody)
    }

    /// Where the other user keeps secrets.
    private static let nobodysState: TemporaryFolder = {
        let folder = TemporaryFolder()
        chown(folder.path, 65534, 65534)
        return folder
    }()

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
